//! Tests of the engine and of computer players, without Lua.

mod basics;
mod cares;
mod hands;
mod measures;
mod options;
mod panel;
mod patterns;
mod roles;
mod simple;
