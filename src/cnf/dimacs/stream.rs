//! A formula as text while it is made: a sink that writes each clause at once.
//!
//! The header has the numbers of variables and clauses, so the formula is made twice: once to be counted, once to be
//! written. The same model gives the same clauses, so both are the same formula, and [`Stream::finish`] makes sure of it.
//! Nothing is kept but a few buffers, and the text is that of [`write_projected`](super::write_projected).

use super::digests::{Digester, Digests, Hashed};
use super::write::{hand_on, push_lits, write_head};
use crate::cnf::{ClauseSink, Counter, Lit, Names};
use sha2::{Digest, Sha256};
use std::io::{self, Write};
use std::mem::take;

/// The buffer is handed on when it is longer than this: it stays in the cache of a core.
const CHUNK: usize = 1 << 16;

/// Clauses on their way to a writer.
pub struct Stream<'a> {
    out: &'a mut dyn Write,
    buffer: Vec<u8>,
    /// What was promised, and what has come.
    promised: Counter,
    taken: Counter,
    failure: Option<io::Error>,
    digester: Digester,
}

impl<'a> Stream<'a> {
    /// Begins a formula whose size is known.
    pub fn new(promised: Counter, names: &Names, shown: &[Lit], out: &'a mut dyn Write) -> io::Result<Stream<'a>> {
        let mut head = Hashed { out, hash: Sha256::new() };
        let mut buffer = Vec::with_capacity(2 * CHUNK);
        write_head((promised.variables as u32, promised.clauses), names, shown, &mut buffer, &mut head)?;
        hand_on(&mut buffer, &mut head, 0)?;
        let Hashed { out, hash } = head;
        let (taken, digester) = (Counter::default(), Digester::after(hash));
        Ok(Stream { out, buffer, promised, taken, failure: None, digester })
    }

    /// Ends the formula; what tells it from others.
    pub fn finish(mut self) -> io::Result<Digests> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if self.taken != self.promised {
            return Err(io::Error::other("the formula is not as long as it was when it was counted"));
        }
        self.hand_on()?;
        Ok(self.digester.finish())
    }

    fn hand_on(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer = self.digester.take(take(&mut self.buffer));
        Ok(())
    }
}

impl ClauseSink for Stream<'_> {
    fn fresh(&mut self) -> Lit {
        self.taken.fresh()
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.taken.clause(lits);
        push_lits(&mut self.buffer, lits.iter().copied());
        if self.buffer.len() > CHUNK && self.failure.is_none() {
            self.failure = self.hand_on().err();
        }
    }

    fn is_full(&self) -> bool {
        self.failure.is_some()
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
        /// There is room for the head only.
        struct Full(bool);
        impl Write for Full {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                let was_full = std::mem::replace(&mut self.0, true);
                if was_full { Err(io::ErrorKind::StorageFull.into()) } else { Ok(bytes.len()) }
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let (mut count, mut full) = (Counter::default(), Full(false));
        fill(&mut count);
        let mut stream = Stream::new(count, &Names::new(), &[], &mut full).expect("there is room for it");
        fill(&mut stream);
        assert!(stream.is_full());
        assert_eq!(stream.finish().map_err(|e| e.kind()), Err(io::ErrorKind::StorageFull));
    }
}
