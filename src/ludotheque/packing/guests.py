"""Guest games that go along: what other installed distributions offer through the entry points of `ludotheque.games`.

Their sources and texts become an archive like the house's own, with as much about each distribution as lets Python find it. Their
bots think there as ordinary Python: the library of kernels has none of theirs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from ludotheque.packing import source
from ludotheque.packing.library import stored
from ludotheque.packing.runtime import Missing
from ludotheque.rules.game import Game

GROUP = "ludotheque.games"
ABOUT = "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"


def archive() -> bytes:
    """Everything of all guests; an archive of nothing where there are none."""
    files: dict[str, bytes] = {}
    brought: dict[str, list[EntryPoint]] = defaultdict(list)
    for entry in entry_points(group=GROUP):
        files |= _files(entry)
        brought[_distribution(entry)].append(entry)
    for name, entries in sorted(brought.items()):
        version = "0" if entries[0].dist is None else entries[0].dist.version
        place = f"{name.replace('-', '_')}-{version}.dist-info"
        lines = "".join(f"{entry.name} = {entry.value}\n" for entry in entries)
        files[f"{place}/METADATA"] = ABOUT.format(name=name, version=version).encode()
        files[f"{place}/entry_points.txt"] = f"[{GROUP}]\n{lines}".encode()
    return stored(sorted(files.items()))


def _distribution(entry: EntryPoint) -> str:
    return entry.name if entry.dist is None else entry.dist.name


def _files(entry: EntryPoint) -> dict[str, bytes]:
    """The files of one guest by their place among installed packages: its game's folder, and what names the game."""
    game = entry.load()
    assert isinstance(game, Game)
    packages = {game.package, entry.module}
    top = {package.partition(".")[0] for package in packages}
    found = {name: path for package in packages for name, path in _of(package)}
    kept = set(source.loadable(found.values(), _root(game.package), source.AT_HAND | top))
    rules = f"{game.package.replace('.', '/')}/rules.py"
    if rules in found and found[rules] not in kept:
        raise Missing(f"the guest {game.package} imports what no page has: there are msgspec and Python there, and nothing else")
    return {name: path.read_bytes() for name, path in found.items() if path in kept}


def _of(package: str) -> Iterator[tuple[str, Path]]:
    """The files of a package, and those that only lead to it."""
    root = _root(package)
    parts = package.split(".")
    for depth in range(1, len(parts)):
        leading = root.joinpath(*parts[:depth], "__init__.py")
        if leading.exists():
            yield leading.relative_to(root).as_posix(), leading
    place = root.joinpath(*parts)
    inside = sorted(place.rglob("*")) if place.is_dir() else [place.with_suffix(".py")]
    for path in inside:
        if path.suffix in source.KINDS and not set(source.UNUSED) & set(path.relative_to(root).parts):
            yield path.relative_to(root).as_posix(), path


def _root(package: str) -> Path:
    """The folder from which a package is imported."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise Missing(f"the guest's package {package} has no files to take along")
    place = Path(spec.origin)
    return place.parents[len(package.split(".")) - (0 if place.name == "__init__.py" else 1)]
