"""What the tests of the studio do in the browser."""


def stage(page, address, name):
    """Open an instrument and wait until it is on stage."""
    page.goto("about:blank")
    page.goto(f"{address}/#{name}")
    page.wait_for_function("name => globalThis.studio?.engine.plan?.name === name", arg=name)


def plan_of(page, name):
    """The plan of an instrument, as the server of the page gives it."""
    return page.evaluate("async (name) => (await fetch(`/plans/${name}.json`)).json()", name)
