/// A global table of named numbers.
#[derive(Debug)]
pub struct EnumSpec {
    /// The global's name.
    pub name: &'static str,
    /// What its numbers say.
    pub doc: &'static str,
    /// Names and numbers.
    pub members: &'static [(&'static str, i32)],
}

/// A kind of table that scripts give to the API or get from it, for stubs and the reference page.
#[derive(Debug)]
pub struct TypeSpec {
    /// Its name in annotations.
    pub name: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// Its fields.
    pub fields: &'static [FieldSpec],
    /// The type of fields under all other names; none if there are no others.
    pub others: Option<&'static str>,
    /// Whether its functions are called with a colon.
    pub has_methods: bool,
}

/// A field of a table. All types are as Luau writes them; what may be nil ends with `?`.
#[derive(Debug)]
pub struct FieldSpec {
    /// Its name.
    pub name: &'static str,
    /// What it is or does.
    pub doc: &'static str,
    /// Names and types of a function's parameters; none if the field is no function.
    pub params: Option<&'static [(&'static str, &'static str)]>,
    /// Its type, or that of what the function returns.
    pub ty: &'static str,
    /// Whether the field may be left out.
    pub optional: bool,
}

impl TypeSpec {
    /// The names of its fields, in order.
    pub fn names(&self) -> Vec<&'static str> {
        self.fields.iter().map(|field| field.name).collect()
    }
}

/// Declares a [`TypeSpec`]. A field is `name: "type"`, or `name(parameter: "type", …): "type"`
/// where it is a function; after `@optional` it may be left out. After the name of the table may
/// stand `[others "type"]`, for fields under any name, and `, methods`, for functions that are
/// called with a colon.
#[macro_export]
macro_rules! lua_type {
    (
        $(#[doc = $doc:literal])*
        $vis:vis static $STATIC:ident = $name:literal
            $([others $others:literal])? $(, $methods:ident)?;
        $(
            $(#[doc = $field_doc:literal])*
            $(@ $optional:ident)?
            $field:ident $(($($param:ident : $param_ty:literal),* $(,)?))? : $ty:literal;
        )*
    ) => {
        $(#[doc = $doc])*
        $vis static $STATIC: $crate::TypeSpec = $crate::TypeSpec {
            name: $name,
            doc: concat!($($doc, "\n"),*),
            fields: &[$($crate::FieldSpec {
                name: stringify!($field),
                doc: concat!($($field_doc, "\n"),*),
                params: $crate::lua_type!(@params $(($($param : $param_ty),*))?),
                ty: $ty,
                optional: $crate::lua_type!(@is_optional $($optional)?),
            }),*],
            others: $crate::lua_type!(@others $($others)?),
            has_methods: $crate::lua_type!(@has_methods $($methods)?),
        };
    };
    (@params) => { None };
    (@params ($($param:ident : $ty:literal),*)) => { Some(&[$((stringify!($param), $ty)),*]) };
    (@is_optional) => { false };
    (@is_optional optional) => { true };
    (@others) => { None };
    (@others $others:literal) => { Some($others) };
    (@has_methods) => { false };
    (@has_methods methods) => { true };
}

/// Declares a table that functions of the API take or return as one of the type of that name.
#[macro_export]
macro_rules! typed_table {
    ($(#[$doc:meta])* $vis:vis struct $table:ident = $name:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone)]
        $vis struct $table(pub $crate::binding::Table);

        impl $crate::Arg for $table {
            const LUA: &'static str = $name;
            type Raw = $crate::binding::Value;

            fn read(
                value: &$crate::binding::Value,
                lua: &$crate::binding::Lua,
            ) -> Result<Self, String> {
                <$crate::binding::Table as $crate::Arg>::read(value, lua).map(Self)
            }

            fn from_raw(
                raw: $crate::binding::Value,
                lua: &$crate::binding::Lua,
            ) -> Result<Self, String> {
                Self::read(&raw, lua)
            }
        }

        impl $crate::Describe for $table {
            const LUA: &'static str = $name;
        }

        impl $crate::binding::IntoLua for $table {
            fn into_lua(
                self,
                _: &$crate::binding::Lua,
            ) -> $crate::binding::LuaResult<$crate::binding::Value> {
                Ok($crate::binding::Value::Table(self.0))
            }
        }
    };
}

/// An event, for the reference page.
#[derive(Debug)]
pub struct EventSpec {
    /// Its name.
    pub name: &'static str,
    /// The fields of the table that handlers are called with.
    pub fields: &'static [&'static str],
    /// When it happens.
    pub doc: &'static str,
    /// Why it never happens here, if it does not: scripts may register handlers all the same.
    pub never: Option<&'static str>,
}

/// Declares a list of [`EventSpec`]: name, fields, when it happens, and why it never does.
#[macro_export]
macro_rules! events {
    (
        $(#[$doc:meta])* pub static $list:ident;
        $($name:literal: $($field:ident)* $when:literal $(, never $why:literal)?;)*
    ) => {
        $(#[$doc])*
        pub static $list: &[$crate::EventSpec] = &[$($crate::EventSpec {
            name: $name,
            fields: &[$(stringify!($field)),*],
            doc: $when,
            never: $crate::events!(@never $($why)?),
        }),*];
    };
    (@never) => { None };
    (@never $why:literal) => { Some($why) };
}
