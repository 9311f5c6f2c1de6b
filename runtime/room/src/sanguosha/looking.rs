//! Looks at a game that stays as it is meanwhile: what functions of packages answer is kept for as
//! long as one lasts (`engine.luau`).

use std::cell::{Cell, OnceCell};

use mlua::Buffer;

/// Which look it is, for the Luau half.
#[derive(Debug, Default)]
pub(super) struct Looking {
    /// How many looks have begun within each other.
    depth: Cell<u32>,
    /// Looks so far.
    count: Cell<u32>,
    /// Where the Luau half reads the number of the look: four bytes, 0 outside of one.
    told: OnceCell<Buffer>,
}

impl Looking {
    /// The Luau half reads from here.
    pub(super) fn tell(&self, buffer: Buffer) {
        // There is one for each Luau half.
        let _ = self.told.set(buffer);
    }

    /// A look begins.
    pub(super) fn begin(&self) {
        self.depth.set(self.depth.get() + 1);
        if self.depth.get() == 1 {
            self.again();
        }
    }

    /// The look that began last ends.
    pub(super) fn end(&self) {
        self.depth.set(self.depth.get().saturating_sub(1));
        if self.depth.get() == 0 {
            self.write(0);
        }
    }

    /// What is looked at has changed after all: nothing that was answered holds.
    pub(super) fn changed(&self) {
        if self.depth.get() > 0 {
            self.again();
        }
    }

    /// Another game is looked at; the looks at the one before are over.
    pub(super) fn stop(&self) {
        self.depth.set(0);
        self.write(0);
    }

    fn again(&self) {
        let number = self.count.get().checked_add(1).unwrap_or(1);
        self.count.set(number);
        self.write(number);
    }

    fn write(&self, number: u32) {
        if let Some(buffer) = self.told.get() {
            buffer.write_bytes(0, &number.to_le_bytes());
        }
    }
}
