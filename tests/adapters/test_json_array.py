"""Huge JSON arrays one element at a time: exact when sound, and losing only what is broken."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters._reading import json_array
from adapters._reading.json_array import Broken, Element, elements

ROWS = [{"id": n, "name": f"row {n}", "more": ["[", "}", '"', "\\", {"x": [n]}]} for n in range(6)]


@pytest.fixture(params=[1, 7, 1 << 20], ids=["blocks of 1", "blocks of 7", "blocks of 1 MB"])
def blocks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(json_array, "BLOCK", request.param)
    monkeypatch.setattr(json_array, "FIRST_BLOCK", min(request.param, 1 << 14))
    return request.param  # type: ignore[no-any-return]


def read(data: bytes, keys: tuple[str, ...] = (), after: bytes = b"") -> list[Element | Broken]:
    return list(elements(io.BytesIO(data), keys, after))


def values(found: list[Element | Broken]) -> list[Any]:
    """The values, and what is said of the broken ones."""
    return [one.value if isinstance(one, Element) else one.what for one in found]


SHAPES = {
    "an array": (json.dumps(ROWS), (), b""),
    "indented": (json.dumps(ROWS, indent=2), (), b""),
    "under a key": (json.dumps({"n": {"rows": 1}, "rows": ROWS, "after": [1]}), ("rows",), b""),
    "after a marker": (f"<script>var rows = {json.dumps(ROWS)};</script>", (), b"var rows ="),
    "a line each": ("\n".join(map(json.dumps, ROWS)), (), b""),
    "with a byte order mark": ("\ufeff" + json.dumps(ROWS), (), b""),
}


@pytest.mark.parametrize("text, keys, after", SHAPES.values(), ids=SHAPES)
def test_shapes(blocks: int, text: str, keys: tuple[str, ...], after: bytes) -> None:
    """The same elements in every wrapping, whatever the size of the blocks read."""
    assert values(read(text.encode(), keys, after)) == ROWS


def test_a_lone_object_is_one_element(blocks: int) -> None:
    """Also where a key that is looked for is not there."""
    assert values(read(json.dumps(ROWS[0]).encode(), ("rows",))) == [ROWS[0]]


@pytest.mark.parametrize("data", [b"", b"[]", b"  [ ] ", b"{}", b'{"rows": []}'])
def test_nothing_to_read(data: bytes) -> None:
    """An empty array has no element; an empty object without the key is one."""
    assert values(read(data, ("rows",))) == ([{}] if data == b"{}" else [])


def test_offsets_lead_to_the_element() -> None:
    """Index and byte offset are those of the file."""
    data = json.dumps(ROWS).encode()
    for number, found in enumerate(read(data)):
        assert found.index == number
        assert json.JSONDecoder().raw_decode(data[found.offset :].decode())[0] == ROWS[number]


@pytest.mark.parametrize(
    "broken, said",
    [
        ('{"id": 9, "name": nope}', ["unreadable element"]),
        ("7", ["unreadable element"]),
        ('null, "a, b", 3', ["unreadable element"] * 3),
        ('{"id": 9, "name": "cut', ["torn element"]),
        ('{"id": 9, "name": "x", "more": [1, 2', ["torn element"]),
        ('{"id": 9, "name": "x", "more": ["\\"]}', ["torn element"]),
        ('{"id": 9}}', ["unreadable element"]),
    ],
)
def test_a_broken_element_costs_itself(blocks: int, broken: str, said: list[str]) -> None:
    """Reading goes on at the next element, even when brackets or quotes are left open."""
    before, after = json.dumps(ROWS[:2])[:-1], json.dumps(ROWS[2:])[1:]
    found = values(read(f"{before}, {broken}, {after}".encode()))
    assert [one for one in found if isinstance(one, dict) and "more" in one] == ROWS
    assert [one for one in found if isinstance(one, str)] == said


def test_an_array_without_end_says_so(blocks: int) -> None:
    """Cut within an element or between two."""
    data = json.dumps(ROWS).encode()
    assert values(read(data[:-9])) == [*ROWS[:-1], "cut short"]
    assert values(read(data[:-1])) == [*ROWS, "cut short"]


def test_an_element_without_end_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the largest size allowed it counts as torn, though its end may never come."""
    monkeypatch.setattr(json_array, "MAX_ELEMENT", 2000)
    monkeypatch.setattr(json_array, "BLOCK", 100)
    torn = '{"id": 9, "name": "x", "more": ["' + "y" * 50_000
    data = f"[{json.dumps(ROWS[0])}, {torn}, {json.dumps(ROWS[1])}]".encode()
    source = json_array._Source(io.BytesIO(data))
    assert values(read(data)) == [ROWS[0], "torn element", ROWS[1]]
    assert len(source.data) <= 2000


def test_what_orjson_refuses_is_read(blocks: int) -> None:
    """Lone surrogates, NaN, huge integers, raw control characters, broken UTF-8, a key twice."""
    data = b'[{"a": "\\ud83d", "b": NaN, "c": 123456789012345678901234567890, "d": "x\ty", "e": "\xff", "a": 1}]'
    (found,) = values(read(data))
    assert found["a"] == 1 and found["b"] != found["b"]
    assert (found["c"], found["d"], found["e"]) == (123456789012345678901234567890, "x\ty", "\ufffd")


def test_deep_nesting_is_a_value() -> None:
    """A thousand brackets cost their element, not the run."""
    deep = "[" * 100_000 + "]" * 100_000
    data = f'[{{"id": 1, "name": {deep}}}, {json.dumps(ROWS[0])}]'.encode()
    assert values(read(data)) == ["unreadable element", ROWS[0]]


class Failing(io.BytesIO):
    def read(self, size: int | None = -1) -> bytes:
        data = super().read(50)
        if not data:
            raise OSError("the disk is gone")
        return data


def test_a_failing_stream_gives_what_came_before() -> None:
    """Everything read is told first, then the stream's own error."""
    data = json.dumps(ROWS).encode()[:-9]
    found: list[Element | Broken] = []
    with pytest.raises(OSError, match="the disk is gone"):
        for one in elements(Failing(data)):
            found.append(one)
    assert values(found) == ROWS[:-1]


TEXT = st.text(alphabet=st.sampled_from('ab"\\{}[],:\n é😀\u2028'))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXT,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(alphabet='a"\\{[', max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(deadline=None, max_examples=150)
@given(
    rows=st.lists(st.dictionaries(st.text(alphabet='k"\\', max_size=3), JSON, max_size=4), max_size=5),
    block=st.integers(1, 40),
    ascii_only=st.booleans(),
    indent=st.sampled_from([None, 0, 2]),
)
def test_any_array_reads_as_json_reads_it(rows: list[Any], block: int, ascii_only: bool, indent: int | None) -> None:
    """Against the standard parser, with blocks that cut strings, escapes and characters anywhere."""
    data = json.dumps(rows, ensure_ascii=ascii_only, indent=indent).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_array, "BLOCK", block)
        patch.setattr(json_array, "FIRST_BLOCK", block)
        assert values(read(data)) == rows


@settings(deadline=None, max_examples=150)
@given(data=st.binary(max_size=200), start=st.sampled_from([b"", b"[", b'[{"id": 1, "name": 2}, ', b'{"rows": [']))
def test_any_bytes_end(data: bytes, start: bytes) -> None:
    """Noise ends, as values, with indices that count up."""
    found = read(start + data, ("rows",))
    assert [one.index for one in found] == list(range(len(found)))


@settings(deadline=None, max_examples=100)
@given(at=st.integers(0, 400), gone=st.integers(1, 60))
def test_a_hole_loses_only_its_neighbours(at: int, gone: int) -> None:
    """Bytes cut out of the middle: elements wholly before the hole are exact, and some after it are found again."""
    data = json.dumps(ROWS).encode()
    starts = [one.offset for one in read(data)]
    found = values(read(data[:at] + data[at + gone :]))
    before = sum(1 for start in starts if start < at) - 1
    assert found[: max(before, 0)] == ROWS[: max(before, 0)]
    if before >= 1 and at + gone < starts[-1]:
        assert ROWS[-1] in found
