"""Chromium, driven over the DevTools protocol: just what html_check.py needs. Needs the Python package websocket-client."""

import base64
import json
import re
import shutil
import subprocess
import tempfile
import urllib.request

import websocket


class Chromium:
    """A browser without a window, and the one page that it has open."""

    def __init__(self):
        self.directory = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if not program:
            raise SystemExit("chromium is not installed")
        # The sandbox needs rights that a container does not give; what is opened is a report made here.
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--remote-debugging-port=0", "--remote-allow-origins=*", f"--user-data-dir={self.directory.name}",
             "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        address = None
        for line in self.process.stderr:
            address = re.search(r"ws://127\.0\.0\.1:(\d+)/", line)
            if address:
                break
        if not address:
            raise SystemExit("chromium ended before it could be reached")
        pages = json.load(urllib.request.urlopen(f"http://127.0.0.1:{address[1]}/json"))
        target = next(page for page in pages if page["type"] == "page")
        self.socket = websocket.create_connection(target["webSocketDebuggerUrl"], timeout=60)
        self.number = 0
        self.events = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.command(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        self.directory.cleanup()

    def command(self, method, **parameters):
        self.number += 1
        number = self.number
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.take(message)

    def take(self, message):
        # A page that asks something would wait for ever.
        if message["method"] == "Page.javascriptDialogOpening":
            self.number += 1
            self.socket.send(json.dumps({"id": self.number, "method": "Page.handleJavaScriptDialog",
                                         "params": {"accept": False}}))
        self.events.append(message)

    def happened(self, *methods):
        """What was told since the last page was opened."""
        return [event for event in self.events if event["method"] in methods]

    def evaluate(self, expression):
        result = self.command("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def open(self, path, width=1400, height=900, scheme="light", script=True):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.command("Emulation.setScriptExecutionDisabled", value=not script)
        self.events = []
        self.command("Page.navigate", url=path.as_uri())
        while not self.happened("Page.loadEventFired"):
            self.take(json.loads(self.socket.recv()))

    def reload(self):
        """Loads the open page anew, with the history that it has."""
        self.events = []
        self.command("Page.reload")
        while not self.happened("Page.loadEventFired"):
            self.take(json.loads(self.socket.recv()))

    def press(self, key):
        code = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "Tab": 9, "ArrowRight": 39, "ArrowLeft": 37,
                "End": 35, "Home": 36}.get(key, ord(key[0].upper()))
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        self.command("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
        self.command("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self.command("Page.captureScreenshot", format="png")["data"]))
