//! Work shared by threads: each takes the next item, results come back to the caller's thread as they are ready.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// Does `work` on every item with `n_threads` threads, and hands each result to `done`, here, until all is done, `stop`
/// is up or `done` fails. A result that comes in after `stop` is handed over too: the caller knows what it is worth.
pub fn for_each<T: Sync, R: Send, E>(
    items: &[T],
    n_threads: usize,
    stop: &AtomicBool,
    work: impl Fn(&T) -> R + Sync,
    mut done: impl FnMut(&T, R) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    let share = |sender: mpsc::Sender<(usize, R)>| {
        while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(i) else { break };
            if sender.send((i, work(item))).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        for n_started in 0..n_threads.clamp(1, items.len().max(1)) {
            let (share, ours, theirs) = (&share, sender.clone(), sender.clone());
            // Where the system gives no more threads, fewer do; without any the work is done here.
            match std::thread::Builder::new().spawn_scoped(scope, move || share(theirs)) {
                Ok(_) => (),
                Err(_) if n_started > 0 => break,
                Err(_) => share(ours),
            }
        }
        drop(sender);
        for (i, result) in results {
            if let Err(error) = done(&items[i], result) {
                failed.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::for_each;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn every_item_is_done_once() {
        let items: Vec<u64> = (0..1000).collect();
        for n_threads in [0, 1, 2, 7] {
            let mut seen = Vec::new();
            let stop = AtomicBool::new(false);
            let ended = for_each(
                &items,
                n_threads,
                &stop,
                |n| n * n,
                |n, square| {
                    seen.push((*n, square));
                    Ok::<(), ()>(())
                },
            );
            seen.sort();
            assert_eq!(ended, Ok(()));
            assert_eq!(seen, items.iter().map(|n| (*n, n * n)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn failure_and_stop_end_it() {
        let items: Vec<u64> = (0..1000).collect();
        let stop = AtomicBool::new(false);
        assert_eq!(for_each(&items, 2, &stop, |n| *n, |_, n| if n == 3 { Err(n) } else { Ok(()) }), Err(3));
        let mut n_done = 0;
        let until_ten = |n: &u64| stop.fetch_or(*n >= 10, Ordering::Relaxed);
        let ended = for_each(&items, 1, &stop, until_ten, |_, _| {
            n_done += 1;
            Ok::<(), ()>(())
        });
        assert_eq!(ended, Ok(()));
        assert_eq!(n_done, 11);
    }
}
