//! The script VM: what scripts can do in it, what they cannot, and what it costs.

mod abuse;
mod basics;
#[path = "../common/mod.rs"]
mod common;
mod costs;
mod hostile;
mod order;
mod original;
mod room;
mod support;
mod waiting;
