//! What tells a formula from others: the digests of its text and of its clauses, made beside the text.
//!
//! The two together take as long as making and writing the text, and neither can be made in parts. So from the second piece
//! on a thread of their own digests one while the next is made; a formula of one piece needs none, and where the system has
//! no thread to give, pieces are digested at once. Few pieces wait, and each is used again, so memory does not grow.

use super::write::hexadecimal;
use md5::Md5;
use sha2::{Digest, Sha256};
use std::io::{self, Write};
use std::mem::take;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};

/// So many pieces may wait for the thread.
const N_WAITING: usize = 4;

/// What tells a formula from others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digests {
    /// The SHA-256 of its text.
    pub sha256: String,
    /// The number by which the field's database knows its clauses.
    pub gbdhash: String,
}

/// Who digests: the caller, or a thread once there is one.
pub(super) struct Digester {
    hashes: Arc<Mutex<Hashes>>,
    has_begun: bool,
    beside: Option<Beside>,
}

impl Digester {
    /// Goes on from the head of a formula.
    pub fn after(head: Sha256) -> Digester {
        let hashes = Hashes { text: head, clauses: Md5::new(), between: b"" };
        Digester { hashes: Arc::new(Mutex::new(hashes)), has_begun: false, beside: None }
    }

    /// Takes whole lines of clauses, and hands back an empty buffer.
    pub fn take(&mut self, lines: Vec<u8>) -> Vec<u8> {
        if self.has_begun && self.beside.is_none() {
            self.beside = Beside::new(&self.hashes);
        }
        self.has_begun = true;
        match &self.beside {
            Some(beside) => beside.take(lines),
            None => digested(&self.hashes, lines),
        }
    }

    /// What has come of all lines.
    pub fn finish(self) -> Digests {
        if let Some(beside) = self.beside {
            drop(beside.pieces);
            beside.thread.join().expect("digesting does not panic");
        }
        take(&mut *self.hashes.lock().expect("digesting does not panic")).finish()
    }
}

/// A thread that digests, what goes to it and what comes back. It ends when nothing can come any more.
struct Beside {
    pieces: SyncSender<Vec<u8>>,
    used: Receiver<Vec<u8>>,
    thread: JoinHandle<()>,
}

impl Beside {
    /// The thread, if the system has one to give.
    fn new(hashes: &Arc<Mutex<Hashes>>) -> Option<Beside> {
        let ((pieces, waiting), (back, used)) = (sync_channel::<Vec<u8>>(N_WAITING), channel());
        let hashes = Arc::clone(hashes);
        // Whoever gave up wants nothing back.
        let work = move || waiting.iter().for_each(|lines| _ = back.send(digested(&hashes, lines)));
        Some(Beside { pieces, used, thread: Builder::new().spawn(work).ok()? })
    }

    fn take(&self, lines: Vec<u8>) -> Vec<u8> {
        self.pieces.send(lines).expect("the thread listens until this end is dropped");
        self.used.try_recv().unwrap_or_default()
    }
}

/// Digests lines; the buffer comes back empty.
fn digested(hashes: &Mutex<Hashes>, mut lines: Vec<u8>) -> Vec<u8> {
    hashes.lock().expect("digesting does not panic").take(&mut lines);
    lines.clear();
    lines
}

/// The digests so far.
#[derive(Default)]
struct Hashes {
    text: Sha256,
    /// Of the clauses without the end of the last line.
    clauses: Md5,
    /// What comes between those and the next ones.
    between: &'static [u8],
}

impl Hashes {
    /// Takes whole lines. Their breaks become the blanks that the number of the clauses has in their place.
    fn take(&mut self, lines: &mut [u8]) {
        self.text.update(&*lines);
        lines.iter_mut().for_each(|byte| *byte = if *byte == b'\n' { b' ' } else { *byte });
        if let [most @ .., _] = lines {
            self.clauses.update(self.between);
            self.clauses.update(most);
            self.between = b" ";
        }
    }

    fn finish(self) -> Digests {
        let sha256 = hexadecimal(self.text.finalize().as_slice());
        Digests { sha256, gbdhash: hexadecimal(self.clauses.finalize().as_slice()) }
    }
}

/// A writer that knows the digest of what went through.
pub(super) struct Hashed<'a> {
    /// Where it goes.
    pub out: &'a mut dyn Write,
    /// Its digest.
    pub hash: Sha256,
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
