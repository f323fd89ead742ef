//! The program's allocator: mimalloc, but memory that is refused ends in an answer instead of an abort.
//!
//! When it says no, the thread that asked is put to sleep for ever, and the supervisor, which looks up every few
//! milliseconds, says `unknown (memory)` and ends the program. The supervisor itself must not be put to sleep: what it
//! needs to say that much comes from a small spare room inside the program. A thread that the supervisor left behind
//! sleeps at its next request, so that it takes neither time nor memory from its successor.
//!
//! What is freed goes back to the system after a moment ([`give_back_soon`]): a program that reads, then flattens, then writes would
//! otherwise hold the memory of all three.
//!
//! This is the only file with `unsafe`: an allocator cannot be written without. Every block comes from mimalloc or
//! from the spare room, and goes back to where it came from; the spare room only grows.
#![allow(unsafe_code)]

use mimalloc::MiMalloc;
use quandary::cli::watch;
use std::alloc::{GlobalAlloc, Layout};
use std::cell::{Cell, UnsafeCell};
use std::ffi::{c_int, c_long};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// What the supervisor needs for its last words, many times over. Takes no memory until it is used.
const SPARE: usize = 4 << 20;

/// The allocator.
pub struct Allocator {
    spare: UnsafeCell<[u8; SPARE]>,
    taken: AtomicUsize,
}

// The spare room is handed out in pieces that do not overlap: `taken` only grows.
unsafe impl Sync for Allocator {}

thread_local! {
    /// Whether this thread is the supervisor.
    static IS_SUPERVISOR: Cell<bool> = const { Cell::new(false) };
}

/// Lets this thread go on when the system has no memory left.
pub fn exempt_this_thread() {
    IS_SUPERVISOR.set(true);
}

/// Lets mimalloc give freed memory back after 10 milliseconds instead of a second: giving it back at once would cost a fault for
/// every vector that grows.
pub fn give_back_soon() {
    unsafe extern "C" {
        fn mi_option_set(option: c_int, value: c_long);
    }
    /// `mi_option_purge_delay` in mimalloc's header, the same since its second version.
    const PURGE_DELAY: c_int = 15;
    const MILLISECONDS: c_long = 10;
    // The function stores a number in a table of mimalloc's, and is made to be called at any time.
    unsafe { mi_option_set(PURGE_DELAY, MILLISECONDS) }
}

impl Allocator {
    /// The allocator.
    pub const fn new() -> Allocator {
        Allocator { spare: UnsafeCell::new([0; SPARE]), taken: AtomicUsize::new(0) }
    }

    /// What to hand out when the system refused.
    #[cold]
    fn refused(&self, layout: Layout) -> *mut u8 {
        if IS_SUPERVISOR.try_with(Cell::get).unwrap_or(false) {
            return self.spared(layout);
        }
        watch::memory_ran_out();
        sleep_for_ever()
    }

    /// A piece of the spare room; null if it is used up.
    fn spared(&self, layout: Layout) -> *mut u8 {
        let wanted = layout.size().saturating_add(layout.align());
        let start = self.taken.fetch_add(wanted, Ordering::Relaxed);
        if start.saturating_add(wanted) > SPARE {
            return std::ptr::null_mut();
        }
        let base = self.spare.get().cast::<u8>();
        // In bounds: `start + align + size <= SPARE`, and aligning takes less than `align`.
        unsafe {
            let place = base.add(start);
            place.add(place.align_offset(layout.align()))
        }
    }

    fn is_spared(&self, place: *mut u8) -> bool {
        (place as usize).wrapping_sub(self.spare.get() as usize) < SPARE
    }
}

#[cold]
fn sleep_for_ever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

// Contract: as mimalloc's, since blocks are mimalloc's; those of the spare room are aligned, apart from each other,
// and never given out again.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if watch::is_left_behind() {
            sleep_for_ever();
        }
        let place = unsafe { MiMalloc.alloc(layout) };
        if place.is_null() { self.refused(layout) } else { place }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if watch::is_left_behind() {
            sleep_for_ever();
        }
        let place = unsafe { MiMalloc.alloc_zeroed(layout) };
        // The spare room is zero where nobody has written yet, and no piece is given out twice.
        if place.is_null() { self.refused(layout) } else { place }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        if !self.is_spared(place) {
            unsafe { MiMalloc.dealloc(place, layout) }
        }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if watch::is_left_behind() {
            sleep_for_ever();
        }
        if !self.is_spared(place) {
            let moved = unsafe { MiMalloc.realloc(place, layout, size) };
            if !moved.is_null() {
                return moved;
            }
        }
        // The caller promises a size that makes a layout with this alignment.
        let wanted = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        let moved = self.refused(wanted);
        if !moved.is_null() {
            unsafe {
                std::ptr::copy_nonoverlapping(place, moved, layout.size().min(size));
                self.dealloc(place, layout);
            }
        }
        moved
    }
}
