//! Events as the host raises them, and what names a handler that waits.

use serde::{Deserialize, Serialize};

use super::input::PlayerId;

/// Identifies a parked handler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Token(pub u64);

/// A value a handler's event table can hold.
#[derive(Debug, Clone, PartialEq)]
pub enum EventValue {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

/// The fields of an event's table, in order.
pub type EventArgs = Vec<(&'static str, EventValue)>;

impl From<u64> for EventValue {
    fn from(value: u64) -> Self {
        Self::Number(value as f64)
    }
}

impl From<i32> for EventValue {
    fn from(value: i32) -> Self {
        Self::Number(f64::from(value))
    }
}

impl From<u32> for EventValue {
    fn from(value: u32) -> Self {
        Self::Number(f64::from(value))
    }
}

impl From<u16> for EventValue {
    fn from(value: u16) -> Self {
        Self::Number(f64::from(value))
    }
}

impl From<u8> for EventValue {
    fn from(value: u8) -> Self {
        Self::Number(f64::from(value))
    }
}

impl From<PlayerId> for EventValue {
    fn from(value: PlayerId) -> Self {
        value.0.into()
    }
}

impl From<&str> for EventValue {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}
