#!/bin/sh
# Find Chromium for the tests of the page, or install Debian's if that is allowed; without it they are skipped.
for name in chromium chromium-browser google-chrome; do
  if command -v "$name" > /dev/null 2>&1; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null 2>&1; then
  echo "installing Chromium for the tests of the page"
  if (apt-get update -qq && apt-get install -y -qq chromium) > /dev/null 2>&1; then exit 0; fi
fi
echo "there is no Chromium here and it cannot be installed: the tests of the page in a browser are skipped" >&2
