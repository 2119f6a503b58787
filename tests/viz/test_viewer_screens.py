"""The page on a phone, and where there is no graphics card."""

import pytest

from browser import needs_browser
from result_page import Seen


@needs_browser
def test_on_the_screen_of_a_phone_nothing_sticks_out(browser, made):
    phone = Seen(browser, made[0], viewport={"width": 390, "height": 800}, has_touch=True, device_scale_factor=2)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    phone.page.touchscreen.tap(*phone.at(60, 70))
    assert "depth" in phone.page.inner_text("#reading")
    assert not phone.complaints
    phone.page.close()


@needs_browser
@pytest.mark.parametrize("asked", [True, False], ids=["asked for", "no WebGL"])
def test_the_plain_form_says_so_and_still_reads(browser, made, asked: bool):
    plain = Seen(browser, made[0], "?plain" if asked else "", without_webgl=not asked)
    assert "plainer form" in plain.page.inner_text("#notice")
    plain.page.mouse.move(*plain.at(60, 70))
    assert "± " in plain.page.inner_text("#reading")
    assert plain.page.is_hidden("#focusing")
    assert plain.page.is_disabled("#tab-cloud")
    shown = plain.page.locator("#picture").screenshot()
    plain.page.select_option("#first", "sharp")
    assert plain.page.locator("#picture").screenshot() != shown
    assert not plain.complaints
    plain.page.close()
