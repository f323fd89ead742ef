//! What the program leaves outside of itself while it works, processes and unfinished files, and how none of it stays.
//!
//! A process we start is in a group of its own; the group ends when we are done with it, and a small watchman in it ends it
//! should we die without a word. A file is written beside its place and moved there when it is whole. Whoever ends the
//! program calls [`clean_up`], since then nothing is dropped.

mod child;
mod confined;
#[cfg_attr(not(unix), path = "no_group.rs")]
mod group;
mod unfinished;

pub use child::Child;
pub use confined::{CONFINED, confined, is_confined};
pub use unfinished::{Folder, Unfinished, write_whole, write_whole_by};

/// Ends all processes and removes all files that are not finished. For the end of the program.
pub fn clean_up() {
    group::end_all();
    unfinished::remove_all();
}

/// What is outside right now. Never waited for longer than a moment: a thread may sleep with the lock.
struct Register<T>(std::sync::Mutex<Vec<T>>);

impl<T: PartialEq> Register<T> {
    const fn new() -> Register<T> {
        Register(std::sync::Mutex::new(Vec::new()))
    }

    fn add(&self, entry: T) {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(entry);
    }

    fn remove(&self, entry: &T) {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).retain(|e| e != entry);
    }

    /// Does something with each entry, for the last time.
    fn drain(&self, f: impl FnMut(T)) {
        for _ in 0..50 {
            if let Ok(mut entries) = self.0.try_lock() {
                return entries.drain(..).for_each(f);
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }
}
