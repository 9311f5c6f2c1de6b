//! The script VM: what scripts can do in it, what they cannot, and what it costs.

mod abuse;
mod basics;
mod costs;
mod hostile;
mod order;
mod original;
mod profiles;
mod support;
mod waiting;
