//! Placements of the other robots and what is known of each: an index with open addressing over a dense list.
//!
//! A slot of the index is one word, half of it a part of the hash and half the number of a placement, so that the index
//! stays in the cache and a look at the list nearly always finds the key. What holds: at most half of the slots are in
//! use; numbers are given in order and never change.

use super::bits::Bits;

/// No entry of a log.
pub const NONE: u32 = u32::MAX;

/// What is known of one placement.
#[derive(Clone, Copy, Debug)]
pub struct Record<const W: usize> {
    /// The placement.
    pub key: u64,
    /// The newest entry of the log about it.
    pub head: u32,
    /// The highest level of its entries.
    pub top: u16,
    /// The level of `known`.
    pub level: u16,
    /// The fields that entries up to `level` have.
    pub known: Bits<W>,
}

/// The table.
pub struct Table<const W: usize> {
    slots: Vec<u64>,
    /// The placements by number.
    pub records: Vec<Record<W>>,
}

/// The half of a slot that numbers a placement, from 1.
const NUMBER: u64 = 0xffff_ffff;

#[inline(always)]
fn hash(key: u64) -> u64 {
    let mixed = u128::from(key) * 0x9e37_79b9_7f4a_7c15;
    (mixed >> 64) as u64 ^ mixed as u64
}

impl<const W: usize> Table<W> {
    /// An empty table.
    pub fn new() -> Table<W> {
        Table { slots: vec![0; 64], records: Vec::with_capacity(32) }
    }

    /// The number of a placement, which is put in if it is new.
    #[inline(always)]
    pub fn number(&mut self, key: u64) -> u32 {
        let hash = hash(key);
        match self.look(key, hash) {
            Ok(number) => number,
            Err(at) => self.insert(key, hash, at),
        }
    }

    /// The number of a placement that is in the table.
    pub fn find(&self, key: u64) -> Option<u32> {
        self.look(key, hash(key)).ok()
    }

    /// The number of a placement, or the slot where it belongs.
    #[inline(always)]
    fn look(&self, key: u64, hash: u64) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = (hash >> 8) as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return Err(at);
            }
            let number = (slot & NUMBER) as u32 - 1;
            if (slot ^ hash) & !NUMBER == 0 && self.records[number as usize].key == key {
                return Ok(number);
            }
            at = (at + 1) & mask;
        }
    }

    #[inline(always)]
    fn insert(&mut self, key: u64, hash: u64, at: usize) -> u32 {
        self.records.push(Record { key, head: NONE, top: 0, level: 0, known: Bits::EMPTY });
        let number = self.records.len();
        self.slots[at] = hash & !NUMBER | number as u64;
        if number * 2 >= self.slots.len() {
            self.grow();
        }
        number as u32 - 1
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 4];
        for number in 0..self.records.len() {
            let hash = hash(self.records[number].key);
            let mask = self.slots.len() - 1;
            let mut at = (hash >> 8) as usize & mask;
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = hash & !NUMBER | (number as u64 + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay() {
        let mut table = Table::<1>::new();
        let key = |i: u64| (i * i) << 20 | i | 1 << 63;
        for i in 0..5000 {
            assert_eq!(table.find(key(i)), None);
            assert_eq!(u64::from(table.number(key(i))), i);
        }
        for i in 0..5000 {
            assert_eq!(u64::from(table.number(key(i))), i);
            assert_eq!(table.find(key(i)), Some(i as u32));
        }
    }
}
