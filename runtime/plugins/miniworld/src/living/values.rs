//! Variables and lists that a map's scripts share: `VarLib2`, `Valuegroup`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Variables and lists at one time.
const NAMES_MAX: usize = 10_000;
/// Values in one list.
pub const LIST_MAX: usize = 10_000;

/// A plain value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Scalar {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// True or false.
    Bool(bool),
    /// A place.
    Place([f64; 3]),
}

/// Whose a variable is: its type, its name, and its player, 0 for all.
type Key = (i32, String, u64);

/// Variables and lists. Mini World wants them made in the editor first; here a name is as good as
/// its first use.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Values {
    single: BTreeMap<Key, Scalar>,
    lists: BTreeMap<Key, Vec<Option<Scalar>>>,
}

impl Values {
    /// A variable.
    pub fn get(&self, kind: i32, name: &str, player: u64) -> Option<&Scalar> {
        self.single.get(&(kind, name.to_owned(), player))
    }

    /// Sets a variable.
    ///
    /// # Errors
    /// There are too many.
    pub fn set(&mut self, kind: i32, name: &str, player: u64, to: Scalar) -> Result<(), String> {
        self.check_room()?;
        self.single.insert((kind, name.to_owned(), player), to);
        Ok(())
    }

    /// A list; one that was never used is empty.
    pub fn list(&self, kind: i32, name: &str, player: u64) -> &[Option<Scalar>] {
        self.lists.get(&(kind, name.to_owned(), player)).map_or(&[], Vec::as_slice)
    }

    /// A list by its name and player alone, of whatever type.
    pub fn list_named(&self, name: &str, player: u64) -> &[Option<Scalar>] {
        let found = self.lists.iter().find(|((_, own, of), _)| own == name && *of == player);
        found.map_or(&[], |(_, list)| list)
    }

    /// Changes a list. Nothing changes if it would become too long.
    ///
    /// # Errors
    /// The list would be too long, or there are too many names.
    pub fn change_list<R>(
        &mut self,
        kind: i32,
        name: &str,
        player: u64,
        change: impl FnOnce(&mut Vec<Option<Scalar>>) -> Result<R, String>,
    ) -> Result<R, String> {
        self.check_room()?;
        let key = (kind, name.to_owned(), player);
        let mut list = self.lists.get(&key).cloned().unwrap_or_default();
        let result = change(&mut list)?;
        if list.len() > LIST_MAX {
            return Err(format!("a group holds {LIST_MAX} values at most"));
        }
        if list.is_empty() {
            self.lists.remove(&key);
        } else {
            self.lists.insert(key, list);
        }
        Ok(result)
    }

    fn check_room(&self) -> Result<(), String> {
        if self.single.len() + self.lists.len() >= NAMES_MAX {
            return Err(format!("a room can have {NAMES_MAX} variables and groups"));
        }
        Ok(())
    }
}

/// The order of values in a sorted list: numbers, texts, truths, places, nothing last.
pub fn order(a: Option<&Scalar>, b: Option<&Scalar>) -> std::cmp::Ordering {
    use std::cmp::Ordering;
    let rank = |value: Option<&Scalar>| match value {
        Some(Scalar::Number(_)) => 0,
        Some(Scalar::Text(_)) => 1,
        Some(Scalar::Bool(_)) => 2,
        Some(Scalar::Place(_)) => 3,
        None => 4,
    };
    match (a, b) {
        (Some(Scalar::Number(a)), Some(Scalar::Number(b))) => a.total_cmp(b),
        (Some(Scalar::Text(a)), Some(Scalar::Text(b))) => a.cmp(b),
        (Some(Scalar::Bool(a)), Some(Scalar::Bool(b))) => a.cmp(b),
        (Some(Scalar::Place(a)), Some(Scalar::Place(b))) => {
            let axes = a.iter().zip(b).map(|(a, b)| a.total_cmp(b));
            axes.fold(Ordering::Equal, Ordering::then)
        }
        _ => rank(a).cmp(&rank(b)),
    }
}
