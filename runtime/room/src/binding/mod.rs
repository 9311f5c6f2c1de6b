//! How a Lua module is declared once: one table is registration, argument checks, type stubs,
//! reference page and coverage test ([`lua_module!`](crate::lua_module)).

pub mod args;
pub mod ctx;
pub mod results;
pub mod spec;
pub mod text;
pub mod thinking;
