//! Tables that Mini World keeps in its cloud. Here they belong to the room, and last as long.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Tables at one time.
const TABLES_MAX: usize = 256;
/// Keys of one table.
const KEYS_MAX: usize = 10_000;
/// Bytes of all values together.
const BYTES_MAX: usize = 4 << 20;

/// All of them, by name.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Clouds {
    ranked: BTreeMap<String, Ranked>,
    lists: BTreeMap<String, CloudList>,
    bytes: usize,
}

/// Keys ordered by a number, the highest first; equal ones by key.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Ranked(BTreeMap<String, f64>);

/// Values by key, each as JSON.
pub type CloudList = BTreeMap<String, String>;

impl Ranked {
    /// Keys and numbers, the highest first.
    pub fn in_order(&self) -> Vec<(&str, f64)> {
        let mut order: Vec<(&str, f64)> =
            self.0.iter().map(|(key, value)| (key.as_str(), *value)).collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
        order
    }

    /// The number of a key.
    pub fn get(&self, key: &str) -> Option<f64> {
        self.0.get(key).copied()
    }
}

impl Clouds {
    /// The ranked table of a name; one never used is empty.
    pub fn ranked(&self, name: &str) -> Ranked {
        self.ranked.get(name).cloned().unwrap_or_default()
    }

    /// Sets or removes a key of a ranked table.
    ///
    /// # Errors
    /// There is no room.
    pub fn rank(&mut self, name: &str, key: &str, value: Option<f64>) -> Result<(), String> {
        let Some(value) = value else {
            if let Some(table) = self.ranked.get_mut(name) {
                table.0.remove(key);
                if table.0.is_empty() {
                    self.ranked.remove(name);
                }
            }
            return Ok(());
        };
        self.check_tables(self.ranked.contains_key(name))?;
        let table = self.ranked.entry(name.to_owned()).or_default();
        check_keys(table.0.len(), table.0.contains_key(key))?;
        table.0.insert(key.to_owned(), value);
        Ok(())
    }

    /// The list of a name.
    pub fn list(&self, name: &str) -> Option<&CloudList> {
        self.lists.get(name)
    }

    /// Sets or removes a key of a list.
    ///
    /// # Errors
    /// There is no room.
    pub fn put(&mut self, name: &str, key: &str, value: Option<String>) -> Result<(), String> {
        let old = self.lists.get(name).and_then(|list| list.get(key)).map_or(0, String::len);
        let new = value.as_ref().map_or(0, String::len);
        if self.bytes - old + new > BYTES_MAX {
            return Err(format!("the tables hold {} MiB at most together", BYTES_MAX >> 20));
        }
        match value {
            Some(value) => {
                self.check_tables(self.lists.contains_key(name))?;
                let list = self.lists.entry(name.to_owned()).or_default();
                check_keys(list.len(), list.contains_key(key))?;
                list.insert(key.to_owned(), value);
            }
            None => {
                if let Some(list) = self.lists.get_mut(name) {
                    list.remove(key);
                    if list.is_empty() {
                        self.lists.remove(name);
                    }
                }
            }
        }
        self.bytes = self.bytes - old + new;
        Ok(())
    }

    /// Empties a ranked table.
    pub fn clear_ranked(&mut self, name: &str) {
        self.ranked.remove(name);
    }

    /// Empties a list.
    pub fn clear_list(&mut self, name: &str) {
        if let Some(list) = self.lists.remove(name) {
            self.bytes -= list.values().map(String::len).sum::<usize>();
        }
    }

    fn check_tables(&self, known: bool) -> Result<(), String> {
        if !known && self.ranked.len() + self.lists.len() >= TABLES_MAX {
            return Err(format!("a room can have {TABLES_MAX} tables"));
        }
        Ok(())
    }
}

fn check_keys(count: usize, known: bool) -> Result<(), String> {
    if !known && count >= KEYS_MAX {
        return Err(format!("a table has {KEYS_MAX} keys at most"));
    }
    Ok(())
}
