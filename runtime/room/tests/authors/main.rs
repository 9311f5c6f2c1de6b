//! What an author's tools find: good boards pass, and bugs planted in them are found, each at its
//! line.

mod calls;
mod good;
mod guides;
mod maps;
mod planted;
mod simulated;
mod told;
mod variants;
