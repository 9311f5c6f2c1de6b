//! The fields of events, put together in one way.

use fangqi_protocol::{EventArgs, EventValue};

/// The fields of an event's table.
#[derive(Debug, Clone, Default)]
pub struct Fields(pub EventArgs);

impl Fields {
    /// None.
    pub fn none() -> Self {
        Self::default()
    }

    /// Whom it happened to.
    pub fn of(objid: u64) -> Self {
        Self(vec![("eventobjid", objid.into())])
    }

    /// One more field.
    pub fn with(mut self, name: &'static str, value: impl Into<EventValue>) -> Self {
        self.0.push((name, value.into()));
        self
    }

    /// A field that is a number.
    pub fn number(self, name: &'static str, value: f64) -> Self {
        self.with(name, EventValue::Number(value))
    }

    /// Where it happened, as the numbers are.
    pub fn at(self, [x, y, z]: [f64; 3]) -> Self {
        self.number("x", x).number("y", y).number("z", z)
    }

    /// Which cell it happened in.
    pub fn in_cell(self, [x, y, z]: [i32; 3]) -> Self {
        self.with("x", x).with("y", y).with("z", z)
    }
}
