"""What docs/hosting.md tells people to run is run: the compose file's servers, and the ExecStart of the systemd unit."""

from __future__ import annotations

import configparser
import re
import shlex
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml  # type: ignore[import-untyped]

from ludotheque.server.config import Config
from ludotheque.server.run import END_WITHIN
from tests.familiar import CHANCY, QUICK
from tests.server.people import Guest
from tests.server.processes import ServerProcess
from tests.tables.backends import Redis, new_database

pytestmark = pytest.mark.anyio

PAGE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
INSTALLED = Path(sys.executable).with_name("ludotheque")
ORIGIN = "https://games.example.org"


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


COMPOSE: dict[str, Any] = yaml.safe_load(block("yaml"))
SERVICES = COMPOSE["services"]
SERVERS = ("one", "two")


class Documented(ServerProcess):
    """A server started by a command from the page, on a port of ours."""

    def __init__(self, folder: Path, command: list[str], environment: dict[str, str]) -> None:
        super().__init__(folder, environment={"HOME": str(folder), **environment})
        self._command = [str(INSTALLED), *command[1:], "--port", str(self.port)]

    def command(self) -> list[str]:
        return self._command


def test_the_compose_file_names_only_what_it_brings() -> None:
    database = SERVICES["postgres"]["environment"]
    for name in SERVERS:
        given = SERVICES[name]["environment"]
        user, password, holds = (database[f"POSTGRES_{what}"] for what in ("USER", "PASSWORD", "DB"))
        assert given["LUDOTHEQUE_DATABASE"] == f"postgresql://{user}:{password}@postgres/{holds}"
        assert urlsplit(given["LUDOTHEQUE_BUS"]).hostname in SERVICES
        subnet = COMPOSE["networks"]["default"]["ipam"]["config"][0]["subnet"]
        assert given["LUDOTHEQUE_TRUSTED_PROXY"] == subnet
        assert set(SERVICES[name]["depends_on"]) <= set(SERVICES)
    proxy = SERVICES["proxy"]["command"]
    assert [proxy[at + 1] for at, word in enumerate(proxy) if word == "--to"] == [f"{name}:{Config().port}" for name in SERVERS]
    assert f"https://{proxy[proxy.index('--from') + 1]}" == ORIGIN == SERVICES["one"]["environment"]["LUDOTHEQUE_ORIGIN"]
    named = {volume.split(":")[0] for service in SERVICES.values() for volume in service.get("volumes", ())}
    assert {name for name in named if not name.startswith(".")} == set(COMPOSE["volumes"])


async def test_the_servers_of_the_compose_file_play_together(tmp_path: Path, postgres: str, redis: Redis) -> None:
    assert SERVICES["postgres"]["image"] == "postgres:15"  # as in these tests
    database = urlsplit(await new_database(postgres))
    elsewhere = {
        "LUDOTHEQUE_DATABASE": lambda url: url.replace("@postgres/house", f"@{database.hostname}:{database.port}{database.path}"),
        "LUDOTHEQUE_BUS": lambda url: url.replace("redis://redis", redis.url),
        "LUDOTHEQUE_TRUSTED_PROXY": lambda _: "127.0.0.0/8",
    }
    servers = []
    for name in SERVERS:
        shell, flag, script = SERVICES[name]["command"]
        assert (shell, flag) == ("sh", "-c")
        command = shlex.split(script.rpartition("exec ")[2])
        assert command == ["ludotheque", "serve", "--host", "0.0.0.0"]
        given = SERVICES[name]["environment"]
        environment = {key: elsewhere.get(key, str)(value) for key, value in given.items()}
        assert all(environment[key] != given[key] for key in elsewhere)
        servers.append(Documented(tmp_path, [*command[:-1], "127.0.0.1"], environment))
    for server in servers:
        await server.start()
    forwarded = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https", "host": "games.example.org"}
    lea, tom = (Guest(server.url, ORIGIN, forwarded) for server in servers)
    for guest, name in ((lea, "Léa"), (tom, "Tom")):
        answer = await guest.http.post("/api/me", json={"name": name})
        cookie = answer.headers["set-cookie"]
        assert "secure" in cookie.lower()  # the proxy is believed
        guest.http.headers["cookie"] = guest.headers["cookie"] = cookie.split(";")[0]
        guest.http.cookies.clear()
    table = await lea.table(QUICK, "me", "open", first=0)
    await tom.post(f"/api/tables/{table}/join")
    await lea.post(f"/api/tables/{table}/start")
    pages = [await lea.page(table), await tom.page(table)]
    for seq in range(1, 9):
        acting = pages[pages[0].view["to_act"]]
        assert (await acting.move(acting.legal[0]["move"]))["type"] == "accepted"
        for page in pages:
            await page.until(lambda page, seq=seq: page.seq >= seq, 20)  # type: ignore[misc]
    assert (await lea.http.get("/metrics")).status_code == 403  # never through a proxy
    for guest in (lea, tom):
        await guest.close()
    for server in servers:
        server.terminate()
    assert not any("Traceback" in server.errors() for server in servers)


async def test_the_systemd_unit_starts_a_server_that_keeps_its_games_where_it_may_write(tmp_path: Path) -> None:
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(block("ini"))
    service = unit["Service"]
    command = shlex.split(service["ExecStart"])
    state = f"/var/lib/{service['StateDirectory']}"
    assert command == ["/opt/ludotheque/bin/ludotheque", "serve", "--data", state]
    name, _, cache = service["Environment"].partition("=")
    assert (name, cache) == ("XDG_CACHE_HOME", "/var/cache")
    assert service["CacheDirectory"] == "ludotheque"  # the house keeps its own in $XDG_CACHE_HOME/ludotheque
    server = Documented(tmp_path, [*command[:-1], str(tmp_path / "state")], {name: str(tmp_path / "cache")})
    await server.start()
    lea = Guest(server.url)
    await lea.introduce("Léa")
    await lea.table(CHANCY, "me", "me", start=True)
    await lea.close()
    server.terminate()
    assert float(service["TimeoutStopSec"]) > END_WITHIN
    assert (tmp_path / "state" / "house.sqlite3").exists()
    assert {path.name for path in tmp_path.iterdir()} <= {"state", "cache", f"server-{server.port}-1.log"}
