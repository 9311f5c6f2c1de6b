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
