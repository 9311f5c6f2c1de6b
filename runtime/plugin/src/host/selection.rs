//! Selections: answers that consist of several cells, such as the cards of one play.

use fangqi_protocol::{LocalText, SelectView};

/// Which cells may be selected together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Legal {
    /// Any cells, between `min` and `max` of them.
    Count {
        /// At least.
        min: u16,
        /// At most.
        max: u16,
    },
    /// Cells whose sorted classes are one of these sorted texts, which are themselves in order.
    Sets(Vec<String>),
}

/// The selection that a question asks for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Selection {
    /// The cells that may be selected.
    pub cells: Vec<[i32; 3]>,
    /// The class of each cell, an ASCII character; empty if classes do not matter.
    pub classes: String,
    /// Which cells may be selected together.
    pub legal: Legal,
    /// Suggested selections, best first.
    pub suggest: Vec<Vec<u16>>,
    /// The label of the button that submits the selection.
    pub label: Option<LocalText>,
    /// The answer at the deadline, if that is a selection.
    pub default: Option<Vec<u16>>,
}

/// Why a selection is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadSelection {
    /// An index out of range.
    #[error("there are {count} cells to select from, and none is number {number}")]
    NoSuchCell {
        /// The number, from 1.
        number: u32,
        /// Number of cells.
        count: usize,
    },
    /// The same cell twice.
    #[error("cell {number} is selected twice")]
    Twice {
        /// The cell's number, from 1.
        number: u32,
    },
    /// These cells may not be selected together.
    #[error("these cells may not be selected together")]
    NotLegal,
}

/// The characters of a text in order, which is how a multiset of classes is written.
pub fn sorted(classes: &str) -> String {
    let mut bytes: Vec<char> = classes.chars().collect();
    bytes.sort_unstable();
    bytes.into_iter().collect()
}

impl Selection {
    /// Checks whether cells, given as indices into the list, may be selected together.
    ///
    /// # Errors
    /// Why they may not.
    pub fn check(&self, chosen: &[u16]) -> Result<(), BadSelection> {
        let count = self.cells.len();
        for (index, cell) in chosen.iter().enumerate() {
            let number = u32::from(*cell) + 1;
            if usize::from(*cell) >= count {
                return Err(BadSelection::NoSuchCell { number, count });
            }
            if chosen[..index].contains(cell) {
                return Err(BadSelection::Twice { number });
            }
        }
        let legal = match &self.legal {
            Legal::Count { min, max } => {
                (usize::from(*min)..=usize::from(*max)).contains(&chosen.len())
            }
            Legal::Sets(sets) => sets.binary_search(&self.classes_of(chosen)).is_ok(),
        };
        if legal { Ok(()) } else { Err(BadSelection::NotLegal) }
    }

    /// The classes of cells, sorted.
    fn classes_of(&self, chosen: &[u16]) -> String {
        let classes = self.classes.as_bytes();
        let picked = chosen.iter().filter_map(|cell| classes.get(usize::from(*cell)));
        sorted(&picked.map(|class| char::from(*class)).collect::<String>())
    }

    /// The first cells with these classes; `None` if there are not enough.
    pub fn cells_with(&self, classes: &str) -> Option<Vec<u16>> {
        let mut chosen: Vec<u16> = Vec::with_capacity(classes.len());
        for wanted in classes.bytes() {
            let free = (0u16..).zip(self.classes.bytes());
            let cell = free
                .filter(|(_, class)| *class == wanted)
                .map(|(cell, _)| cell)
                .find(|cell| !chosen.contains(cell))?;
            chosen.push(cell);
        }
        Some(chosen)
    }

    /// The selection as its player is shown it.
    pub fn view(&self) -> SelectView {
        let (legal, min, max) = match &self.legal {
            Legal::Count { min, max } => (Vec::new(), *min, *max),
            Legal::Sets(sets) => {
                let lengths = sets.iter().map(|set| u16::try_from(set.len()).unwrap_or(u16::MAX));
                let (min, max) = (lengths.clone().min(), lengths.max());
                (sets.clone(), min.unwrap_or(0), max.unwrap_or(0))
            }
        };
        SelectView {
            cells: self.cells.clone(),
            classes: self.classes.clone(),
            legal,
            min: min.into(),
            max: max.into(),
            suggest: self.suggest.clone(),
            label: self.label.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(classes: &str, legal: Legal) -> Selection {
        let cells = (0..classes.len() as i32).map(|x| [x, 1, 0]).collect();
        let classes = classes.to_owned();
        Selection { cells, classes, legal, suggest: Vec::new(), label: None, default: None }
    }

    #[test]
    fn sets_are_multisets_of_classes() {
        let sets = Legal::Sets(vec!["33".into(), "334".into(), "4".into()]);
        let hand = hand("43353", sets);
        for legal in [&[1, 2][..], &[4, 1], &[0], &[4, 0, 2]] {
            assert_eq!(hand.check(legal), Ok(()), "{legal:?}");
        }
        for illegal in [&[][..], &[1], &[1, 2, 4], &[0, 3], &[1, 2, 3]] {
            assert_eq!(hand.check(illegal), Err(BadSelection::NotLegal), "{illegal:?}");
        }
        assert_eq!(hand.check(&[1, 1]), Err(BadSelection::Twice { number: 2 }));
        let nowhere = BadSelection::NoSuchCell { number: 6, count: 5 };
        assert_eq!(hand.check(&[5, 5]), Err(nowhere));
    }

    #[test]
    fn counts_have_bounds() {
        let hand = hand("", Legal::Count { min: 1, max: 2 });
        assert!(hand.check(&[0]).is_err(), "there are no cells");
        let some = Selection { cells: vec![[0; 3], [1; 3], [2; 3]], ..hand };
        let sizes: Vec<bool> =
            [&[][..], &[2], &[0, 2], &[0, 1, 2]].map(|cells| some.check(cells).is_ok()).into();
        assert_eq!(sizes, [false, true, true, false]);
    }

    #[test]
    fn classes_are_found_among_the_cells() {
        let hand = hand("43353", Legal::Sets(Vec::new()));
        assert_eq!(hand.cells_with("3343"), Some(vec![1, 2, 0, 4]));
        assert_eq!(hand.cells_with("44"), None);
    }
}
