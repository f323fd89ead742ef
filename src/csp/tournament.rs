//! The smallest of many keys that change one at a time: a tournament tree.
//!
//! What holds: every inner node is the smaller of its children, the left one on ties, so the winner is the first
//! smallest key. A change costs the depth of the tree at most; asking for the winner costs the depth.

/// A key per place; the smallest wins.
pub(super) struct Tournament<K> {
    /// The root is at 1, the leaves are the upper half.
    nodes: Vec<K>,
}

impl<K: Ord + Copy> Tournament<K> {
    /// All places with the same key.
    pub fn new(n: usize, key: K) -> Tournament<K> {
        Tournament { nodes: vec![key; 2 * n.next_power_of_two()] }
    }

    /// Changes the key of a place.
    pub fn set(&mut self, place: usize, key: K) {
        let mut at = self.nodes.len() / 2 + place;
        self.nodes[at] = key;
        while at > 1 {
            at /= 2;
            let smaller = self.nodes[2 * at].min(self.nodes[2 * at + 1]);
            if self.nodes[at] == smaller {
                return;
            }
            self.nodes[at] = smaller;
        }
    }

    /// The first place with the smallest key, and that key.
    pub fn winner(&self) -> (usize, K) {
        let mut at = 1;
        while at < self.nodes.len() / 2 {
            at *= 2;
            if self.nodes[at + 1] < self.nodes[at] {
                at += 1;
            }
        }
        (at - self.nodes.len() / 2, self.nodes[at])
    }
}

#[cfg(test)]
mod tests {
    use super::Tournament;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    #[test]
    fn the_first_smallest_wins() {
        let mut rng = Pcg32::seed_from_u64(1);
        for n in [1, 2, 3, 8, 13] {
            let mut keys = vec![9; n];
            let mut tournament = Tournament::new(n, 9);
            for _ in 0..200 {
                let (place, key) = (rng.random_range(0..n), rng.random_range(0..9));
                keys[place] = key;
                tournament.set(place, key);
                let least = *keys.iter().min().expect("there are keys");
                let first = keys.iter().position(|k| *k == least).expect("the least is among them");
                assert_eq!(tournament.winner(), (first, least));
            }
        }
    }
}
