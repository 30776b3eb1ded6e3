"""A headless Chromium for tests, spoken to through its debugging pipe.

It loads a page as a phone or a laptop would, and tells what the page asked for, what
went wrong, and how wide it is.
"""

import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = "chromium", "chromium-browser", "google-chrome", "chrome"
PATH = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync "
    "--disable-dev-shm-usage --hide-scrollbars --remote-debugging-pipe"
).split()


class Browser:
    """One Chromium; close it, or use it in a with statement."""

    def __init__(self, timeout=30):
        self.timeout, self.number, self.events, self.rest = timeout, 0, [], b""
        self.session = {}
        self.folder = tempfile.mkdtemp()
        there, self.write_end = os.pipe()
        self.read_end, back = os.pipe()
        # Chromium reads commands from file 3 and writes answers to file 4.
        script = f'exec "$0" "$@" 3<&{there} 4>&{back}'
        command = ["bash", "-c", script, PATH, *FLAGS, f"--user-data-dir={self.folder}"]
        self.process = subprocess.Popen(
            command,
            pass_fds=(there, back),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(there)
        os.close(back)
        target = self("Target.createTarget", url="about:blank")["targetId"]
        attached = self("Target.attachToTarget", targetId=target, flatten=True)
        self.session = {"sessionId": attached["sessionId"]}
        for domain in ("Page", "Network", "Log", "Runtime"):
            self(f"{domain}.enable")

    def __call__(self, method, **params):
        """Send a command and return its result; events are kept in self.events."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        os.write(self.write_end, json.dumps(message | self.session).encode() + b"\0")
        while (answer := self._next()).get("id") != self.number:
            self.events.append(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def _next(self):
        deadline = time.monotonic() + self.timeout
        while b"\0" not in self.rest:
            left = deadline - time.monotonic()
            if not select.select([self.read_end], [], [], max(left, 0))[0]:
                raise TimeoutError("Chromium does not answer")
            got = os.read(self.read_end, 1 << 20)
            if not got:
                raise RuntimeError("Chromium has ended")
            self.rest += got
        message, _, self.rest = self.rest.partition(b"\0")
        return json.loads(message)

    def load(self, address, width, height=800):
        """Load the page in a window of that width and wait until it is all there."""
        self(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self("Page.navigate", url="about:blank")
        self._until_loaded()
        self.events.clear()
        self("Page.navigate", url=address)
        self._until_loaded()
        # An answer to this comes after all events of what ran before.
        self(
            "Runtime.evaluate",
            expression="new Promise(r => setTimeout(r, 100))",
            awaitPromise=True,
        )

    def _until_loaded(self):
        while not self._seen("Page.loadEventFired"):
            self.events.append(self._next())

    def _seen(self, method):
        return [e["params"] for e in self.events if e["method"] == method]

    def value(self, expression):
        """What JavaScript gives on the page; an error in it is one of the test."""
        found = self("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def opened(self, address, width):
        """The page loaded: what it asked for beside itself, errors, how wide it is."""
        self.load(address, width)
        asked = [u for u in self.requests if not u.startswith(("data:", address))]
        wide = self.value("document.documentElement.scrollWidth")
        return asked, self.errors, wide

    @property
    def requests(self):
        """Every address the page asked for, or tried to, itself among them."""
        asked = self._seen("Network.requestWillBeSent")
        return [e["request"]["url"] for e in asked]

    @property
    def errors(self):
        """What was logged as an error or warning, or thrown, or blocked."""
        logged = [e["entry"] for e in self._seen("Log.entryAdded")]
        found = [e["text"] for e in logged if e["level"] in ("error", "warning")]
        thrown = self._seen("Runtime.exceptionThrown")
        found += [e["exceptionDetails"]["text"] for e in thrown]
        said = self._seen("Runtime.consoleAPICalled")
        return found + [str(e["args"]) for e in said if e["type"] == "error"]

    def close(self):
        try:
            self.session = {}
            self("Browser.close")
            self.process.wait(10)
        except (OSError, RuntimeError, TimeoutError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.read_end)
        os.close(self.write_end)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
