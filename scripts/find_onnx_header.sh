#!/bin/sh
# Find ONNX Runtime's C++ header for the test of examples/cpp, or take it out of Debian's package, which older releases
# lack; without it the test is skipped. The library itself comes with the Python package, and may be newer.
package=libonnxruntime-dev_1.21.0+dfsg-1_amd64.deb
sum=14f7d959d5deacbcf1504830d4189f91fc67382b399ed9ae9d3aa9c4050ced08
folder=build/onnxruntime
for include in /usr/include /usr/local/include "$folder/usr/include"; do
  if [ -e "$include/onnxruntime/onnxruntime_cxx_api.h" ]; then exit 0; fi
done
if [ -n "$ONNXRUNTIME_INCLUDE" ]; then exit 0; fi
mkdir -p "$folder"
if curl -sfL -m 60 -o "$folder/$package" "https://deb.debian.org/debian/pool/main/o/onnxruntime/$package" \
  && echo "$sum  $folder/$package" | sha256sum --check --status \
  && dpkg-deb -x "$folder/$package" "$folder"; then exit 0; fi
echo "ONNX Runtime's C++ header is not here and cannot be had: the test of examples/cpp is skipped" >&2
