//! What API functions return, and how they refuse.

use mlua::{IntoLua, IntoLuaMulti, Lua, MultiValue, Value};

use super::call::{Call, Context};
use fangqi_protocol::Token;

/// `ErrorCode.OK`.
pub const OK: i32 = 0;
/// `ErrorCode.FAILED`.
pub const FAILED: i32 = 1001;

/// Why an API function did not do what it was asked. The room is unchanged.
#[derive(Debug)]
pub struct Refusal(String);

impl<E: std::fmt::Display> From<E> for Refusal {
    fn from(reason: E) -> Self {
        Self(reason.to_string())
    }
}

impl Refusal {
    /// The plain "no" of a yes-or-no question, which is no mistake and is not logged.
    pub const fn no() -> Self {
        Self(String::new())
    }

    /// The reason, as a sentence part.
    pub fn reason(&self) -> &str {
        &self.0
    }
}

/// A result type, as Luau writes it.
pub trait Describe {
    /// The type in a Luau annotation.
    const LUA: &'static str;
}

macro_rules! describe {
    ($($ty:ty => $lua:literal),* $(,)?) => {
        $(impl Describe for $ty { const LUA: &'static str = $lua; })*
    };
}

describe! {
    bool => "boolean",
    u8 => "number", u16 => "number", u32 => "number", u64 => "number",
    i32 => "number", i64 => "number", f32 => "number", f64 => "number",
    String => "string", &str => "string",
    Value => "any", mlua::Table => "{ [any]: any }",
    Position => "{ x: number, y: number, z: number }",
}

impl<T: Describe> Describe for Option<T> {
    const LUA: &'static str = T::LUA;
}

impl<T: Describe> Describe for Vec<T> {
    const LUA: &'static str = "{ any }";
}

/// A position as scripts hold it: `{x=, y=, z=}`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position(pub [f64; 3]);

impl From<fangqi_world::IVec3> for Position {
    fn from(pos: fangqi_world::IVec3) -> Self {
        Self(pos.to_array().map(f64::from))
    }
}

impl IntoLua for Position {
    fn into_lua(self, lua: &Lua) -> mlua::Result<Value> {
        let table = lua.create_table_with_capacity(0, 3)?;
        for (name, value) in ["x", "y", "z"].into_iter().zip(self.0) {
            table.raw_set(name, value)?;
        }
        Ok(Value::Table(table))
    }
}

/// A tuple of results that can travel behind a code.
pub trait Results: Sized {
    /// The code and the results, or the code of failure and `nil`s.
    type Coded: IntoLuaMulti;

    /// Puts the code first; a refusal is logged.
    fn coded<X: Context>(call: &Call<'_, X>, outcome: Result<Self, Refusal>) -> Self::Coded;
}

macro_rules! results {
    ($($name:ident),*) => {
        impl<$($name: IntoLua),*> Results for ($($name,)*) {
            type Coded = (i32, $(Option<$name>,)*);

            #[allow(non_snake_case, reason = "results have the names of their types")]
            #[inline]
            fn coded<X: Context>(
                call: &Call<'_, X>,
                outcome: Result<Self, Refusal>,
            ) -> Self::Coded {
                match outcome {
                    Ok(($($name,)*)) => (OK, $(Some($name),)*),
                    Err(refusal) => {
                        call.refused(refusal.reason());
                        (FAILED, $(None::<$name>,)*)
                    }
                }
            }
        }
    };
}

results!();
results!(A);
results!(A, B);
results!(A, B, C);
results!(A, B, C, D);

/// Results without a code, or `nil` and the reason.
#[derive(Debug)]
pub struct ValueOr<R>(Result<R, String>);

impl<R: IntoLuaMulti> IntoLuaMulti for ValueOr<R> {
    fn into_lua_multi(self, lua: &Lua) -> mlua::Result<MultiValue> {
        match self.0 {
            Ok(results) => results.into_lua_multi(lua),
            Err(reason) => (Value::Nil, reason).into_lua_multi(lua),
        }
    }
}

/// The results, or `nil` and the reason, which is also logged.
pub fn value<R: IntoLuaMulti, C: Context>(
    call: &Call<'_, C>,
    outcome: Result<R, Refusal>,
) -> ValueOr<R> {
    ValueOr(outcome.map_err(|refusal| {
        let reason = call.numbered(refusal.reason());
        call.refused(&reason);
        reason
    }))
}

/// The token to wait for, or what the function returns at once when it was refused.
pub fn token<C: Context>(
    call: &Call<'_, C>,
    outcome: Result<Token, Refusal>,
) -> (Option<u64>, Value, Option<String>) {
    match outcome {
        Ok(token) => (Some(token.0), Value::Nil, None),
        Err(refusal) => {
            let reason = call.numbered(refusal.reason());
            call.refused(&reason);
            (None, Value::Nil, Some(reason))
        }
    }
}

/// The token to wait for, or the code of failure.
pub fn token_or_code<C: Context>(
    call: &Call<'_, C>,
    outcome: Result<Token, Refusal>,
) -> (Option<u64>, Option<i32>) {
    match outcome {
        Ok(token) => (Some(token.0), None),
        Err(refusal) => {
            call.refused(refusal.reason());
            (None, Some(FAILED))
        }
    }
}
