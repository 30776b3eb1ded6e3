"""A headless Chromium for tests, spoken to through its debugging pipe."""

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
    """One Chromium, in a with statement."""

    def __enter__(self):
        self.number, self.events, self.rest, self.session = 0, [], b"", {}
        self.folder = tempfile.mkdtemp()
        there, self.write_end = os.pipe()
        self.read_end, back = os.pipe()
        # Chromium reads commands from file 3 and writes answers to file 4.
        script = f'exec "$0" "$@" 3<&{there} 4>&{back}'
        command = ["bash", "-c", script, PATH, *FLAGS, f"--user-data-dir={self.folder}"]
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(command, pass_fds=(there, back), **silent)
        os.close(there)
        os.close(back)
        target = self("Target.createTarget", url="about:blank")["targetId"]
        attached = self("Target.attachToTarget", targetId=target, flatten=True)
        self.session = {"sessionId": attached["sessionId"]}
        for domain in ("Page", "Network", "Log", "Runtime"):
            self(f"{domain}.enable")
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.read_end)
        os.close(self.write_end)
        shutil.rmtree(self.folder, ignore_errors=True)

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
        deadline = time.monotonic() + 30
        while b"\0" not in self.rest:
            left = max(deadline - time.monotonic(), 0)
            if not select.select([self.read_end], [], [], left)[0]:
                raise TimeoutError("Chromium does not answer")
            got = os.read(self.read_end, 1 << 20)
            if not got:
                raise RuntimeError("Chromium has ended")
            self.rest += got
        message, _, self.rest = self.rest.partition(b"\0")
        return json.loads(message)

    def load(self, address, width):
        """Load the page in a window of that width and wait until it is all there."""
        size = {"width": width, "height": 800, "deviceScaleFactor": 1}
        self("Emulation.setDeviceMetricsOverride", mobile=width < 600, **size)
        for page in ("about:blank", address):
            self.events.clear()
            self("Page.navigate", url=page)
            while not self._seen("Page.loadEventFired"):
                self.events.append(self._next())
        # An answer to this comes after all events of what ran before.
        wait = "new Promise(r => setTimeout(r, 100))"
        self("Runtime.evaluate", expression=wait, awaitPromise=True)

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
        urls = [e["request"]["url"] for e in self._seen("Network.requestWillBeSent")]
        asked = [url for url in urls if not url.startswith(("data:", address))]
        logged = [e["entry"] for e in self._seen("Log.entryAdded")]
        errors = [e["text"] for e in logged if e["level"] in ("error", "warning")]
        thrown = self._seen("Runtime.exceptionThrown")
        errors += [e["exceptionDetails"]["text"] for e in thrown]
        return asked, errors, self.value("document.documentElement.scrollWidth")
