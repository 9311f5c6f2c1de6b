//! How a Lua module is declared: one table is the truth.
//!
//! [`lua_module!`](crate::lua_module) takes a module's functions with their documentation,
//! parameters and bodies and makes a [`ModuleSpec`] of them. Registration, argument checks, type
//! stubs, the reference pages and the coverage test all read that table.

use std::rc::Rc;

use mlua::{Function, Lua, Table};

use super::call::Context;
use fangqi_vm::Vm;

/// A global table of Lua functions.
#[derive(Debug)]
pub struct ModuleSpec<C: 'static> {
    /// The global's name.
    pub name: &'static str,
    /// What the module is for.
    pub doc: &'static str,
    /// Its functions, those of its parts not counted.
    pub functions: &'static [FunctionSpec<C>],
    /// Other tables of the same module.
    pub parts: &'static [&'static ModuleSpec<C>],
    /// Other names under which scripts find it.
    pub aliases: &'static [&'static str],
    /// The module whose functions it has besides its own.
    pub inherits: Option<&'static ModuleSpec<C>>,
}

impl<C> ModuleSpec<C> {
    /// Its functions, those of its parts too; inherited ones not.
    pub fn all(&'static self) -> impl Iterator<Item = &'static FunctionSpec<C>> {
        let parts = self.parts.iter().flat_map(|part| part.functions);
        self.functions.iter().chain(parts)
    }

    /// The function of a name, also an inherited one.
    fn find(&'static self, name: &str) -> Option<&'static FunctionSpec<C>> {
        let own = self.all().find(|function| function.name == name);
        own.or_else(|| self.inherits.and_then(|parent| parent.find(name)))
    }
}

/// How far a function does what the API that it follows says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// As far as anybody can tell.
    Works,
    /// Not in everything; what not.
    Partly(&'static str),
    /// It answers FAILED; why.
    Fails(&'static str),
}

impl<C> FunctionSpec<C> {
    /// How far it works: a line of its documentation says where it does not.
    pub fn status(&self) -> Status {
        let lines = || self.doc.lines().map(str::trim);
        if let Some(why) = lines().find_map(|line| line.strip_prefix("Fails:")) {
            return Status::Fails(why.trim());
        }
        match lines().find_map(|line| line.strip_prefix("Partly:")) {
            Some(what) => Status::Partly(what.trim()),
            None => Status::Works,
        }
    }
}

/// How a module's functions report failure. None raises an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// `ErrorCode.OK` and the results, or `ErrorCode.FAILED` and a logged reason.
    Code,
    /// The results, or `nil` and the reason.
    Value,
}

/// A function of a module.
#[derive(Debug)]
pub struct FunctionSpec<C: 'static> {
    /// Its name.
    pub name: &'static str,
    /// What it does; lines that begin with `Example:` show a call.
    pub doc: &'static str,
    /// Its parameters after the module itself.
    pub params: &'static [ParamSpec],
    /// Its results, the code of [`Style::Code`] not counted.
    pub results: &'static [ParamSpec],
    /// How it reports failure: as its module does, or [`Style::Value`] after `@plain`.
    pub style: Style,
    /// Whether the calling handler may wait in it.
    pub waits: bool,
    /// Whether a script need not ask if it has its results: it has them if the arguments are right.
    pub sure: bool,
    /// Makes the Lua function.
    pub bind: fn(&Binder<'_, C>) -> mlua::Result<Function>,
}

/// A parameter or result.
#[derive(Debug)]
pub struct ParamSpec {
    /// Its name.
    pub name: &'static str,
    /// Its type as Luau writes it.
    pub ty: &'static str,
    /// Whether it may be left out.
    pub optional: bool,
}

/// What a function needs to be made.
#[derive(Debug)]
pub struct Binder<'a, C> {
    /// The room's Lua.
    pub lua: &'a Lua,
    /// The room's VM.
    pub vm: &'a Vm,
    /// The room.
    pub ctx: &'a C,
}

/// Makes a module. Its functions are made when a script first names them: a map uses a few dozen
/// of several hundred, and each costs memory in every room.
///
/// # Errors
/// Out of memory.
pub fn make<C: Context>(spec: &'static ModuleSpec<C>, vm: &Rc<Vm>, ctx: &C) -> mlua::Result<Table> {
    let lua = vm.lua();
    let module = lua.create_table()?;
    let meta = lua.create_table()?;
    // The VM owns this closure: holding the VM strongly here would keep both alive for ever.
    let (weak_vm, ctx) = (Rc::downgrade(vm), ctx.clone());
    let lookup = move |lua: &Lua, (module, key): (Table, mlua::Value)| {
        // `pairs` is about to list it.
        if let (mlua::Value::Boolean(true), Some(vm)) = (&key, weak_vm.upgrade()) {
            fill(spec, &module, &Binder { lua, vm: &vm, ctx: &ctx })?;
            return Ok(mlua::Value::Nil);
        }
        let name = key.as_string().and_then(|name| name.to_str().ok().map(|name| name.to_string()));
        let function = name.and_then(|name| spec.find(&name));
        let (Some(function), Some(vm)) = (function, weak_vm.upgrade()) else {
            return Ok(mlua::Value::Nil);
        };
        ctx.uses(spec.name, function.name);
        let bound = (function.bind)(&Binder { lua, vm: &vm, ctx: &ctx })?;
        module.raw_set(key, &bound)?;
        Ok(mlua::Value::Function(bound))
    };
    meta.raw_set("__index", lua.create_function(lookup)?)?;
    meta.raw_set("__metatable", false)?;
    module.set_metatable(Some(meta))?;
    Ok(module)
}

/// Makes all functions of a module, for scripts that list it to put something around each.
fn fill<C>(
    spec: &'static ModuleSpec<C>,
    module: &Table,
    binder: &Binder<'_, C>,
) -> mlua::Result<()> {
    for function in spec.all() {
        if module.raw_get::<mlua::Value>(function.name)?.is_nil() {
            module.raw_set(function.name, (function.bind)(binder)?)?;
        }
    }
    spec.inherits.map_or(Ok(()), |parent| fill(parent, module, binder))
}

/// Declares a module. Each function's body yields `Result<(results…,), Refusal>`, or, after
/// `@waits`, `Result<Token, Refusal>`: the handler goes on when that token is woken. `@plain` is
/// for the few functions of a [`Style::Code`] module that return no code, and `@sure` for those
/// that have their results whenever their arguments are right, or else the map does not load.
#[macro_export]
macro_rules! lua_module {
    (@context $context:ty;
        $(#[doc = $module_doc:literal])*
        $vis:vis static $STATIC:ident = $module:literal, $style:ident
            $(, parts [$($part:ident),*])? $(, aka [$($alias:literal),*])?
            $(, inherits $parent:ident)?;
        $(
            $(#[doc = $doc:literal])*
            $(@ $kind:ident)?
            fn $name:ident($ctx:ident $(, $arg:ident : $ty:ty)* $(,)?)
                -> ($($result:ident : $result_ty:ty),* $(,)?) $body:block
        )*
    ) => {
        $(#[doc = $module_doc])*
        #[allow(non_snake_case, reason = "parameters have the names that script authors know")]
        $vis static $STATIC: $crate::ModuleSpec<$context> = $crate::ModuleSpec {
            name: $module,
            doc: concat!($($module_doc, "\n"),*),
            parts: &[$($(&$part),*)?],
            aliases: &[$($($alias),*)?],
            inherits: $crate::lua_module!(@parent $($parent)?),
            functions: &[$(
                $crate::FunctionSpec {
                    name: stringify!($name),
                    doc: concat!($($doc, "\n"),*),
                    params: &[$($crate::ParamSpec {
                        name: stringify!($arg),
                        ty: <$ty as $crate::args::Arg>::LUA,
                        optional: <$ty as $crate::args::Arg>::OPTIONAL,
                    }),*],
                    results: &[$($crate::ParamSpec {
                        name: stringify!($result),
                        ty: <$result_ty as $crate::results::Describe>::LUA,
                        optional: false,
                    }),*],
                    style: $crate::lua_module!(@style $style [$($kind)?]),
                    waits: $crate::lua_module!(@is_waits $($kind)?),
                    sure: $crate::lua_module!(@is_sure $($kind)?),
                    bind: $crate::lua_module!(@bind $style [$($kind)?]
                        concat!($module, ":", stringify!($name)),
                        $ctx, [$($arg : $ty),*], [$($result_ty),*], $body),
                }
            ),*],
        };
    };
    (@parent) => { None };
    (@parent $parent:ident) => { Some(&$parent) };
    (@style $style:ident [plain]) => { $crate::Style::Value };
    (@style $style:ident [$($kind:ident)?]) => { $crate::Style::$style };
    (@is_waits waits) => { true };
    (@is_waits $($kind:ident)?) => { false };
    (@is_sure sure) => { true };
    (@is_sure $($kind:ident)?) => { false };
    (@bind $style:ident [$($kind:ident)?] $path:expr, $ctx:ident, [$($arg:ident : $ty:ty),*],
        [$($result_ty:ty),*], $body:block) => {
        |binder| {
            let ctx = binder.ctx.clone();
            let function = binder.lua.create_function(
                move |lua, (_module, $($arg,)*): $crate::lua_module!(@args $($ty),*)| {
                    let params: &[&str] = &[$(stringify!($arg)),*];
                    let $ctx = $crate::Call { ctx: &ctx, lua, path: $path, params };
                    #[allow(unused_mut, unused_variables)]
                    let mut run = || -> Result<
                        $crate::lua_module!(@body_ty [$($kind)?] $($result_ty),*),
                        $crate::results::Refusal,
                    > {
                        let position = 0_u32;
                        $(
                            let position = position + 1;
                            let $arg: $ty =
                                $crate::args::take($arg, lua, position, stringify!($arg))?;
                        )*
                        $body
                    };
                    let outcome = run();
                    Ok($crate::lua_module!(@finish $style [$($kind)?] $ctx, outcome))
                },
            )?;
            $crate::lua_module!(@wrap [$($kind)?] binder, function)
        }
    };
    (@args $($ty:ty),*) => {
        ($crate::args::Module, $(<$ty as $crate::args::Arg>::Raw,)*)
    };
    (@body_ty [waits] $($result_ty:ty),*) => { $crate::Token };
    (@body_ty [$($kind:ident)?] $($result_ty:ty),*) => { ($($result_ty,)*) };
    (@finish Code [waits] $ctx:ident, $outcome:ident) => {
        $crate::results::token_or_code(&$ctx, $outcome)
    };
    (@finish $style:ident [waits] $ctx:ident, $outcome:ident) => {
        $crate::results::token(&$ctx, $outcome)
    };
    (@finish Code [] $ctx:ident, $outcome:ident) => {
        $crate::results::Results::coded(&$ctx, $outcome)
    };
    (@finish $style:ident [$($kind:ident)?] $ctx:ident, $outcome:ident) => {
        $crate::results::value(&$ctx, $outcome)
    };
    (@wrap [waits] $binder:ident, $function:ident) => { $binder.vm.waiting($function) };
    (@wrap [$($kind:ident)?] $binder:ident, $function:ident) => { Ok($function) };
}
