"""What the tests of the studio do in the browser."""

import json


def told(page, function, given=None):
    """What a function answers on the page: as text, since of values that go one by one a hundred thousand take seconds."""
    return json.loads(page.evaluate(f"async (text) => JSON.stringify(await ({function})(JSON.parse(text)))", json.dumps(given)))


def stage(page, address, name):
    """Open an instrument and wait until it is on stage."""
    page.goto("about:blank")
    page.goto(f"{address}/#{name}")
    page.wait_for_function("name => globalThis.studio?.engine.plan?.name === name", arg=name)


def plan_of(page, name):
    """The plan of an instrument, as the server of the page gives it."""
    return told(page, "async (name) => (await fetch(`/plans/${name}.json`)).json()", name)
