"""Taking the house along: a pocket house that lies beside an ordinary one is handed out, and offered; nothing else is."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from ludotheque.cli import app
from ludotheque.server import taking
from tests.server.people import OpenHouse, open_house

pytestmark = pytest.mark.anyio

CODE = b"\0asm" + bytes(50_000)


def packed(folder: Path) -> Path:
    """Something that looks like a pocket house."""
    for name, data in {
        "index.html": b"<title>pocket</title>",
        "sw.js": b"// keeper",
        "pocket/files.json": b"{}",
        "pocket/pyodide.asm.wasm": CODE,
        ".vite/manifest.json": b"{}",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[OpenHouse]:
    (tmp_path / "secret.txt").write_text("of the house")
    async with open_house(tmp_path, pocket=packed(tmp_path / "pocket"), name="Chez Ada") as opened:
        yield opened


async def test_the_house_offers_what_there_is_to_take(house: OpenHouse) -> None:
    told = await (await house.guest()).get("/api/house")
    assert (told["name"], told["alone"]) == ("Chez Ada", False)
    assert told["pocket"] == len(b"<title>pocket</title>") + len(b"{}") + len(CODE), "what a device keeps, and no more"


async def test_its_files_are_handed_out_under_a_path_of_their_own(house: OpenHouse) -> None:
    async with httpx.AsyncClient(base_url=house.url) as http:
        moved = await http.get("/pocket")
        assert (moved.status_code, moved.headers["location"]) == (302, "/pocket/")
        page = await http.get("/pocket/")
        assert (page.text, page.headers["content-type"]) == ("<title>pocket</title>", "text/html; charset=utf-8")
        assert "'wasm-unsafe-eval'" in page.headers["content-security-policy"]
        assert "unsafe" not in (await http.get("/")).headers["content-security-policy"], "ordinary pages may not compile anything"
        code = await http.get("/pocket/pocket/pyodide.asm.wasm")
        assert (code.content, code.headers["content-type"]) == (CODE, "application/wasm")
        assert code.headers["content-encoding"] == "gzip"
        again = await http.get("/pocket/pocket/pyodide.asm.wasm", headers={"if-none-match": code.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        plain = await http.get("/pocket/pocket/pyodide.asm.wasm", headers={"accept-encoding": "identity"})
        assert (plain.content, "content-encoding" in plain.headers) == (CODE, False)
    assert len(gzip.compress(CODE)) < len(CODE)


@pytest.mark.parametrize("path", ["%2e%2e/secret.txt", "..%2fsecret.txt", "nothing.js", "pocket", "%00"])
async def test_nothing_but_its_files(house: OpenHouse, path: str) -> None:
    async with httpx.AsyncClient(base_url=house.url) as http:
        answer = await http.get(f"/pocket/{path}")
        assert answer.status_code in (400, 404)
        assert "of the house" not in answer.text


async def test_a_house_without_one_offers_nothing(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        assert (await (await house.guest()).get("/api/house"))["pocket"] == 0
        async with httpx.AsyncClient(base_url=house.url) as http:
            assert (await http.get("/pocket/pocket/files.json")).status_code == 404


def test_it_is_found_beside_the_games_before_a_clones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taking, "CLONE", tmp_path / "build")
    assert taking.usual_place(tmp_path) is None
    packed(tmp_path / "build")
    assert taking.usual_place(tmp_path) == tmp_path / "build"
    packed(tmp_path / "pocket")
    assert taking.usual_place(tmp_path) == tmp_path / "pocket"


def test_a_folder_that_is_none_is_not_opened(tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["serve", "--pocket", str(tmp_path), "--lang", "en"])
    assert told.exit_code == 2
    assert "is not a pocket house" in told.stderr
