"""Archives whose bytes depend on nothing but the files in them: no clock, no user, no order of a folder."""

import gzip
import hashlib
import io
import os
import tarfile
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Member:
    """A file of an archive: its path there, with `/`, what is in it, and whether it can be executed."""

    path: str
    data: bytes
    executable: bool = False

    @property
    def mode(self) -> int:
        return 0o755 if self.executable else 0o644


def files_of(folder: Path, below: str) -> list[Member]:
    """Returns all files of a folder as members below a path."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return [Member(f"{below}/{path.relative_to(folder).as_posix()}", path.read_bytes()) for path in found]


def write(archive: Path, members: list[Member]) -> None:
    """Writes members in the order of their paths as .zip or .tar.gz (.tgz), as the name of the archive says."""
    members = sorted(members, key=lambda member: member.path)
    archive.parent.mkdir(parents=True, exist_ok=True)
    archive.write_bytes(_zip(members) if archive.suffix == ".zip" else _tar(members))


def checksums(folder: Path) -> str:
    """Returns the SHA-256 sums of the files in a folder, in the form of sha256sum."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name != "SHA256SUMS")
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def _moment() -> int:
    """The time of all members: SOURCE_DATE_EPOCH, else the beginning of 1980, the first that a zip archive can state."""
    return int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))


def _tar(members: list[Member]) -> bytes:
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for member in members:
            entry = tarfile.TarInfo(member.path)
            entry.size, entry.mode, entry.mtime = len(member.data), member.mode, _moment()
            tar.addfile(entry, io.BytesIO(member.data))
    return gzip.compress(plain.getvalue(), mtime=0)


def _zip(members: list[Member]) -> bytes:
    plain = io.BytesIO()
    with zipfile.ZipFile(plain, "w", zipfile.ZIP_DEFLATED) as archive:
        for member in members:
            entry = zipfile.ZipInfo(member.path, time.gmtime(_moment())[:6])
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, (0o100000 | member.mode) << 16
            archive.writestr(entry, member.data)
    return plain.getvalue()
