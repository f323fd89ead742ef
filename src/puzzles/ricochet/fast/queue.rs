//! The log of what is known, and the queue of what is to be looked at.
//!
//! An entry says: with the others placed so, the active robot gets to these fields by `level - distance` moves. What
//! holds: for a placement a field is in at most one entry, that of the lowest level found so far. The queue has one list
//! per level, threaded through the entries, for the present bound and one for the next.

use super::bits::Bits;
use super::table::{NONE, Table};

/// What is known of one placement at one level.
pub struct Entry<const W: usize> {
    /// The number of the placement.
    pub placement: u32,
    /// The entry before it about the same placement.
    previous: u32,
    /// The entry after it in a list of the queue.
    next: u32,
    /// Moves so far plus the relaxed distance.
    pub level: u16,
    /// Whether slides that come nearer have been made.
    pub is_closed: bool,
    /// The active robot's fields.
    pub set: Bits<W>,
}

/// Log and queue.
pub struct Queue<const W: usize> {
    /// The placements.
    pub table: Table<W>,
    /// The entries, in the order in which they were made.
    pub log: Vec<Entry<W>>,
    now: Vec<u32>,
    later: Vec<u32>,
    /// The number of moves that is being tried.
    pub bound: usize,
}

impl<const W: usize> Queue<W> {
    /// Nothing known.
    pub fn new(bound: usize) -> Queue<W> {
        let lists = vec![NONE; bound + 24];
        Queue { table: Table::new(), log: Vec::with_capacity(32), now: lists.clone(), later: lists, bound }
    }

    /// The next entry of a level for this bound.
    #[inline(always)]
    pub fn pop(&mut self, level: usize) -> Option<usize> {
        let at = self.now[level];
        if at == NONE {
            return None;
        }
        self.now[level] = self.log[at as usize].next;
        Some(at as usize)
    }

    /// Puts an entry off to the next bound.
    #[inline(always)]
    pub fn put_off(&mut self, at: usize) {
        let level = usize::from(self.log[at].level);
        self.log[at].next = self.later[level];
        self.later[level] = at as u32;
    }

    /// Goes on to the next bound; whether anything is left.
    pub fn raise(&mut self) -> bool {
        self.bound += 1;
        std::mem::swap(&mut self.now, &mut self.later);
        if self.bound + 3 > self.now.len() {
            let n_levels = self.bound * 2;
            self.now.resize(n_levels, NONE);
            self.later.resize(n_levels, NONE);
        }
        self.now.iter().any(|&at| at != NONE)
    }

    /// Notes fields of a placement at a level.
    #[inline(always)]
    pub fn add(&mut self, key: u64, set: &Bits<W>, level: usize) {
        let placement = self.table.number(key);
        let new = self.claim(placement, set, level);
        if new.is_empty() {
            return;
        }
        let record = &mut self.table.records[placement as usize];
        if record.head != NONE {
            let entry = &mut self.log[record.head as usize];
            if usize::from(entry.level) == level && !entry.is_closed {
                entry.set = entry.set.or(&new);
                return;
            }
        }
        let lists = if level <= self.bound { &mut self.now } else { &mut self.later };
        let (previous, next) = (record.head, lists[level]);
        record.head = self.log.len() as u32;
        lists[level] = record.head;
        self.log.push(Entry { placement, previous, next, level: level as u16, is_closed: false, set: new });
    }

    /// The fields that are new at this level: they are taken out of entries of higher levels and noted as known.
    #[inline(always)]
    pub fn claim(&mut self, placement: u32, set: &Bits<W>, level: usize) -> Bits<W> {
        let new = set.minus(&self.known(placement, level));
        if !new.is_empty() {
            let record = &mut self.table.records[placement as usize];
            record.known = record.known.or(&new);
            if usize::from(record.top) > level {
                self.take(placement, &new, level);
            } else {
                record.top = level as u16;
            }
        }
        new
    }

    /// The fields of a placement that are known at this level or below.
    #[inline(always)]
    pub fn known(&mut self, placement: u32, level: usize) -> Bits<W> {
        let record = &mut self.table.records[placement as usize];
        if usize::from(record.level) != level {
            let stays = record.level.min(level as u16) >= record.top;
            record.level = level as u16;
            if !stays {
                self.look_up(placement, level);
            }
        }
        self.table.records[placement as usize].known
    }

    /// Collects what is known of a placement up to a level.
    fn look_up(&mut self, placement: u32, level: usize) {
        let record = &mut self.table.records[placement as usize];
        record.known = Bits::EMPTY;
        let mut at = record.head;
        while at != NONE {
            let entry = &self.log[at as usize];
            if usize::from(entry.level) <= level {
                record.known = record.known.or(&entry.set);
            }
            at = entry.previous;
        }
    }

    /// Takes fields out of the entries above a level.
    fn take(&mut self, placement: u32, fields: &Bits<W>, level: usize) {
        let mut at = self.table.records[placement as usize].head;
        while at != NONE {
            let entry = &mut self.log[at as usize];
            if usize::from(entry.level) > level {
                entry.set = entry.set.minus(fields);
            }
            at = entry.previous;
        }
    }

    /// The level of a field of a placement.
    pub fn level(&self, key: u64, cell: usize) -> Option<usize> {
        let mut at = self.table.records[self.table.find(key)? as usize].head;
        while at != NONE {
            let entry = &self.log[at as usize];
            if entry.set.has(cell) {
                return Some(usize::from(entry.level));
            }
            at = entry.previous;
        }
        None
    }
}
