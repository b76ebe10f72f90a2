"""Zips of unknown origin: read whole when sound, as far as they go when torn, and never led outside."""

from __future__ import annotations

import io
import stat
import zipfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adapters._reading import zips
from adapters._reading.zips import Unreadable, is_zip, opened

PAGES = {"a.txt": b"alpha " * 50, "b.txt": b"beta " * 50, "c.txt": b"gamma " * 50}


def archive(files: dict[str, bytes], *, streamed: bool = False, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of these files; `streamed` as a server writes it, sizes after the data."""
    buffer: io.BytesIO = OneWay() if streamed else io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as made:
        for name, content in files.items():
            with made.open(name, "w") as member:
                member.write(content)
    return buffer.getvalue()


class OneWay(io.BytesIO):
    def seekable(self) -> bool:
        return False

    def seek(self, *_: int) -> int:
        raise OSError("one way")

    def tell(self) -> int:
        raise OSError("one way")


def contents(path: Path) -> tuple[dict[str, bytes], list[tuple[str, str]]]:
    """What can be read of each member, `…` at its end where it breaks off; and the faults."""
    found: dict[str, bytes] = {}
    with opened(path) as zipped:
        for member in zipped.members:
            data = b""
            try:
                with member.open() as stream:
                    while block := stream.read(64):
                        data += block
            except Unreadable:
                data += b"..."
            found[member.name] = data
        return found, [(fault.what, fault.detail) for fault in zipped.faults]


def refused(path: Path, content: bytes) -> list[str]:
    path.write_bytes(content)
    found, faults = contents(path)
    assert found == {}
    return [detail for what, detail in faults if what == "refused archive member"]


@pytest.mark.parametrize("streamed", [False, True])
def test_members_are_read_in_order(tmp_path: Path, streamed: bool) -> None:
    """Sorted by name, addressed below the archive, system litter left out."""
    path = tmp_path / "e.zip"
    litter = {"__MACOSX/._a.txt": b"x", ".DS_Store": b"x", "sub/._b.txt": b"x"}
    path.write_bytes(archive({**dict(reversed(PAGES.items())), **litter}, streamed=streamed))
    assert contents(path) == (PAGES, [])
    with opened(path) as zipped:
        assert [member.ref for member in zipped.members] == [f"{path}!{name}" for name in PAGES]


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../up.txt", "a/../../up.txt", "C:/x.txt", "..\\up.txt", "\\\\host\\x"]
)
def test_names_that_lead_outside_are_refused(tmp_path: Path, name: str) -> None:
    """Absolute, climbing, drives and network shares."""
    assert refused(tmp_path / "e.zip", archive({name: b"x"})) == ["its name leads outside the archive"]


def test_symbolic_links_are_not_followed(tmp_path: Path) -> None:
    """A member that is a link is refused, not read as its target."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        link = zipfile.ZipInfo("conversations.json")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        made.writestr(link, "/etc/passwd")
    assert refused(tmp_path / "e.zip", buffer.getvalue()) == ["it is a symbolic link"]


def test_a_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Expansion is capped, for one member and for the whole."""
    monkeypatch.setattr(zips, "FREE_SIZE", 1000)
    assert refused(tmp_path / "e.zip", archive({"zeros.json": bytes(1_000_000)}))[0].startswith("it expands ")
    monkeypatch.setattr(zips, "MAX_TOTAL", 500)
    (tmp_path / "e.zip").write_bytes(archive({"a": b"x" * 400, "b": b"y" * 400}))
    found, faults = contents(tmp_path / "e.zip")
    assert (list(found), faults) == (["a"], [("refused archive member", "the archive expands too far")])


def test_zips_within_zips_are_opened(tmp_path: Path) -> None:
    """Three deep; their members keep the outer folder and lead back through every archive."""
    path = tmp_path / "e.zip"
    path.write_bytes(archive({"in/part.zip": archive({"a.txt": b"x"})}))
    with opened(path) as zipped:
        (member,) = zipped.members
        assert (member.name, member.ref) == ("in/a.txt", f"{path}!in/part.zip!a.txt")
    deep = archive({"a.txt": b"x"})
    for _ in range(4):
        deep = archive({"n.zip": deep})
    assert refused(path, deep) == ["zips nested too deeply"]


@pytest.mark.parametrize("streamed", [False, True])
def test_a_zip_cut_short_gives_what_it_still_holds(tmp_path: Path, streamed: bool) -> None:
    """Whole members are whole, the last breaks off, and the fault says what is missing."""
    whole = archive(PAGES, streamed=streamed)
    path = tmp_path / "e.zip"
    path.write_bytes(whole[: whole.index(b"c.txt") + 12])
    found, faults = contents(path)
    assert (found["a.txt"], found["b.txt"]) == (PAGES["a.txt"], PAGES["b.txt"])
    assert found["c.txt"].endswith(b"...")
    detail = "2 of its files can be read; c.txt breaks off, and what came after is missing: download it again."
    assert faults == [("archive cut short", detail)]
    path.write_bytes(whole[:-10])
    found, faults = contents(path)
    assert found == PAGES and [what for what, _ in faults] == ["archive cut short"]


def test_a_damaged_member_is_told_by_its_reader(tmp_path: Path) -> None:
    """A wrong checksum, or an encrypted member, is Unreadable and nothing else."""
    whole = bytearray(archive({"a.txt": bytes(range(256)) * 40}, method=zipfile.ZIP_STORED))
    whole[5000] ^= 0xFF
    path = tmp_path / "e.zip"
    path.write_bytes(whole)
    assert contents(path)[0]["a.txt"].endswith(b"...")


@pytest.mark.parametrize("content", [b"", b"PK", b"not a zip at all", b"PK\x03\x04" + bytes(50)])
def test_what_is_no_zip(tmp_path: Path, content: bytes) -> None:
    """No member, no exception; a fault says that it is damaged."""
    path = tmp_path / "e.zip"
    path.write_bytes(content)
    assert contents(path) == ({}, [("damaged archive", "No file in it.")])
    assert is_zip(path) == content.startswith(b"PK\x03\x04")
    assert not is_zip(tmp_path / "missing.zip")


@settings(deadline=None, max_examples=60)
@given(cut=st.floats(0, 1), streamed=st.booleans(), flips=st.lists(st.tuples(st.floats(0, 0.999), st.integers(1, 255))))
def test_any_damage_is_a_value(
    tmp_path_factory: pytest.TempPathFactory, cut: float, streamed: bool, flips: list[tuple[float, int]]
) -> None:
    """Cut anywhere and changed anywhere, a zip never raises anything but Unreadable, and only when read."""
    whole = bytearray(archive(PAGES, streamed=streamed))
    for place, value in flips[:5]:
        whole[int(place * len(whole))] ^= value
    path = tmp_path_factory.mktemp("zip") / "e.zip"
    path.write_bytes(whole[: int(cut * len(whole))])
    contents(path)


@settings(deadline=None, max_examples=40)
@given(cut=st.floats(0, 1), streamed=st.booleans())
@example(cut=0.25, streamed=False)  # within a member's name
def test_a_cut_invents_nothing(tmp_path_factory: pytest.TempPathFactory, cut: float, streamed: bool) -> None:
    """What is read of a cut archive is the beginning of what it held."""
    whole = archive(PAGES, streamed=streamed)
    path = tmp_path_factory.mktemp("zip") / "e.zip"
    path.write_bytes(whole[: int(cut * len(whole))])
    for name, data in contents(path)[0].items():
        assert PAGES[name].startswith(data.removesuffix(b"..."))


def test_zips_side_by_side_with_equal_names(tmp_path: Path) -> None:
    """Two exports zipped together: each keeps all its members, the second's below its own name."""
    path = tmp_path / "e.zip"
    inner = {"a.txt": b"1", "only.txt": b"1"}, {"a.txt": b"2"}
    path.write_bytes(archive({"x.zip": archive(inner[0]), "y.zip": archive(inner[1]), "z/a.txt": b"3"}))
    assert contents(path)[0] == {"a.txt": b"1", "only.txt": b"1", "y/a.txt": b"2", "z/a.txt": b"3"}
