//! The form of an entry: a mark, a hash of the payload, and the payload, compressed.

use xxhash_rust::xxh3::xxh3_128;

/// The first bytes of each entry.
const MARK: &[u8; 8] = b"csieve\x001";

/// The most bytes of a payload.
const MOST_BYTES: u32 = 1 << 30;

/// Returns the bytes of an entry.
pub(crate) fn packed(payload: &[u8]) -> Vec<u8> {
    let compressed = lz4_flex::compress_prepend_size(payload);
    let mut bytes = Vec::with_capacity(MARK.len() + 16 + compressed.len());
    bytes.extend_from_slice(MARK);
    bytes.extend_from_slice(&xxh3_128(&compressed).to_le_bytes());
    bytes.extend_from_slice(&compressed);
    bytes
}

/// Returns the payload of an entry; `None` if the entry is damaged.
pub(crate) fn unpacked(bytes: &[u8]) -> Option<Vec<u8>> {
    let (hash, compressed) = bytes.strip_prefix(MARK)?.split_first_chunk::<16>()?;
    let size = compressed.first_chunk::<4>()?;
    let is_whole =
        xxh3_128(compressed) == u128::from_le_bytes(*hash) && u32::from_le_bytes(*size) < MOST_BYTES;
    if is_whole { lz4_flex::decompress_size_prepended(compressed).ok() } else { None }
}
