//! Gzip, on the way in and on the way out.

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use std::io::{Read, Result, Write};
use std::path::Path;

/// How a compressed file begins.
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// What was read, expanded if it is compressed.
pub fn expanded(bytes: Vec<u8>) -> Result<Vec<u8>> {
    if !bytes.starts_with(&MAGIC) {
        return Ok(bytes);
    }
    let mut out = Vec::new();
    MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut out)?;
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

#[cfg(test)]
mod tests {
    use super::{expanded, for_name};
    use std::path::Path;

    #[test]
    fn what_is_compressed_comes_back() {
        let text = b"p cnf 1 1\n1 0\n".repeat(100);
        let small = for_name(Path::new("x.cnf.gz"), &text).expect("into memory");
        assert!(small.len() < text.len());
        assert_eq!(expanded(small.clone()).expect("whole"), text);
        assert_eq!(expanded([small.clone(), small.clone()].concat()).expect("two in one"), text.repeat(2));
        assert!(expanded(small[..small.len() - 3].to_vec()).is_err(), "a part is no file");
        assert_eq!(for_name(Path::new("x.cnf"), &text).expect("as it is"), text);
        assert_eq!(expanded(text.clone()).expect("as it is"), text);
    }
}
