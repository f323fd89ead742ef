//! A formula as text while it is made: a sink that writes each clause at once.
//!
//! The header has the numbers of variables and clauses, so the formula is made twice: once to be counted, once to be
//! written. The same model gives the same clauses, so both are the same formula, and [`Stream::finish`] makes sure of it.
//! Nothing is kept but one buffer, and the text is that of [`write_projected`](super::write_projected).

use super::write::{hand_on, hexadecimal, push_lits, write_head};
use crate::cnf::{ClauseSink, Counter, Lit, Names};
use md5::Md5;
use sha2::{Digest, Sha256};
use std::io::{self, Write};

/// The buffer is handed on when it is longer than this: it stays in the cache of a core.
const CHUNK: usize = 1 << 16;

/// Clauses on their way to a writer.
pub struct Stream<'a> {
    out: Hashed<'a>,
    buffer: Vec<u8>,
    /// What was promised, and what has come.
    promised: Counter,
    taken: Counter,
    failure: Option<io::Error>,
    /// Of the clauses alone.
    clauses: Md5,
}

/// What tells a formula from others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digests {
    /// The SHA-256 of its text.
    pub sha256: String,
    /// The number by which the field's database knows its clauses.
    pub gbdhash: String,
}

impl<'a> Stream<'a> {
    /// Begins a formula whose size is known.
    pub fn new(promised: Counter, names: &Names, shown: &[Lit], out: &'a mut dyn Write) -> io::Result<Stream<'a>> {
        let mut out = Hashed { out, hash: Sha256::new() };
        let mut buffer = Vec::with_capacity(2 * CHUNK);
        write_head((promised.variables as u32, promised.clauses), names, shown, &mut buffer, &mut out)?;
        Ok(Stream { out, buffer, promised, taken: Counter::default(), failure: None, clauses: Md5::new() })
    }

    /// Ends the formula; what tells it from others.
    pub fn finish(mut self) -> io::Result<Digests> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if self.taken != self.promised {
            return Err(io::Error::other("the formula is not as long as it was when it was counted"));
        }
        hand_on(&mut self.buffer, &mut self.out, 0)?;
        let sha256 = hexadecimal(self.out.hash.finalize().as_slice());
        Ok(Digests { sha256, gbdhash: hexadecimal(self.clauses.finalize().as_slice()) })
    }
}

impl ClauseSink for Stream<'_> {
    fn fresh(&mut self) -> Lit {
        self.taken.fresh()
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.taken.clause(lits);
        let start = self.buffer.len();
        push_lits(&mut self.buffer, lits.iter().copied());
        // Without the line break, and with a blank between clauses.
        self.clauses.update(if self.taken.clauses > 1 { &b" "[..] } else { &[] });
        self.clauses.update(&self.buffer[start..self.buffer.len() - 1]);
        if self.buffer.len() > CHUNK && self.failure.is_none() {
            self.failure = hand_on(&mut self.buffer, &mut self.out, 0).err();
            self.buffer.clear();
        }
    }

    fn is_full(&self) -> bool {
        self.failure.is_some()
    }
}

/// A writer that knows the digest of what went through.
struct Hashed<'a> {
    out: &'a mut dyn Write,
    hash: Sha256,
}

impl Write for Hashed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.out.write(bytes)?;
        self.hash.update(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::Stream;
    use crate::cnf::dimacs::{gbdhash, sha256, write_projected};
    use crate::cnf::{ClauseSink, Cnf, Counter, Lit, Names};
    use std::io::{self, Write};

    /// Enough for several buffers.
    fn fill(sink: &mut dyn ClauseSink) {
        let lits: Vec<Lit> = (0..2000).map(|_| sink.fresh()).collect();
        for (i, lit) in lits.iter().enumerate() {
            (0..30).for_each(|k| sink.clause(&[*lit, !lits[(i + k) % 2000]][..k.min(2)]));
        }
    }

    #[test]
    fn the_text_is_that_of_the_formula_in_memory() {
        let (mut cnf, mut count) = (Cnf::new(), Counter::default());
        fill(&mut cnf);
        fill(&mut count);
        let mut names = Names::new();
        names.insert(Lit::new(7), "seven");
        let (mut kept, mut streamed) = (Vec::new(), Vec::new());
        write_projected(&cnf, &names, &[Lit::new(7)], &mut kept).expect("into memory");
        let mut stream = Stream::new(count, &names, &[Lit::new(7)], &mut streamed).expect("into memory");
        fill(&mut stream);
        let digests = stream.finish().expect("whole");
        assert_eq!((digests.sha256, digests.gbdhash), (sha256(&kept), gbdhash(&cnf)));
        assert!(streamed == kept);
        let mut short = Stream::new(count, &names, &[], &mut streamed).expect("into memory");
        short.clause(&[]);
        assert!(short.finish().is_err(), "fewer clauses than were promised");
    }

    #[test]
    fn a_writer_that_fails_is_heard_of() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let (mut count, mut full) = (Counter::default(), Full);
        fill(&mut count);
        let mut stream = Stream::new(count, &Names::new(), &[], &mut full).expect("still in the buffer");
        fill(&mut stream);
        assert!(stream.is_full());
        assert_eq!(stream.finish().map_err(|e| e.kind()), Err(io::ErrorKind::StorageFull));
    }
}
