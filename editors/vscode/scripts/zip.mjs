// Reads the names and modes of a zip archive's entries from its central directory.

const END = 0x06054b50;
const ENTRY = 0x02014b50;

export function entriesOf(archive) {
  let end = archive.length - 22;
  while (end >= 0 && archive.readUInt32LE(end) !== END) {
    end--;
  }
  if (end < 0) {
    throw new Error("this is no zip archive");
  }
  const entries = [];
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0 && archive.readUInt32LE(at) === ENTRY; count--) {
    const length = archive.readUInt16LE(at + 28);
    const mode = archive.readUInt32LE(at + 38) >>> 16;
    entries.push({ name: archive.toString("utf8", at + 46, at + 46 + length), mode });
    at += 46 + length + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}
