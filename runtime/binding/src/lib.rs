//! How a Lua module is declared once: one table is registration, argument checks, type stubs,
//! reference page and coverage test ([`lua_module!`]).
//!
//! The functions act on a [`Context`], which is the room; this crate knows no more of it.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]
#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]
#![warn(missing_docs)]

pub mod args;
mod call;
pub mod plain;
pub mod results;
mod spec;
mod text;

pub use call::{Call, Context, caller, calling};
pub use fangqi_protocol::Token;
#[doc(hidden)]
pub use mlua::{IntoLua, Lua, Result as LuaResult, Table, Value};
pub use results::{Describe, Refusal};
pub use spec::{Binder, FunctionSpec, ModuleSpec, ParamSpec, Status, Style, make};
pub use text::into_table;
