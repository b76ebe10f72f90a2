"""JSON Lines from crashing and concurrent writers: what is whole is read, what is lost is reported with its line."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any, BinaryIO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters._reading import jsonl
from adapters._reading.jsonl import Row, read_jsonl, read_stream
from compiler.records import Problem


def read(data: bytes, **options: Any) -> list[Row | Problem]:
    return list(read_stream(io.BytesIO(data), "log.jsonl", "test", **options))


def rows(data: bytes, **options: Any) -> list[tuple[int, dict[str, Any]]]:
    return [(row.number, row.value) for row in read(data, **options) if isinstance(row, Row)]


def problems(data: bytes, **options: Any) -> list[tuple[str, str]]:
    return [(entry.where, entry.what) for entry in read(data, **options) if isinstance(entry, Problem)]


@pytest.mark.parametrize(
    "data",
    [
        b'{"a":1}\n{"a":2}\n',
        b'{"a":1}\n{"a":2}',
        b'\xef\xbb\xbf{"a":1}\r\n{"a":2}\r\n',
        b'  {"a":1}  \n{"a":2}\x00\x00\n',
    ],
    ids=["plain", "no last newline", "BOM and CRLF", "padding"],
)
def test_intact_lines_need_no_report(data: bytes) -> None:
    """Byte order marks, Windows line ends, padding and a missing last newline cost nothing."""
    assert read(data) == [Row(1, {"a": 1}), Row(2, {"a": 2})]


def test_blank_lines_keep_the_count() -> None:
    """An empty line is nothing, but the next record's number still points at its line in the file."""
    assert read(b'\n\r\n{"a":1}\n') == [Row(3, {"a": 1})]


def test_only_newline_ends_a_line() -> None:
    """U+2028, U+2029 and U+0085 inside a string are text."""
    word = "one\u2028two\u2029three\u0085four"
    assert rows(json.dumps({"t": word}, ensure_ascii=False).encode() + b"\n") == [(1, {"t": word})]


def test_two_records_on_one_line() -> None:
    """Two whole records that share a line are both read, and nothing is reported as lost."""
    assert read(b'{"a":1}{"a":2}\n') == [Row(1, {"a": 1}), Row(1, {"a": 2})]


def test_many_records_on_one_line() -> None:
    """A file without newlines is read record by record, in time that grows with its length alone."""
    assert len(rows(b'{"a":1}' * 200_000 + b'{"torn')) == 200_000


def test_torn_half_before_a_whole_record() -> None:
    """A crashed append followed by a whole record: the record is read, the half is reported."""
    data = b'{"a":1}\n{"text":"cut of{"a":2}\n{"a":3}\n'
    assert rows(data) == [(1, {"a": 1}), (2, {"a": 2}), (3, {"a": 3})]
    assert problems(data) == [("log.jsonl:2", "torn line")]


def test_part_of_a_torn_record_is_no_record() -> None:
    """An object nested in a torn record does not come out as a record of its own."""
    data = b'{"message":{"content":[{"type":"text"},{"type":"ima\n'
    assert rows(data) == []
    assert problems(data) == [("log.jsonl:1", "torn line")]


def test_whole_record_inside_an_interleaved_one() -> None:
    """With a test for what a record is, one written in the middle of another survives."""
    data = b'{"kind":"a","text":"first {"kind":"b","n":1} half"}\n'
    assert rows(data, whole=lambda value: "kind" in value) == [(1, {"kind": "b", "n": 1})]
    assert problems(data, whole=lambda value: "kind" in value) == [("log.jsonl:1", "torn line")]


def test_last_line_still_being_written() -> None:
    """A cut last line without a newline is called unfinished: the next run will find it whole."""
    data = b'{"a":1}\n{"a":"still wri'
    assert rows(data) == [(1, {"a": 1})]
    assert problems(data) == [("log.jsonl:2", "unfinished last line")]


def test_nul_bytes() -> None:
    """A run of NUL bytes is stripped from a record, and reported where it stands alone."""
    assert read(b'\x00\x00{"a":1}\n{"a":"x\x00y"}\n') == [Row(1, {"a": 1}), Row(2, {"a": "xy"})]
    assert problems(b"\x00\x00\x00\n") == [("log.jsonl:1", "NUL bytes")]


def test_lone_surrogates_become_replacement_characters() -> None:
    """Half an emoji cannot be written anywhere; a whole one written as two escapes stays an emoji."""
    assert rows(b'{"t":"\\ud83d!","k\\ud83d":["\\ud83d\\ude00"]}\n') == [(1, {"t": "\ufffd!", "k\ufffd": ["😀"]})]


def test_invalid_utf8_is_replaced() -> None:
    """Bytes that are not UTF-8 cost themselves alone."""
    assert rows(b'{"t":"caf\xe9"}\n') == [(1, {"t": "caf\ufffd"})]


def test_values_that_are_no_objects() -> None:
    """A number or list on a line is reported, not handed on."""
    assert read(b"[1]\n7\n") == [
        Problem("test", "log.jsonl:1", "not a record", "a JSON list, no object"),
        Problem("test", "log.jsonl:2", "not a record", "a JSON int, no object"),
    ]


def test_deep_nesting_is_a_problem_not_a_crash() -> None:
    """A hundred thousand open brackets end as one Problem, and the next line is read."""
    data = b'{"a":' * 100_000 + b"\n" + b'{"a":1}\n'
    assert rows(data) == [(2, {"a": 1})]
    assert problems(data) == [("log.jsonl:1", "torn line")]


def test_skipped_lines_are_not_parsed() -> None:
    """A line the caller sniffs out never reaches the parser, so its damage is not reported."""
    assert read(b'{"progress":\n{"a":1}\n', skip=lambda line: b"progress" in line) == [Row(2, {"a": 1})]


def test_endless_line_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line beyond the limit is reported once; the record after it is read."""
    monkeypatch.setattr(jsonl, "LONGEST_LINE", 64)
    data = b'{"t":"' + b"x" * 500 + b'"}\n{"a":1}\n'
    assert rows(data) == [(2, {"a": 1})]
    assert problems(data) == [("log.jsonl:1", "line too long")]


def test_missing_and_failing_files(tmp_path: Any) -> None:
    """A file that cannot be opened, or fails while it is read, is a Problem; what was read before stays."""

    class Failing(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            line = super().readline(size)
            if not line:
                raise OSError(5, "Input/output error")
            return line

    missing = tmp_path / "gone.jsonl"
    assert list(read_jsonl(missing, "test")) == [
        Problem("test", str(missing), "unreadable file", "No such file or directory")
    ]
    stream = read_stream(cast(BinaryIO, Failing(b'{"a":1}\n')), "log.jsonl", "test")
    assert next(stream) == Row(1, {"a": 1})
    assert [entry.what for entry in stream if isinstance(entry, Problem)] == ["unreadable file"]


@st.composite
def broken_files(draw: st.DrawFn) -> tuple[bytes, set[int]]:
    """A file of numbered records, some cut, some glued to the next; and the numbers of those left whole."""
    parts: list[bytes] = []
    whole: set[int] = set()
    for number in range(draw(st.integers(1, 12))):
        line = json.dumps({"n": number, "t": draw(st.text(max_size=12)), "in": {"n": -1}}).encode()
        if draw(st.booleans()):
            whole.add(number)
            parts.append(line + draw(st.sampled_from([b"\n", b"\r\n", b"\n\n", b"\x00\n"])))
        else:
            parts.append(line[: draw(st.integers(1, len(line) - 1))] + draw(st.sampled_from([b"", b"\n"])))
    return b"".join(parts), whole


@given(broken_files())
def test_no_intact_record_is_lost_beside_a_broken_one(case: tuple[bytes, set[int]]) -> None:
    """Whatever is cut around them, all intact records are read, and no part of a broken one passes for a record."""
    data, intact = case

    def is_record(value: dict[str, Any]) -> bool:
        return {"n", "t", "in"} <= value.keys()

    assert {value["n"] for _, value in rows(data, whole=is_record)} == intact


@given(st.binary(max_size=200))
def test_any_bytes_can_be_read(data: bytes) -> None:
    """No bytes whatever raise."""
    results: Iterator[Row | Problem] = iter(read(data))
    assert all(isinstance(entry, Row | Problem) for entry in results)
