//! Compressed files: gzip, xz and zstd on the way in, gzip on the way out.

use flate2::Compression;
use flate2::read::{MultiGzDecoder, ZlibDecoder};
use flate2::write::GzEncoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::StreamingDecoder;
use std::io::{Error, Read, Result, Write};
use std::path::Path;

/// A way of compressing: how its files begin, and how they are expanded.
type Row = (&'static [u8], fn(&[u8]) -> Result<Vec<u8>>);

const TABLE: &[Row] =
    &[(&[0x1f, 0x8b], gzip), (&[0xfd, b'7', b'z', b'X', b'Z', 0], xz), (&[0x28, 0xb5, 0x2f, 0xfd], zstd)];

/// What was read, expanded if it is compressed.
pub fn expanded(bytes: Vec<u8>) -> Result<Vec<u8>> {
    match TABLE.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        Some((_, expand)) => expand(&bytes),
        None => Ok(bytes),
    }
}

/// What MiniZinc packs so that nobody reads it by chance: base64 of zlib behind an `@`; `None` if it is not that.
pub fn unpacked(bytes: &[u8]) -> Option<Result<Vec<u8>>> {
    let letters = bytes.strip_prefix(b"@")?;
    Some(base64(letters).and_then(|packed| all(ZlibDecoder::new(&*packed))))
}

/// Four letters are three bytes; blanks and the `=` at the end say nothing.
fn base64(letters: &[u8]) -> Result<Vec<u8>> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut out, mut held, mut n_bits) = (Vec::new(), 0u32, 0);
    for letter in letters.iter().filter(|letter| !letter.is_ascii_whitespace() && **letter != b'=') {
        let six = ALPHABET.iter().position(|known| known == letter).ok_or_else(|| Error::other("this is no base64"))?;
        held = held << 6 | six as u32;
        n_bits += 6;
        if n_bits >= 8 {
            n_bits -= 8;
            out.push((held >> n_bits) as u8);
            held &= (1 << n_bits) - 1;
        }
    }
    Ok(out)
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    all(MultiGzDecoder::new(bytes))
}

/// The largest dictionary of `xz -9` has 64 megabytes; what asks for more than this is damaged.
fn xz(bytes: &[u8]) -> Result<Vec<u8>> {
    const KILOBYTES: u32 = 256 << 10;
    all(XzReader::new_mem_limit(bytes, true, KILOBYTES))
}

/// A file is one frame after the other.
fn zstd(mut bytes: &[u8]) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    while !bytes.is_empty() {
        StreamingDecoder::new(&mut bytes).map_err(Error::other)?.read_to_end(&mut out)?;
    }
    Ok(out)
}

fn all(mut reader: impl Read) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    reader.read_to_end(&mut out)?;
    Ok(out)
}

/// What is written under this name: compressed if the name says so.
pub fn for_name(path: &Path, bytes: &[u8]) -> Result<Vec<u8>> {
    if path.extension().is_none_or(|ending| ending != "gz") {
        return Ok(bytes.to_vec());
    }
    let mut out = GzEncoder::new(Vec::new(), Compression::default());
    out.write_all(bytes)?;
    out.finish()
}

/// The same for somebody who writes piece by piece.
pub fn through<T>(path: &Path, out: &mut dyn Write, by: &mut dyn FnMut(&mut dyn Write) -> Result<T>) -> Result<T> {
    if path.extension().is_none_or(|ending| ending != "gz") {
        return by(out);
    }
    let mut out = GzEncoder::new(out, Compression::default());
    let made = by(&mut out)?;
    out.finish()?;
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::{expanded, for_name, through};
    use std::path::Path;

    #[test]
    fn what_is_compressed_comes_back() {
        let text = b"p cnf 1 1\n1 0\n".repeat(100);
        let small = for_name(Path::new("x.cnf.gz"), &text).expect("into memory");
        assert!(small.len() < text.len());
        let mut streamed = Vec::new();
        through(Path::new("x.cnf.gz"), &mut streamed, &mut |out| out.write_all(&text)).expect("into memory");
        assert_eq!(expanded(streamed).expect("whole"), text);
        assert_eq!(expanded(small.clone()).expect("whole"), text);
        assert_eq!(expanded([small.clone(), small.clone()].concat()).expect("two in one"), text.repeat(2));
        assert!(expanded(small[..small.len() - 3].to_vec()).is_err(), "a part is no file");
        assert_eq!(for_name(Path::new("x.cnf"), &text).expect("as it is"), text);
        assert_eq!(expanded(text.clone()).expect("as it is"), text);
    }

    /// `p cnf 1 1`, `1 0`, written by the real `xz` and `zstd`.
    #[test]
    fn other_ways_are_read() {
        for small in [XZ, ZSTD] {
            assert_eq!(expanded(small.to_vec()).expect("whole"), b"p cnf 1 1\n1 0\n");
            assert_eq!(expanded(small.repeat(2)).expect("two in one"), b"p cnf 1 1\n1 0\n".repeat(2));
            assert!((6..small.len()).all(|n| expanded(small[..n].to_vec()).is_err()), "a part is no file");
        }
    }

    const XZ: &[u8] = &[
        253, 55, 122, 88, 90, 0, 0, 4, 230, 214, 180, 70, 2, 0, 33, 1, 22, 0, 0, 0, 116, 47, 229, 163, 1, 0, 13, 112,
        32, 99, 110, 102, 32, 49, 32, 49, 10, 49, 32, 48, 10, 0, 0, 0, 243, 13, 183, 114, 17, 234, 214, 96, 0, 1, 38,
        14, 8, 27, 224, 4, 31, 182, 243, 125, 1, 0, 0, 0, 0, 4, 89, 90,
    ];
    const ZSTD: &[u8] = &[
        40, 181, 47, 253, 4, 88, 113, 0, 0, 112, 32, 99, 110, 102, 32, 49, 32, 49, 10, 49, 32, 48, 10, 88, 210, 197, 70,
    ];
}
