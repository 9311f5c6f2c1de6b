//! Plain Lua data as bytes, which is what scripts can store.
//!
//! A value is a tag byte and its contents. A table is its sequence and then its other entries,
//! ordered by key, so that equal values give equal bytes. Reading recurses no deeper than
//! [`DEPTH_MAX`] and trusts no length before checking it.

use std::cmp::Ordering;
use std::fmt;

use mlua::{Lua, Table, Value, Vector};

use fangqi_protocol::plain_value::tag::{FALSE, NUMBER, TABLE, TEXT, TRUE, VECTOR};
use fangqi_protocol::plain_value::{write_length, write_number, write_text};

/// Maximum depth of tables in tables.
pub const DEPTH_MAX: usize = 64;

/// Encodes a value, which may hold at most `values_max` values altogether.
///
/// # Errors
/// Which part of it is not plain data, such as `state.moves[3].run is a function`.
pub fn write(value: &Value, values_max: usize) -> Result<Vec<u8>, String> {
    let mut writer = Writer { bytes: Vec::new(), left: values_max, max: values_max, open: vec![] };
    writer.value(value, &Path::State)?;
    Ok(writer.bytes)
}

struct Writer {
    bytes: Vec<u8>,
    left: usize,
    max: usize,
    /// Addresses of the tables being written, to find cycles.
    open: Vec<usize>,
}

/// A key that is not in a table's sequence, in the order in which keys are written.
#[derive(PartialEq, PartialOrd)]
enum Key {
    Flag(bool),
    Number(f64),
    Text(Vec<u8>),
}

/// Where a value stands. Only errors say it, so the words are not put together before.
enum Path<'a> {
    State,
    Index(&'a Path<'a>, usize),
    Key(&'a Path<'a>, &'a Key),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::State => formatter.write_str("state"),
            Path::Index(table, index) => write!(formatter, "{table}[{index}]"),
            Path::Key(table, Key::Flag(flag)) => write!(formatter, "{table}[{flag}]"),
            Path::Key(table, Key::Number(number)) => write!(formatter, "{table}[{number}]"),
            Path::Key(table, Key::Text(text)) => {
                write!(formatter, "{table}.{}", String::from_utf8_lossy(text))
            }
        }
    }
}

/// What a table holds: its sequence, and its other entries in the order of their keys.
#[derive(Default)]
struct Entries {
    sequence: Vec<Value>,
    others: Vec<(Key, Value)>,
}

impl Writer {
    fn value(&mut self, value: &Value, path: &Path<'_>) -> Result<(), String> {
        self.left = self.left.checked_sub(1).ok_or_else(|| self.too_many())?;
        match value {
            Value::Boolean(flag) => self.flag(*flag),
            Value::Integer(whole) => self.number(*whole as f64),
            Value::Number(number) => self.number(*number),
            Value::String(text) => self.text(&text.as_bytes()),
            Value::Vector(vector) => {
                self.bytes.push(VECTOR);
                for part in [vector.x(), vector.y(), vector.z()] {
                    self.bytes.extend_from_slice(&part.to_le_bytes());
                }
            }
            Value::Table(table) => self.table(table, path)?,
            other => {
                return Err(format!("{path} is a {}, which cannot be stored", other.type_name()));
            }
        }
        Ok(())
    }

    fn too_many(&self) -> String {
        format!("the state holds more than {} values", self.max)
    }

    fn flag(&mut self, flag: bool) {
        self.bytes.push(if flag { TRUE } else { FALSE });
    }

    fn number(&mut self, number: f64) {
        write_number(number, &mut self.bytes);
    }

    fn text(&mut self, text: &[u8]) {
        write_text(text, &mut self.bytes);
    }

    fn length(&mut self, length: usize) {
        write_length(length, &mut self.bytes);
    }

    fn table(&mut self, table: &Table, path: &Path<'_>) -> Result<(), String> {
        let address = table.to_pointer() as usize;
        if self.open.contains(&address) {
            return Err(format!("{path} is a table that holds itself"));
        }
        if self.open.len() >= DEPTH_MAX {
            return Err(format!("{path} is nested more than {DEPTH_MAX} deep"));
        }
        if table.metatable().is_some() {
            return Err(format!("{path} has a metatable, which cannot be stored"));
        }
        self.open.push(address);
        let Entries { sequence, others } = self.entries(table, path)?;
        self.bytes.push(TABLE);
        self.length(sequence.len());
        self.length(others.len());
        for (index, value) in (1..).zip(&sequence) {
            self.value(value, &Path::Index(path, index))?;
        }
        for (key, value) in &others {
            match key {
                Key::Flag(flag) => self.flag(*flag),
                Key::Number(number) => self.number(*number),
                Key::Text(text) => self.text(text),
            }
            self.value(value, &Path::Key(path, key))?;
        }
        self.open.pop();
        Ok(())
    }

    fn entries(&self, table: &Table, path: &Path<'_>) -> Result<Entries, String> {
        let mut entries = Entries::default();
        let mut problem = None;
        let walked = table.for_each(|key: Value, value: Value| {
            problem = entries.add(key, value).map(|kind| format!("{path} has a {kind} as a key"));
            if entries.sequence.len() + entries.others.len() > self.left {
                problem = Some(self.too_many());
            }
            match problem {
                Some(_) => Err(mlua::Error::runtime("no plain data")),
                None => Ok(()),
            }
        });
        if let Some(problem) = problem {
            return Err(problem);
        }
        walked.map_err(|error| error.to_string())?;
        entries.put_in_order();
        Ok(entries)
    }
}

impl Entries {
    /// Adds an entry; the type of its key if that cannot be one.
    fn add(&mut self, key: Value, value: Value) -> Option<&'static str> {
        let key = match key {
            Value::Boolean(flag) => Key::Flag(flag),
            Value::Integer(whole) => Key::Number(whole as f64),
            Value::Number(number) => Key::Number(number),
            Value::String(text) => Key::Text(text.as_bytes().to_vec()),
            other => return Some(other.type_name()),
        };
        if key == self.next_index() {
            self.sequence.push(value);
        } else {
            self.others.push((key, value));
        }
        None
    }

    fn next_index(&self) -> Key {
        Key::Number((self.sequence.len() + 1) as f64)
    }

    /// Sorts the entries. A part of the sequence may be among the others, because it depends on how
    /// a table was built in which order its entries are met.
    fn put_in_order(&mut self) {
        let Self { others, .. } = self;
        others.sort_by(|(a, _), (b, _)| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        let next = self.next_index();
        let from = self.others.partition_point(|(key, _)| *key < next);
        let found = (0..).zip(&self.others[from..]).take_while(|(ahead, (key, _))| {
            *key == Key::Number((self.sequence.len() + 1 + ahead) as f64)
        });
        let until = from + found.count();
        self.sequence.extend(self.others.drain(from..until).map(|(_, value)| value));
    }
}

/// Reads what [`write()`] wrote.
///
/// # Errors
/// The bytes are something else, or Lua is out of memory.
pub fn read(bytes: &[u8], lua: &Lua) -> Result<Value, String> {
    let mut reader = Reader { bytes };
    let value = reader.value(lua, DEPTH_MAX)?;
    if reader.bytes.is_empty() { Ok(value) } else { Err("bytes follow the state".to_owned()) }
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn take(&mut self, count: usize) -> Result<&[u8], String> {
        let (taken, rest) =
            self.bytes.split_at_checked(count).ok_or("a script's state is cut short")?;
        self.bytes = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    fn length(&mut self) -> Result<usize, String> {
        let length = u32::from_le_bytes(self.array()?) as usize;
        // Every counted item takes at least one byte.
        if length > self.bytes.len() {
            return Err("a script's state is cut short".to_owned());
        }
        Ok(length)
    }

    fn value(&mut self, lua: &Lua, depth: usize) -> Result<Value, String> {
        let memory = |error: mlua::Error| error.to_string();
        let [tag] = self.array()?;
        match tag {
            FALSE => Ok(Value::Boolean(false)),
            TRUE => Ok(Value::Boolean(true)),
            NUMBER => Ok(Value::Number(f64::from_le_bytes(self.array()?))),
            VECTOR => {
                let mut part = || self.array().map(f32::from_le_bytes);
                Ok(Value::Vector(Vector::new(part()?, part()?, part()?)))
            }
            TEXT => {
                let length = self.length()?;
                lua.create_string(self.take(length)?).map(Value::String).map_err(memory)
            }
            TABLE => {
                let depth = depth.checked_sub(1).ok_or("a script's state is nested too deep")?;
                let (length, others) = (self.length()?, self.length()?);
                let table = lua.create_table_with_capacity(length, others).map_err(memory)?;
                for index in 1..=length {
                    let value = self.value(lua, depth)?;
                    table.raw_set(index, value).map_err(memory)?;
                }
                for _ in 0..others {
                    let key = self.value(lua, 0)?;
                    let value = self.value(lua, depth)?;
                    // Lua refuses NaN as a key here.
                    table.raw_set(key, value).map_err(memory)?;
                }
                Ok(Value::Table(table))
            }
            other => Err(format!("a script's state has the unknown tag {other}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use fangqi_protocol::PlainValue;
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn eval(lua: &Lua, source: &str) -> Value {
        lua.load(source).eval().unwrap()
    }

    #[test]
    fn what_is_written_is_read() {
        let lua = Lua::new();
        let source = "return { 1, 2.5, 'x', { a = true, ['b c'] = { } }, [0] = -1, [true] = false,
            [2.5] = vector.create(1, 2, 3), n = 0/0, big = 1e300, hole = { 1, nil, 3 } }";
        let bytes = write(&eval(&lua, source), 100).unwrap();
        let other = Lua::new();
        let read = read(&bytes, &other).unwrap();
        assert_eq!(write(&read, 100).unwrap(), bytes);
        other.globals().set("read", read).unwrap();
        let checks = "return read[3] == 'x' and read[4]['b c'] ~= nil and read[0] == -1
            and read[true] == false and read[2.5].y == 2 and read.n ~= read.n
            and read.big == 1e300 and read.hole[3] == 3 and read.hole[2] == nil";
        assert_eq!(eval(&other, checks), Value::Boolean(true));
    }

    #[test]
    fn values_of_engines_are_written_as_those_of_scripts() {
        let lua = Lua::new();
        let value = PlainValue::table([
            ("text", "双马".into()),
            ("nothing", PlainValue::Nil),
            ("flags", PlainValue::List(vec![true.into(), false.into()])),
            ("a", PlainValue::table([("z", (-1_i32).into()), ("b", 7_u64.into())])),
            ("again", PlainValue::Encoded(PlainValue::from("x").encode())),
        ]);
        let bytes = value.encode();
        assert_eq!(write(&read(&bytes, &lua).unwrap(), 100), Ok(bytes));
        let same = "{ flags = { true, false }, text = '双马', again = 'x', a = { b = 7, z = -1 } }";
        assert_eq!(write(&eval(&lua, same), 100), Ok(value.encode()));
    }

    #[test]
    fn equal_tables_give_equal_bytes_however_they_were_made() {
        let lua = Lua::new();
        let a = eval(&lua, "local t = {} t.x = 1 t.y = 2 t[3] = 3 t[1] = 1 t[2] = 2 return t");
        let b = eval(&lua, "local t = { 1, 2, 3 } t.z = 1 t.y = 2 t.x = 1 t.z = nil return t");
        assert_eq!(write(&a, 10), write(&b, 10));
    }

    proptest! {
        /// The sequence of a table is what counting up from 1 finds, in whichever order and over
        /// whichever detours its entries were made.
        #[test]
        fn the_sequence_is_what_counting_finds(
            steps in vec((-2_i32..14, any::<bool>()), 0..60)
        ) {
            let lua = Lua::new();
            let table = lua.create_table().unwrap();
            let mut model = BTreeMap::new();
            for (key, present) in steps {
                if present {
                    table.raw_set(key, key * 10).unwrap();
                    model.insert(key, key * 10);
                } else {
                    table.raw_set(key, Value::Nil).unwrap();
                    model.remove(&key);
                }
            }
            let mut expected = PlainValue::List(
                (1..).map_while(|index| model.remove(&index)).map(PlainValue::from).collect(),
            )
            .encode();
            let count = u32::try_from(model.len()).unwrap();
            expected[5..9].copy_from_slice(&count.to_le_bytes());
            for (key, value) in model {
                expected.extend(PlainValue::from(key).encode());
                expected.extend(PlainValue::from(value).encode());
            }
            prop_assert_eq!(write(&Value::Table(table), 100), Ok(expected));
        }
    }

    #[test]
    fn what_is_not_plain_is_named() {
        let lua = Lua::new();
        let cases = [
            ("return { moves = { {}, { run = print } } }", "state.moves[2].run is a function"),
            ("local t = {} t.me = { t } return t", "state.me[1] is a table that holds itself"),
            ("return { setmetatable({}, {}) }", "state[1] has a metatable"),
            ("return { [{}] = 1 }", "state has a table as a key"),
            ("return coroutine.create(print)", "state is a thread"),
            ("local t = {} for i = 1, 70 do t = { t } end return t", "nested more than 64 deep"),
            ("local t = {} for i = 1, 200 do t[i] = i end return t", "more than 100 values"),
        ];
        for (source, wanted) in cases {
            let problem = write(&eval(&lua, source), 100).unwrap_err();
            assert!(problem.contains(wanted), "{problem}");
        }
    }

    #[test]
    fn damaged_bytes_are_refused() {
        let lua = Lua::new();
        let bytes = write(&eval(&lua, "return { 1, { x = 'text' }, true }"), 100).unwrap();
        for cut in 0..bytes.len() {
            assert!(read(&bytes[..cut], &lua).is_err(), "{cut}");
        }
        for (at, flip) in (0..bytes.len()).flat_map(|at| (0..8).map(move |bit| (at, 1 << bit))) {
            let mut damaged = bytes.clone();
            damaged[at] ^= flip;
            // Any result is fine, as long as nothing panics.
            let _ = read(&damaged, &lua);
        }
        let deep: Vec<u8> = [TABLE, 1, 0, 0, 0, 0, 0, 0, 0].repeat(100_000);
        assert!(read(&deep, &lua).unwrap_err().contains("too deep"));
    }
}
