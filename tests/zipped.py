"""Archives for tests: as programs make them, and as nobody should."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

_LOCAL, _CENTRAL, _END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"


def zipped(files: Mapping[str, bytes | str], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return an archive of the files; the same at any time, for its bytes may be part of a test's name."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", packing) as archive:
        for name, held in files.items():
            archive.writestr(zipfile.ZipInfo(name), held, packing)
    return content.getvalue()


class Put(NamedTuple):
    """An entry written by hand: anything about it may be a lie. None: what is true."""

    name: bytes
    content: bytes = b""
    flags: int = 0
    method: int = 8
    mode: int = 0
    size: int | None = None
    crc: int | None = None
    at: int | None = None
    packed: int | None = None


def written(entries: Sequence[Put]) -> bytes:
    """Return an archive with these entries; one that stands `at` a place has no bytes of its own."""
    body, table = b"", b""
    for entry in entries:
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packer.compress(entry.content) + packer.flush() if entry.method == 8 else entry.content
        sizes = (
            zlib.crc32(entry.content) if entry.crc is None else entry.crc,
            len(packed) if entry.packed is None else entry.packed,
            len(entry.content) if entry.size is None else entry.size,
        )
        shared = struct.pack("<HHHHH3L2H", 20, entry.flags, entry.method, 0, 33, *sizes, len(entry.name), 0)
        at = len(body) if entry.at is None else entry.at
        table += _CENTRAL + struct.pack("<H", 0x0314) + shared + struct.pack("<HHHLL", 0, 0, 0, entry.mode << 16, at)
        table += entry.name
        body += b"" if entry.at is not None else _LOCAL + shared + entry.name + packed
    end = struct.pack("<4H2LH", 0, 0, len(entries) & 0xFFFF, len(entries) & 0xFFFF, len(table), len(body), 0)
    return body + table + _END + end
