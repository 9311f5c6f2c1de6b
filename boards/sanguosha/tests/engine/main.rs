//! The engine without Lua, and how its computers judge and choose.

mod basics;
mod cares;
mod hands;
mod measures;
mod options;
mod panel;
mod patterns;
mod roles;
mod simple;
