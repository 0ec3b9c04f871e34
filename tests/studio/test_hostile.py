"""What may not happen: files of the machine served, other sites obeyed, wrong presets and numbers heard."""

import http.client
import json
from urllib.parse import quote, urlsplit

import numpy as np
import pytest
from hands import hear, until

from rosin.studio.asking import LARGEST_REQUEST

pytestmark = pytest.mark.realtime

GOOD = {"instrument": "wineglass", "before": {}, "changes": {"gain": 3.0}}


def asked(address, path="/change", body=b"", method="POST", **headers):
    """(status, text) of a request whose path is sent as it is."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=120)
    connection.request(method, path, body=body, headers={"Content-Type": "application/json"} | headers)
    answer = connection.getresponse()
    found = answer.status, answer.read().decode("utf-8", "replace")
    connection.close()
    return found


class TestServer:
    def test_the_page_and_its_modules_are_served(self, address):
        assert asked(address, "/", method="GET")[0] == 200
        assert asked(address, "/plans/wineglass.json", method="GET")[0] == 200
        assert asked(address, body=json.dumps(GOOD).encode())[0] == 200

    @pytest.mark.parametrize(
        "path",
        [
            "/../server.py",
            "/%2e%2e/server.py",
            "/..%2fserver.py",
            "/page/../../server.py",
            "//etc/passwd",
            "/etc/passwd",
            "/plans/../../presets/wineglass.json",
            "/plans/%2e%2e%2fwineglass.json",
            "/modules/../index.html",
            "/stages/../../server.py",
            "/plans/nothing.json",
            "/.git/config",
        ],
    )
    def test_nothing_outside_the_site_is_served(self, address, path):
        status, text = asked(address, path, method="GET")
        assert status == 404
        assert "There is no such file" in text

    def test_another_origin_is_refused(self, address):
        body = json.dumps(GOOD).encode()
        assert asked(address, body=body, Origin="http://example.org")[0] == 403
        assert asked(address, body=body, Origin="null")[0] == 403
        assert asked(address, body=body, Origin=address)[0] == 200

    def test_another_host_name_is_refused(self, address):
        assert asked(address, "/", method="GET", Host="example.org")[0] == 400

    @pytest.mark.parametrize("path", ["/change", "/open", "/file", "/gesture"])
    def test_what_is_too_large_is_refused(self, address, path):
        assert asked(address, path, body=b" " * (LARGEST_REQUEST + 1))[0] == 413

    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"\xff\xfe",
            b"[]",
            b"null",
            b"[" * 100_000,
            b'{"instrument": "../../etc/passwd"}',
            b'{"instrument": "wineglass.json"}',
            b'{"instrument": {"format": "rosin-instrument"}}',
            b'{"instrument": ["wineglass"]}',
            b'{"instrument": "wineglass", "before": []}',
            b'{"instrument": "wineglass", "made": 1, "changes": {}}',
            b'{"instrument": "wineglass", "changes": {"gain": NaN}}',
            b'{"instrument": "wineglass", "changes": {"gain": 1e999}}',
            b'{"instrument": "wineglass", "changes": {"gain": "loud"}}',
            b'{"instrument": "wineglass", "changes": {"__class__": 1}}',
            b'{"instrument": "wineglass", "changes": {"setup.__init__": 1}}',
            b'{"instrument": "wineglass", "more": 1}',
        ],
    )
    def test_what_is_malformed_is_refused_in_words(self, address, body):
        status, text = asked(address, body=body)
        assert status == 400
        assert 10 < len(text) < 1000
        assert "Traceback" not in text

    def test_it_tells_browsers_to_keep_others_out(self, address):
        connection = http.client.HTTPConnection(urlsplit(address).netloc)
        connection.request("GET", "/")
        headers = connection.getresponse().headers
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Access-Control-Allow-Origin" not in headers
        connection.close()


class TestLinks:
    @pytest.mark.parametrize(
        "link",
        [
            "#nothing",
            "#wineglass?" + quote("{"),
            "#wineglass?" + quote("[1]"),
            "#wineglass?" + quote('{"gain": 1e9}'),
            "#wineglass?" + quote('{"no.such": 1}'),
            "#wineglass?" + quote('{"gain": "<img src=x onerror=alert(1)>"}'),
            "#?" + quote('{"instrument": {"format": "rosin-instrument"}}'),
            "#?" + quote("{}"),
            "#%E0%A4%A",
        ],
    )
    def test_a_wrong_link_is_told_and_the_page_still_plays(self, page, address, link):
        page.goto(f"{address}/{link}")
        until(page, "globalThis.studio?.engine.plan", seconds=120)
        assert page.inner_text("#message")
        assert page.locator("#message img").count() == 0
        assert page.evaluate("studio.engine.plan.name") == "wineglass"
        page.click("#power")
        until(page, "studio.engine.context?.state === 'running' && studio.engine.ready")
        page.click("#replay")
        assert np.abs(hear(page, 1.0)).max() > 1e-3


class TestAudioThread:
    def test_no_control_makes_it_loud_or_deaf(self, studio):
        """Not even numbers that the page itself would never send."""
        page = studio("wineglass")
        page.evaluate(
            """() => {
              const {engine} = studio;
              for (const value of [NaN, Infinity, -Infinity, 1e300, -1e300, "3", null, undefined])
                for (const name of ["velocity", "normal_force", "position", "nothing"]) {
                  engine.control("hand", name, value);
                  engine.node.port.postMessage({kind: "control", layer: 0, name, value});
                  engine.node.port.postMessage({kind: "jump", layer: 7, name, value});
                  engine.node.port.postMessage({kind: "strike", layer: 0, name, value});
                }
              const odd = [3, "x", {}, {kind: "gain", layer: 0, value: NaN}, {kind: "rows", layer: 9}, {kind: "update", layer: 9}];
              for (const message of odd) engine.node.port.postMessage(message);
            }"""
        )
        wild = hear(page, 0.5)
        assert np.isfinite(wild).all()
        assert np.abs(wild).max() <= 1.0
        page.evaluate("studio.engine.release()")
        page.evaluate("studio.engine.restart()")
        page.click("#replay")
        sound = hear(page, 1.5)
        assert np.isfinite(sound).all()
        assert 1e-3 < np.abs(sound).max() <= 1.0

    def test_an_instrument_whose_memory_breaks_is_muted_and_begins_anew(self, studio):
        page = studio("wineglass")
        page.click("#replay")
        assert np.abs(hear(page, 0.5)).max() > 0
        page.evaluate(
            """() => {
              const {engine} = studio;
              const [address, many] = Object.values(engine.plan.layers)[0].arrays["resonator.s"];
              engine.node.port.postMessage({kind: "update", of: "voice", layer: 0, memory: [[address, Array(many).fill(NaN)]]});
            }"""
        )
        broken = hear(page, 0.3)
        assert np.isfinite(broken).all()
        assert np.abs(broken).max() <= 1
        until(page, "document.getElementById('message').textContent.includes('muted')")
        page.click("#replay")
        page.click("#replay")
        assert np.abs(hear(page, 1.5)).max() > 1e-3
