//! Plain Lua data made by Rust code, in the form in which scripts' own plain data is stored.

/// Tags of values, each followed by its content; see `plain` of `fangqi-binding`, which reads them.
pub mod tag {
    /// No content.
    pub const FALSE: u8 = 0;
    /// No content.
    pub const TRUE: u8 = 1;
    /// Eight bytes, a float.
    pub const NUMBER: u8 = 2;
    /// A length in bytes, then the bytes.
    pub const TEXT: u8 = 3;
    /// How many values its sequence has, how many fields follow, and all of them.
    pub const TABLE: u8 = 4;
    /// Three floats of four bytes.
    pub const VECTOR: u8 = 5;
}

/// A value for a script.
#[derive(Debug, Clone, PartialEq)]
pub enum PlainValue {
    /// Nothing: a field that holds it is left out.
    Nil,
    /// A boolean.
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A string.
    Text(String),
    /// A sequence. Must not hold [`PlainValue::Nil`].
    List(Vec<PlainValue>),
    /// A table with these fields, each of which comes once.
    Table(Vec<(&'static str, PlainValue)>),
    /// A value that is encoded already.
    Encoded(Vec<u8>),
}

impl PlainValue {
    /// A table with these fields.
    pub fn table(fields: impl IntoIterator<Item = (&'static str, PlainValue)>) -> Self {
        Self::Table(fields.into_iter().collect())
    }

    /// The value's bytes. [`PlainValue::Nil`] has none.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        bytes
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            // A field that holds it is left out below, and a list must not hold it.
            Self::Nil => {}
            Self::Boolean(flag) => bytes.push(if *flag { tag::TRUE } else { tag::FALSE }),
            Self::Number(number) => write_number(*number, bytes),
            Self::Text(text) => write_text(text.as_bytes(), bytes),
            Self::List(values) => {
                bytes.push(tag::TABLE);
                write_length(values.len(), bytes);
                write_length(0, bytes);
                debug_assert!(!values.contains(&Self::Nil), "a sequence ends at nil");
                values.iter().for_each(|value| value.write(bytes));
            }
            Self::Table(fields) => {
                let mut fields: Vec<_> =
                    fields.iter().filter(|(_, value)| *value != Self::Nil).collect();
                // Ordered by key, as `fangqi-binding` writes tables: equal values, equal bytes.
                fields.sort_by_key(|(key, _)| *key);
                bytes.push(tag::TABLE);
                write_length(0, bytes);
                write_length(fields.len(), bytes);
                for (key, value) in fields {
                    write_text(key.as_bytes(), bytes);
                    value.write(bytes);
                }
            }
            Self::Encoded(value) => bytes.extend_from_slice(value),
        }
    }
}

/// Appends a number with its tag.
pub fn write_number(number: f64, bytes: &mut Vec<u8>) {
    bytes.push(tag::NUMBER);
    bytes.extend_from_slice(&number.to_le_bytes());
}

/// Appends a string with its tag.
pub fn write_text(text: &[u8], bytes: &mut Vec<u8>) {
    bytes.push(tag::TEXT);
    write_length(text.len(), bytes);
    bytes.extend_from_slice(text);
}

/// Appends a length.
pub fn write_length(length: usize, bytes: &mut Vec<u8>) {
    // What engines return, and Lua's memory, are far below 4 GiB.
    let length = u32::try_from(length).unwrap_or(u32::MAX);
    bytes.extend_from_slice(&length.to_le_bytes());
}

impl From<bool> for PlainValue {
    fn from(flag: bool) -> Self {
        Self::Boolean(flag)
    }
}

impl From<i32> for PlainValue {
    fn from(number: i32) -> Self {
        Self::Number(f64::from(number))
    }
}

impl From<u32> for PlainValue {
    fn from(number: u32) -> Self {
        Self::Number(f64::from(number))
    }
}

impl From<u64> for PlainValue {
    fn from(number: u64) -> Self {
        Self::Number(number as f64)
    }
}

impl From<&str> for PlainValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for PlainValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl<T: Into<PlainValue>> From<Option<T>> for PlainValue {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nil, Into::into)
    }
}

impl<T: Into<PlainValue>> From<Vec<T>> for PlainValue {
    fn from(values: Vec<T>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}
