"""A browser and fonts for the tests are looked for, fetched or installed, and if there is none, the run says so."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from . import machine

STARTS, LACKS_A_LIBRARY = "exit 0", "echo error while loading shared libraries >&2; exit 127"
CAN_APT = "apt-get installs {}: one to three minutes."
FETCHES = "Playwright fetches a Chromium: some 180 MB, about a minute."
NO_FONTS = "No Noto fonts for Chinese, Japanese and Korean: names in them are drawn without."


class Bare(NamedTuple):
    """A machine with nothing on its PATH."""

    bin: Path
    own: Path
    """Where Playwright has its browser."""
    fonts: Path

    def program(self, name: str, script: str) -> Path:
        path = self.own if name == "own" else self.bin / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    def fetched(self, script: str = "echo Error: there is no network >&2; exit 1") -> None:
        """What `python -m playwright install chromium` does."""
        self.program("python", script)

    def made(self, path: Path) -> str:
        """Shell that makes a program which starts."""
        return f"/bin/ln -s /bin/true '{path}'"

    def apt_get(self, install: str) -> None:
        self.program("apt-get", f"""case "$1" in install) {install};; esac""")


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bare]:
    bare = Bare(tmp_path / "bin", tmp_path / "own", tmp_path / "fonts")
    bare.bin.mkdir()
    bare.fonts.mkdir()
    monkeypatch.setenv("PATH", str(bare.bin))
    monkeypatch.setattr("sys.executable", str(bare.bin / "python"))
    monkeypatch.setattr(machine, "FONTS", (bare.fonts,))
    monkeypatch.setattr(machine, "_playwrights_own", lambda: str(bare.own))
    monkeypatch.setattr("os.geteuid", lambda: 0)
    bare.fetched()
    machine.find_browser.cache_clear()
    yield bare
    machine.find_browser.cache_clear()


def prepared(capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    return machine.main(), capsys.readouterr().out.splitlines()


def test_one_that_is_installed_is_taken(bare: Bare, capsys: pytest.CaptureFixture[str]) -> None:
    (bare.fonts / "NotoSansCJK-Bold.ttc").touch()
    bare.program("chromium", LACKS_A_LIBRARY)
    path = bare.program("google-chrome", STARTS)
    assert prepared(capsys) == (0, [f"Chromium: {path}"])


def test_one_that_playwright_has_is_taken(bare: Bare, capsys: pytest.CaptureFixture[str]) -> None:
    bare.program("own", STARTS)
    assert prepared(capsys) == (0, [NO_FONTS, f"Chromium: {bare.own}"])


def test_playwright_fetches_one(bare: Bare, capsys: pytest.CaptureFixture[str]) -> None:
    bare.fetched(bare.made(bare.own))
    assert prepared(capsys) == (0, [FETCHES, NO_FONTS, f"Chromium: {bare.own}"])


@pytest.mark.parametrize("fetched", [True, False], ids=["it lacks its libraries", "it could not be fetched"])
def test_the_systems_package_is_installed_where_nobody_need_be_asked(
    bare: Bare, capsys: pytest.CaptureFixture[str], fetched: bool
) -> None:
    if fetched:
        bare.program("own", LACKS_A_LIBRARY)
        bare.fetched("exit 0")
    bare.apt_get(f"{bare.made(bare.bin / 'chromium')}; echo > '{bare.fonts}/NotoSansCJK-Bold.ttc'")
    failed = [] if fetched else ["That failed: Error: there is no network"]
    said = [FETCHES, *failed, CAN_APT.format("chromium and fonts"), f"Chromium: {bare.bin / 'chromium'}"]
    assert prepared(capsys) == (0, said)


def test_fonts_are_installed_beside_a_browser(bare: Bare, capsys: pytest.CaptureFixture[str]) -> None:
    path = bare.program("chromium", STARTS)
    bare.apt_get(f"echo > '{bare.fonts}/NotoSansCJK-Bold.ttc'")
    assert prepared(capsys) == (0, [CAN_APT.format("fonts"), f"Chromium: {path}"])


@pytest.mark.parametrize("root", [True, False])
def test_where_nothing_helps_it_is_told_what_to_install(
    bare: Bare, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, root: bool
) -> None:
    bare.apt_get("echo 'E: Unable to locate package chromium' >&2; exit 100")
    monkeypatch.setattr("os.geteuid", lambda: 0 if root else 1000)
    tried = [CAN_APT.format("chromium and fonts"), "That failed: E: Unable to locate package chromium"] if root else []
    status, said = prepared(capsys)
    assert (status, said[2:]) == (1, [*tried, NO_FONTS, machine.NO_BROWSER])


def test_a_machine_without_apt_get_is_told_the_same(bare: Bare, capsys: pytest.CaptureFixture[str]) -> None:
    assert prepared(capsys)[1][2:] == [NO_FONTS, machine.NO_BROWSER]


def test_a_run_without_a_browser_says_so_first_and_last_and_fails(tmp_path: Path) -> None:
    """Without xdist, too."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:xdist", "tests/local/test_page.py", "-k", "wrong_key"],
        env={**os.environ, "PATH": str(tmp_path), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)},
        cwd=Path(__file__).parents[1], capture_output=True, text=True,
    )  # fmt: skip
    lines = run.stdout.splitlines()
    assert lines[0] == machine.NO_BROWSER
    assert lines[-1].startswith("The page was not tested: ")
    assert run.returncode == 1
