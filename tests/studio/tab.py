"""A tab that one test takes after another: the page is loaded anew for each, but the browser keeps what it has compiled."""

import contextlib

SIZE = {"width": 1024, "height": 760}
LASTING = ("add_init_script", "expose_function", "emulate_media", "on", "route", "set_viewport_size")  # what a new page does not undo


class Tab:
    """At most one page of the studio at an address. What a test has done to it is wiped away; where that cannot be, it is closed."""

    def __init__(self, browser, address):
        self.browser, self.address = browser, address
        self.page, self.wrong, self.held, self.spoiled = None, [], set(), False

    def taken(self):
        """The page, as if it were new."""
        self.wrong.clear()
        if self.page is None:
            self.page = self.browser.new_page(viewport=SIZE, reduced_motion="reduce")
            self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
            self.held, self.spoiled = set(), False
            for name in LASTING:
                setattr(self.page, name, self._spoiling(getattr(self.page, name)))
            keyboard = self.page.keyboard
            keyboard.down = self._noting(keyboard.down, self.held.add)
            keyboard.up = self._noting(keyboard.up, self.held.discard)
        return self.page

    def given_back(self):
        """After a test."""
        from playwright.sync_api import Error

        with contextlib.suppress(Error):
            if not self.spoiled:
                self._wiped()
                return
        self.close()

    def close(self):
        """The end of it."""
        if self.page is not None:
            self.page.close()
            self.page = None

    def _wiped(self):
        for key in [*self.held]:
            self.page.keyboard.up(key)
        self.page.mouse.move(0, 0)
        self.page.evaluate("sessionStorage.clear()")
        self.page.goto("about:blank")
        session = self.page.context.new_cdp_session(self.page)
        session.send("Storage.clearDataForOrigin", {"origin": self.address, "storageTypes": "all"})
        session.detach()

    def _spoiling(self, method):
        def spoiling(*given, **named):
            self.spoiled = True
            return method(*given, **named)

        return spoiling

    @staticmethod
    def _noting(method, note):
        def noting(key, *given):
            note(key)
            return method(key, *given)

        return noting
