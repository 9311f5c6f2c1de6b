//! The rows of the model.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// What identifies a row: its table, and its place there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    /// Of `node_fence`, by its name: the number of the server.
    Name(String),
    Fence(i64),
    Heartbeat(i64),
    Batch(i64),
    Room(String),
    Opened(i64),
    Record(i64, i64),
    Token(i64, i64),
    Checkpoint(i64, i64),
    Package(Vec<u8>),
    Awaited(i64),
    Clock,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Row {
    Number(i64),
    Bytes(Vec<u8>),
    Fence(Fence),
    Room(Room),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fence {
    pub(super) name: String,
    pub(super) address: String,
    pub(super) epoch: i64,
    pub(super) holder: i64,
    pub(super) fenced: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Room {
    pub(super) key: i64,
    pub(super) owner: Option<i64>,
    pub(super) epoch: i64,
    /// The process that made the last claim. PostgreSQL's table does not have it; the checker
    /// wants it.
    pub(super) holder: i64,
}

/// What a transaction changes, in order; `None` deletes.
pub(super) type Changes = Vec<(Key, Option<Row>)>;

#[derive(Debug, Clone, Default)]
pub(super) struct Tables(BTreeMap<Key, Row>);

impl Tables {
    pub(super) fn get(&self, key: &Key) -> Option<&Row> {
        self.0.get(key)
    }

    pub(super) fn apply(&mut self, changes: &Changes) {
        for (key, row) in changes {
            match row {
                Some(row) => self.0.insert(key.clone(), row.clone()),
                None => self.0.remove(key),
            };
        }
    }

    pub(super) fn range(&self, keys: RangeInclusive<Key>) -> impl Iterator<Item = (&Key, &Row)> {
        self.0.range(keys)
    }

    pub(super) fn number(&self, key: &Key) -> Option<i64> {
        match self.get(key)? {
            Row::Number(number) => Some(*number),
            row => unreachable!("{row:?}"),
        }
    }

    pub(super) fn bytes(&self, key: &Key) -> Option<&Vec<u8>> {
        match self.get(key)? {
            Row::Bytes(bytes) => Some(bytes),
            row => unreachable!("{row:?}"),
        }
    }

    pub(super) fn fence(&self, node: i64) -> Option<&Fence> {
        match self.get(&Key::Fence(node))? {
            Row::Fence(fence) => Some(fence),
            row => unreachable!("{row:?}"),
        }
    }

    pub(super) fn room(&self, name: &str) -> Option<Room> {
        match self.get(&Key::Room(name.to_owned()))? {
            Row::Room(room) => Some(*room),
            row => unreachable!("{row:?}"),
        }
    }

    /// The largest number that a room or a server has.
    pub(super) fn last_key(&self) -> i64 {
        let keys = self.0.iter().filter_map(|row| match row {
            (_, Row::Room(room)) => Some(room.key),
            (Key::Fence(node), _) => Some(*node),
            _ => None,
        });
        keys.max().unwrap_or(0)
    }

    pub(super) fn rooms(&self) -> impl Iterator<Item = (&Key, Room)> {
        self.0.iter().filter_map(|(key, row)| match row {
            Row::Room(room) => Some((key, *room)),
            _ => None,
        })
    }

    /// The numbers and bytes of a room's rows in a table.
    pub(super) fn of_room(
        &self,
        table: fn(i64, i64) -> Key,
        room: i64,
    ) -> impl DoubleEndedIterator<Item = (i64, &Vec<u8>)> {
        let rows = self.0.range(table(room, i64::MIN)..=table(room, i64::MAX));
        rows.map(|(key, row)| match (key, row) {
            (
                Key::Record(_, number) | Key::Token(_, number) | Key::Checkpoint(_, number),
                Row::Bytes(bytes),
            ) => (*number, bytes),
            other => unreachable!("{other:?}"),
        })
    }
}
