"""What tests need that pip does not bring: a Chromium for those that drive the page, fonts, and PostgreSQL.

`make browser` looks for them, and fetches or installs what is missing if nobody need be asked. Tests only look: without
a browser those of the page are skipped, and the run says so and fails.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import sync_playwright

from . import postgres

INSTALLED = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
FONTS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path("/Library/Fonts"))
FONT_PACKAGES = ("libfribidi0", "fonts-noto-cjk", "fonts-noto-color-emoji", "fonts-noto-core")
FETCH_SECONDS = 600
"""How long Playwright may fetch, on a slow line."""
NO_BROWSER = (
    "No Chromium: tests of the page are skipped. Install one with the system's package manager (for example "
    "`apt-get install chromium`); `make browser` says why it could not."
)


@functools.cache
def find_browser() -> str | None:
    """The path of a Chromium or Chrome that starts: an installed one, otherwise one that Playwright has fetched."""
    return next(filter(_starts, _candidates()), None)


def _candidates() -> Iterator[str]:
    yield from filter(None, map(shutil.which, INSTALLED))
    yield _playwrights_own()


def _playwrights_own() -> str:
    def path() -> str:
        with sync_playwright() as playwright:
            return playwright.chromium.executable_path

    # Playwright's blocking half refuses to run in a thread with an event loop.
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(path).result()


def _starts(path: str) -> bool:
    """Whether it is there and finds its libraries, which Playwright does not fetch."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _has_fonts() -> bool:
    return any(True for root in FONTS for _ in root.rglob("Noto*CJK*"))


def _fetch() -> None:
    say("Playwright fetches a Chromium: some 180 MB, about a minute.")
    fetch = [sys.executable, "-m", "playwright", "install", "chromium"]
    try:
        done = subprocess.run(fetch, capture_output=True, text=True, timeout=FETCH_SECONDS)
    except subprocess.TimeoutExpired:
        return say(f"It had not come after {FETCH_SECONDS // 60} minutes.")
    if done.returncode:
        why = next((line for line in (done.stderr + done.stdout).splitlines() if "Error" in line), "no reason given")
        say(f"That failed: {why.strip()}")


def _may_install() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def _install(what: str, *packages: str) -> None:
    say(f"apt-get installs {what}: one to three minutes.")
    options = ["-y", "-qq", "--no-install-recommends"]
    for command in (["update", "-qq"], ["install", *options, *packages]):
        unasked = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        done = subprocess.run(["apt-get", *command], capture_output=True, text=True, env=unasked)
        if done.returncode:
            why = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[-1]
            return say(f"That failed: {why}")


def say(line: str) -> None:
    print(line, flush=True)


def main() -> int:
    """Exit status 0 when there is a browser."""
    fonts = () if _has_fonts() else FONT_PACKAGES
    if find_browser() is None:
        _fetch()
        find_browser.cache_clear()
    chromium = () if find_browser() else ("chromium",)
    server = () if postgres.programs() else ("postgresql",)
    if (chromium or fonts or server) and _may_install():
        _install(" and ".join([*chromium, *(["fonts"] if fonts else []), *server]), *chromium, *fonts, *server)
        find_browser.cache_clear()
    if postgres.programs() is None:
        say("No PostgreSQL: tests of the store on it fail. Install it with the system's package manager.")
    if not _has_fonts():
        say("No Noto fonts for Chinese, Japanese and Korean: names in them are drawn without.")
    say(f"Chromium: {path}" if (path := find_browser()) else NO_BROWSER)
    return 0 if path else 1


if __name__ == "__main__":
    sys.exit(main())
