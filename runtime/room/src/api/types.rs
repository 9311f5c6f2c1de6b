//! Types.
