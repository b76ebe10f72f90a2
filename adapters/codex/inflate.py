"""A zstd file as a stream of bytes that knows whether its end was reached."""

from __future__ import annotations

import io
from typing import BinaryIO

_PIECE = 1 << 17


class Inflated(io.RawIOBase):
    """The content of one or more zstd frames. `whole` turns False where the last frame breaks off. Raises OSError
    on damage."""

    def __init__(self, file: BinaryIO) -> None:
        import zstandard  # not needed by the many who have no compressed session

        self._damage = zstandard.ZstdError
        self._new_frame = zstandard.ZstdDecompressor().decompressobj
        self._file, self._frame = file, self._new_frame()
        self._ready = self._behind = b""
        self.whole = True

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._ready:
            if self._frame.eof:
                self._behind, self._frame = self._frame.unused_data, self._new_frame()
                self.whole = True
            raw, self._behind = self._behind or self._file.read(_PIECE), b""
            if not raw:
                return 0
            try:
                self._ready = self._frame.decompress(raw)
            except self._damage as error:
                raise OSError(str(error)) from None
            self.whole = self._frame.eof
        count = min(len(buffer), len(self._ready))
        buffer[:count], self._ready = self._ready[:count], self._ready[count:]
        return count
