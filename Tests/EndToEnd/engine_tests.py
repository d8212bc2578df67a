"""Tests that run once in each of three engines.

    class Reading(EngineTest):
        def test_a_link_leads_to_its_place(self):
            page = self.open(REPORT, size=COMPACT)
            page.click("a[href='#messages']")
            page.wait("location.hash === '#messages'")

    InChromium, InFirefox, InWebKit = in_each(Reading)
"""
import atexit
import unittest

import engines
import support
from browser import rendered, server
from report_page import ReportPage

DESK, COMPACT = (1280, 900), (390, 844)


class EngineTest:
    """What tests share that run once in each engine; `in_each` makes a class for each of them."""

    engine = None
    browsers = {}   # the browser of each engine: all classes share it, because it takes seconds to start

    @property
    def browser(self):
        return self.browsers.get(self.engine)

    @classmethod
    def leave(cls, engine):
        if engine in cls.browsers:
            cls.browsers.pop(engine).close()

    def open(self, source, size=DESK, query="", fragment="", baseline=None):
        """Opens a page."""
        page = self.blank(size)
        page.open(server().address(rendered(source, baseline), "") + query + fragment)
        return page

    def blank(self, size=DESK):
        """A browser for a page, a new one where the last one has ended. Without the engine the test is skipped."""
        if self.browser is None:
            try:
                self.browsers[self.engine] = engines.start(self.engine)
            except engines.MissingEngine as missing:
                raise unittest.SkipTest(str(missing)) from missing
        self.browser.resize(*size)
        page = ReportPage(self.browser)
        self.addCleanup(self.forget)
        return page

    def forget(self):
        """Leaves the next test a device that remembers nothing."""
        if self.browser:
            ReportPage(self.browser).forget()

    def run(self, result=None):
        before = len(result.errors) + len(result.failures) if result else 0
        super().run(result)
        # After a failed test the state of the browser is unknown.
        if result and len(result.errors) + len(result.failures) > before:
            self.leave(self.engine)

    def assertAt(self, page, selector, **places):
        """Waits until an element stands at these places of the window, to two pixels; it may slide there."""
        wanted = "".join(f" && Math.abs(box.{side} - {place}) <= 2" for side, place in places.items())
        page.wait(f"(box => box{wanted})(document.querySelector({selector!r})?.getBoundingClientRect())")


@atexit.register
def leave_all():
    for engine in [*EngineTest.browsers]:
        EngineTest.leave(engine)


def in_each(tests):
    """A class of these tests for each engine, in the order of `engines.ENGINES`."""
    names = {"chromium": "InChromium", "firefox": "InFirefox", "webkit": "InWebKit"}
    return [type(names[engine], (tests, support.ProgramTest), {"engine": engine, "__module__": tests.__module__})
            for engine in engines.ENGINES]
