//! Text that somebody else wrote: made fit to be shown to people, or to be written where people
//! read lines. Both go by Unicode's own data, so that neither has a list that grows old.

#![deny(clippy::unwrap_used)]

mod encoding;
mod escape;
mod kinds;
mod line;
pub mod out;
#[cfg(test)]
mod tests;

pub use encoding::{WideText, check};
pub use escape::{Escaped, escape, escape_lines};
pub use line::line;
