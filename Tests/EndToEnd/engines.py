"""Three browser engines behind one small interface, so that the same tests run in each of them.

    browser = start("firefox")
    browser.resize(1280, 900)
    browser.open(address)
    browser.click("#overview > .btn")
    browser.wait("location.hash === '#messages'")
    browser.close()

Chromium is driven by Playwright. Firefox and WebKitGTK are driven by WebDriver commands: Firefox takes them on its
Marionette socket, which needs no other program; WebKitGTK takes them from WebKitWebDriver, on a display of Xvfb.

All input is real: it goes through the browser as that of a mouse, a finger, a wheel or a keyboard does. WebKitGTK has no
fingers to give: there a mouse does what a finger does elsewhere.
"""
import base64
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

from support import free_port

ENGINES = ("chromium", "firefox", "webkit")
# The timeouts in seconds for starting a browser and for a command; a crashed browser never replies.
START, PATIENCE = 120, 60
# WebDriver's codes for keys that are not characters.
KEYS = {"Escape": "\ue00c", "Enter": "\ue007", "Tab": "\ue004", "ArrowDown": "\ue015", "ArrowUp": "\ue013",
        "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Shift": "\ue008", "Control": "\ue009", "Space": " "}
# Each command with its HTTP request and its Marionette name.
COMMANDS = {
    "navigate": ("POST", "url", "WebDriver:Navigate"),
    "back": ("POST", "back", "WebDriver:Back"),
    "resize": ("POST", "window/rect", "WebDriver:SetWindowRect"),
    "execute": ("POST", "execute/sync", "WebDriver:ExecuteScript"),
    "act": ("POST", "actions", "WebDriver:PerformActions"),
    "picture": ("GET", "screenshot", "WebDriver:TakeScreenshot"),
}


class EngineError(Exception):
    """The browser does not start, refused a command, or no longer answers."""


class MissingEngine(EngineError):
    """The browser or what drives it is not installed."""


def start(name, scheme="light"):
    """A running browser of the engine `name`, asked for less motion; raises MissingEngine where it is not installed.

    A start that fails is tried once more.
    """
    engine = {"chromium": Chromium, "firefox": Firefox, "webkit": WebKit}[name]
    try:
        return engine(scheme)
    except MissingEngine:
        raise
    except (EngineError, OSError):
        return engine(scheme)


def program(*names):
    for name in names:
        path = shutil.which(name)
        if path:
            return path
    raise MissingEngine(f"{names[0]} is not installed; bin/test installs it where the system has it")


def steps(start, end, count=8):
    """The places between two points where a pointer is seen on its way, the last one included; none where they are one."""
    (x0, y0), (x1, y1) = start, end
    if start == end:
        return []
    return [(x0 + (x1 - x0) * step / count, y0 + (y1 - y0) * step / count) for step in range(1, count + 1)]


class Engine:
    """What all engines can do. `evaluate` takes an expression; everything else is built on it and on a mouse."""

    def wait(self, condition, seconds=PATIENCE):
        """Waits until an expression is true, and returns its value."""
        end = time.monotonic() + seconds
        while True:
            value = self.evaluate(condition)
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"never true: {condition}")
            time.sleep(0.03)

    def open(self, address):
        # Browsers do not reload a page if only the fragment differs.
        self.navigate("about:blank")
        self.navigate(address)
        self.wait("document.readyState === 'complete'")

    def box(self, selector):
        """Where an element stands in the window: left, top, width, height."""
        found = self.evaluate(f"""(() => {{ const box = document.querySelector({json.dumps(selector)})?.getBoundingClientRect();
          return box && [box.left, box.top, box.width, box.height]; }})()""")
        assert found, f"nothing matches {selector}"
        return found

    def middle(self, selector):
        """The middle of an element, which is scrolled there first where it is not in the window or something covers it."""
        self.wait(f"!!document.querySelector({json.dumps(selector)})")
        self.evaluate(f"""(() => {{ const node = document.querySelector({json.dumps(selector)});
          const {{left, top, bottom, width, height}} = node.getBoundingClientRect();
          const there = document.elementFromPoint(left + width / 2, top + height / 2);
          const isCovered = !!there && !node.contains(there) && !there.contains(node) && !node.closest('dialog');
          if (top < 80 || bottom > innerHeight - 20 || isCovered)
            node.scrollIntoView({{block: 'center', inline: isCovered ? 'start' : 'nearest', behavior: 'instant'}});
        }})()""")
        left, top, width, height = self.box(selector)
        return left + width / 2, top + height / 2

    def click(self, selector):
        self.click_at(*self.middle(selector))

    def tap(self, selector):
        """Taps with a finger."""
        self.drag(*[self.middle(selector)] * 2, touch=True)


class Chromium(Engine):
    name = "chromium"

    def __init__(self, scheme):
        from playwright.sync_api import sync_playwright
        path = program("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        self.page = self.browser.new_page(color_scheme=scheme, reduced_motion="reduce")
        self.page.set_default_timeout(PATIENCE * 1000)

    def resize(self, width, height):
        self.page.set_viewport_size({"width": width, "height": height})

    def navigate(self, address):
        self.page.goto(address)

    def back(self):
        self.page.go_back()

    def evaluate(self, expression):
        return self.page.evaluate(expression)

    def click_at(self, x, y):
        self.page.mouse.click(x, y)

    def wheel(self, x, y, by):
        self.page.mouse.move(x, y)
        self.page.mouse.wheel(0, by)

    def drag(self, start, end, touch=False):
        path = steps(start, end)
        if touch:
            finger = self.page.context.new_cdp_session(self.page)
            for kind, points in (("touchStart", [start]), *(("touchMove", [point]) for point in path), ("touchEnd", [])):
                finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
            finger.detach()
            return
        self.page.mouse.move(*start)
        self.page.mouse.down()
        for x, y in path:
            self.page.mouse.move(x, y)
        self.page.mouse.up()

    def press(self, chord):
        self.page.keyboard.press(chord)

    def type(self, text):
        self.page.keyboard.type(text)

    def picture(self, path):
        self.page.screenshot(path=path)

    def close(self):
        self.browser.close()
        self.playwright.stop()


class WebDriver(Engine):
    """What Firefox and WebKitGTK have in common: a folder of their own, processes, and the commands of WebDriver."""

    def __init__(self, scheme):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"tidemark-{self.name}-"))
        self.processes = []
        try:
            self.begin(scheme)
        except BaseException:
            self.close()
            raise

    def launch(self, *words, **more):
        """Starts a program in a process group of its own, with this browser's folder as its home."""
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder),
                       "LANG": "C.UTF-8", **more.pop("environment", {})}
        log = (self.folder / f"{len(self.processes)}.log").open("wb")
        process = subprocess.Popen(words, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                   start_new_session=True, **more)
        self.processes.append(process)
        return process

    def wait_for(self, ready, what, seconds=START):
        """Waits until `ready()` returns a value, and returns that."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = ready()
            if value:
                return value
            if self.processes[-1].poll() is not None:
                raise EngineError(f"{what} ended with {self.processes[-1].returncode}: {self.logged()}")
            time.sleep(0.05)
        raise EngineError(f"{what} has not started within {seconds} s: {self.logged()}")

    def logged(self):
        return "\n".join(log.read_text("utf-8", "replace")[-1000:] for log in sorted(self.folder.glob("*.log")))

    def resize(self, width, height):
        """Makes the window so large that the page in it is `width` by `height`."""
        for _ in range(5):
            inner = self.evaluate("[innerWidth, innerHeight]")
            if inner == [width, height]:
                return
            self.outer = self.ask("resize", **{side: self.outer[side] + want - have for side, want, have in
                                               (("width", width, inner[0]), ("height", height, inner[1]))})
            # The page learns its size later; the next correction must not use the old one.
            end = time.monotonic() + 3
            while time.monotonic() < end:
                if self.evaluate("[innerWidth, innerHeight]") == [width, height]:
                    return
                time.sleep(0.02)
        raise EngineError(f"the window can't be {width} by {height}")

    def navigate(self, address):
        self.ask("navigate", url=address)

    def back(self):
        self.ask("back")

    def evaluate(self, expression):
        return self.ask("execute", script=f"return ({expression});", args=[])

    def click_at(self, x, y):
        self.drag((x, y), (x, y))

    def wheel(self, x, y, by):
        self.ask("act", actions=[{"type": "wheel", "id": "wheel", "actions": [
            {"type": "scroll", "x": round(x), "y": round(y), "deltaX": 0, "deltaY": by, "duration": 0}]}])

    def drag(self, start, end, touch=False):
        kind = "touch" if touch and self.has_fingers else "mouse"
        moves = [{"type": "pointerMove", "duration": 0, "origin": "viewport", "x": round(x), "y": round(y)}
                 for x, y in (start, *steps(start, end))]
        self.ask("act", actions=[{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": [
            moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]}])

    def press(self, chord):
        # "+" alone is a key, not a chord.
        keys = [KEYS.get(key, key) for key in (chord.split("+") if chord[1:] else chord)]
        self.strike([("keyDown", key) for key in keys] + [("keyUp", key) for key in reversed(keys)])

    def type(self, text):
        self.strike([(kind, sign) for sign in text for kind in ("keyDown", "keyUp")])

    def strike(self, strokes):
        self.ask("act", actions=[{"type": "key", "id": "keys", "actions": [
            {"type": kind, "value": key} for kind, key in strokes]}])

    def picture(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.ask("picture")))

    def close(self):
        for process in reversed(self.processes):
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Firefox(WebDriver):
    name = "firefox"
    has_fingers = True
    outer = {"width": 1280, "height": 1000}
    PREFERENCES = {
        "marionette.port": 0, "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
        "browser.startup.page": 0, "browser.startup.homepage_override.mstone": "ignore", "app.update.enabled": False,
        "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
        "extensions.getAddons.cache.enabled": False, "browser.safebrowsing.update.enabled": False,
        "services.settings.server": "http://127.0.0.1:9", "ui.useOverlayScrollbars": 0, "ui.prefersReducedMotion": 1,
    }

    def begin(self, scheme):
        profile = self.folder / "profile"
        profile.mkdir()
        preferences = self.PREFERENCES | {"layout.css.prefers-color-scheme.content-override": ["dark", "light"].index(scheme)}
        (profile / "user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items()))
        self.launch(program("firefox-esr", "firefox"), "--headless", "--no-remote", "--marionette", "--remote-allow-system-access",
                    "--profile", str(profile), "about:blank")
        port = profile / "MarionetteActivePort"
        self.wait_for(lambda: port.exists() and port.read_text().strip(), "Firefox")
        self.socket = socket.create_connection(("127.0.0.1", int(port.read_text())), timeout=START)
        self.stream = self.socket.makefile("rb")
        self.receive()
        self.count = 0
        self.send("WebDriver:NewSession", {})
        self.socket.settimeout(PATIENCE)
        # The toolbar sets a minimum width of the window. Tests do not need it.
        self.send("Marionette:SetContext", {"value": "chrome"})
        self.send("WebDriver:ExecuteScript", {"script": "document.documentElement.style.minWidth = '0'", "args": []})
        self.send("Marionette:SetContext", {"value": "content"})

    def receive(self):
        size = b""
        while not size.endswith(b":"):
            sign = self.stream.read(1)
            if not sign:
                raise EngineError(f"Firefox has ended: {self.logged()}")
            size += sign
        return json.loads(self.stream.read(int(size[:-1])))

    def send(self, name, parameters):
        self.count += 1
        words = json.dumps([0, self.count, name, parameters])
        try:
            self.socket.sendall(f"{len(words)}:{words}".encode())
            _, _, fault, result = self.receive()
        except OSError as error:
            raise EngineError(f"Firefox does not answer {name}: {error}") from error
        if fault:
            raise EngineError(f"{name}: {fault.get('error')}: {fault.get('message')}")
        return result

    def ask(self, command, **parameters):
        if command == "picture":
            parameters = {"full": False}
        result = self.send(COMMANDS[command][2], parameters)
        return result["value"] if isinstance(result, dict) and "value" in result else result


class WebKit(WebDriver):
    name = "webkit"
    has_fingers = False
    outer = {"width": 1280, "height": 1000}

    def begin(self, scheme):
        # The toolbar sets a minimum width of the window. Tests do not need it.
        styles = self.folder / ".config/gtk-3.0/gtk.css"
        styles.parent.mkdir(parents=True)
        styles.write_text("* { min-width: 0; padding: 0; border: 0; font-size: 1px; -gtk-icon-transform: scale(0); }")
        (styles.parent / "settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n")
        # Xvfb chooses its display; the driver gets a chosen port.
        reader, writer = os.pipe()
        with os.fdopen(reader) as told:
            os.set_blocking(reader, False)
            self.launch(program("Xvfb"), "-displayfd", str(writer), "-screen", "0", "1600x1200x24", "-nolisten", "tcp", pass_fds=[writer])
            os.close(writer)
            display = self.wait_for(lambda: (told.readline() or "").strip(), "Xvfb")
        port = free_port()
        self.base = f"http://127.0.0.1:{port}/session"
        self.launch(program("WebKitWebDriver"), f"--port={port}", environment={
            "DISPLAY": f":{display}", "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1",
            "NO_AT_BRIDGE": "1", "GTK_A11Y": "none", "GTK_THEME": "Adwaita" + (":dark" if scheme == "dark" else "")})
        self.wait_for(lambda: self.listens(port), "WebKitWebDriver")
        session = self.request("POST", "", {"capabilities": {"alwaysMatch": {}}}, START)
        self.base += "/" + session["sessionId"]

    def listens(self, port):
        with socket.socket() as knock:
            return knock.connect_ex(("127.0.0.1", port)) == 0

    def request(self, method, path, parameters, seconds=PATIENCE):
        asked = urllib.request.Request(self.base + (path and "/" + path), method=method, headers={"Content-Type": "application/json"},
                                       data=json.dumps(parameters).encode() if method == "POST" else None)
        try:
            with urllib.request.urlopen(asked, timeout=seconds) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise EngineError(f"{path}: {error.read().decode('utf-8', 'replace')[:500]}") from error
        except OSError as error:
            raise EngineError(f"WebKitGTK does not answer {path}: {error}") from error

    def ask(self, command, **parameters):
        method, path, _ = COMMANDS[command]
        return self.request(method, path, parameters)
