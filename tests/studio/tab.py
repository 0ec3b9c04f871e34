"""A tab that one test takes after another: the page is loaded anew for each, but the browser keeps what it has compiled."""

import contextlib

SIZE = {"width": 1024, "height": 760}
LASTING = ("add_init_script", "expose_function", "emulate_media", "on", "route", "set_viewport_size")  # what a new page does not undo


class Tab:
    """At most one page of the studio at an address. What a test has done to it is wiped away; where that cannot be, it is closed.

    Its pages may have a script that begins them, and options; how long they wait at most is given in s.
    """

    def __init__(self, browser, address, script="", patience=30, **options):
        self.browser, self.address, self.script, self.patience, self.options = browser, address, script, patience, options
        self.page, self.wrong, self.held, self.spoiled = None, [], set(), False

    def taken(self):
        """The page, as if it were new."""
        self.wrong.clear()
        if self.page is None:
            self.page = self.browser.new_page(viewport=SIZE, reduced_motion="reduce", **self.options)
            self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
            self.page.add_init_script(self.script)
            self.held, self.spoiled = set(), False
            for name in LASTING:
                setattr(self.page, name, self._spoiling(getattr(self.page, name)))
            self.page.goto = self._noting(self.page.goto, self._leaving)
            keyboard = self.page.keyboard
            keyboard.down = self._noting(keyboard.down, self.held.add)
            keyboard.up = self._noting(keyboard.up, self.held.discard)
        self.page.set_default_timeout(1000 * self.patience)
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

    def _leaving(self, url):
        """What is kept elsewhere is not wiped away."""
        self.spoiled |= not url.startswith((self.address, "about:"))

    def _spoiling(self, method):
        def spoiling(*given, **named):
            self.spoiled = True
            return method(*given, **named)

        return spoiling

    @staticmethod
    def _noting(method, note):
        def noting(first, *given, **named):
            note(first)
            return method(first, *given, **named)

        return noting
