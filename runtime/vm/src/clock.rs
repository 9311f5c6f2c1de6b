//! `os.time`, `os.date`, `os.clock` and `os.difftime` on the room's clock, in UTC.

use std::cell::Cell;
use std::rc::Rc;

use super::fuel::{Core, lossy};
use mlua::{Lua, Table, Value};

/// The time that a room's scripts see. Clones share one clock.
#[derive(Debug, Clone, Default)]
pub struct Clock(Rc<Cell<Times>>);

#[derive(Debug, Clone, Copy, Default)]
struct Times {
    /// Seconds from 1970 to the room's opening.
    opened: i64,
    /// Milliseconds since then.
    elapsed: u64,
}

impl Clock {
    /// Sets when the room was opened, in seconds since 1970 UTC.
    pub fn set_opened(&self, seconds: i64) {
        self.0.set(Times { opened: seconds, ..self.0.get() });
    }

    /// Sets the room time in milliseconds since the room was opened.
    pub fn set_elapsed(&self, milliseconds: u64) {
        self.0.set(Times { elapsed: milliseconds, ..self.0.get() });
    }

    fn now(&self) -> i64 {
        let times = self.0.get();
        times.opened + i64::try_from(times.elapsed / 1000).unwrap_or(0)
    }

    fn seconds(&self) -> f64 {
        self.0.get().elapsed as f64 / 1000.0
    }
}

/// A moment as date and time of day, in UTC.
#[derive(Debug)]
pub struct Date {
    /// The year.
    pub year: i64,
    /// The month, from 1.
    pub month: i64,
    /// The day of the month, from 1.
    pub day: i64,
    /// The hour, 0 to 23.
    pub hour: i64,
    /// The minute, 0 to 59.
    pub min: i64,
    /// The second, 0 to 59.
    pub sec: i64,
    /// Day of the week; 0 is Sunday.
    weekday: i64,
    /// Day of the year, from 0.
    yearday: i64,
}

/// Days from 1970-01-01 to a date of the Gregorian calendar (H. Hinnant's `days_from_civil`).
pub fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = year + (month - 1).div_euclid(12);
    let month = (month - 1).rem_euclid(12) + 1;
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let of_era = shifted.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Date and time of day for a number of seconds since 1970; for the date the inverse of [`days`].
pub fn date(time: i64) -> Date {
    let (count, of_day) = (time.div_euclid(86_400), time.rem_euclid(86_400));
    let shifted = count + 719_468;
    let (era, doe) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let month = if mp < 10 { mp + 3 } else { mp - 9 };
    let year = yoe + era * 400 + i64::from(month <= 2);
    Date {
        year,
        month,
        day: doy - (153 * mp + 2) / 5 + 1,
        hour: of_day / 3600,
        min: of_day / 60 % 60,
        sec: of_day % 60,
        weekday: (count + 4).rem_euclid(7),
        yearday: count - days(year, 1, 1),
    }
}

const WEEKDAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The conversions of C's `strftime` that do not depend on a locale, in the C locale.
fn strftime(format: &str, d: &Date) -> Result<String, String> {
    let mut text = String::new();
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        if c != '%' {
            text.push(c);
            continue;
        }
        let option = chars.next().unwrap_or('%');
        let hour12 = (d.hour + 11) % 12 + 1;
        let (weekday, month) = (WEEKDAYS[d.weekday as usize], MONTHS[d.month as usize - 1]);
        text.push_str(&match option {
            'a' => weekday[..3].to_owned(),
            'A' => weekday.to_owned(),
            'b' | 'h' => month[..3].to_owned(),
            'B' => month.to_owned(),
            'c' => strftime("%a %b %d %H:%M:%S %Y", d)?,
            'C' => format!("{:02}", d.year.div_euclid(100)),
            'd' => format!("{:02}", d.day),
            'e' => format!("{:2}", d.day),
            'D' | 'x' => strftime("%m/%d/%y", d)?,
            'F' => strftime("%Y-%m-%d", d)?,
            'H' => format!("{:02}", d.hour),
            'I' => format!("{hour12:02}"),
            'j' => format!("{:03}", d.yearday + 1),
            'm' => format!("{:02}", d.month),
            'M' => format!("{:02}", d.min),
            'n' => "\n".to_owned(),
            'p' => if d.hour < 12 { "AM" } else { "PM" }.to_owned(),
            'r' => strftime("%I:%M:%S %p", d)?,
            'R' => strftime("%H:%M", d)?,
            'S' => format!("{:02}", d.sec),
            't' => "\t".to_owned(),
            'T' | 'X' => strftime("%H:%M:%S", d)?,
            'u' => ((d.weekday + 6) % 7 + 1).to_string(),
            // Weeks of the year, counted from its first Sunday and from its first Monday.
            'U' => format!("{:02}", (d.yearday + 7 - d.weekday) / 7),
            'w' => d.weekday.to_string(),
            'W' => format!("{:02}", (d.yearday + 7 - (d.weekday + 6) % 7) / 7),
            'y' => format!("{:02}", d.year.rem_euclid(100)),
            'Y' => d.year.to_string(),
            'Z' => "UTC".to_owned(),
            'z' => "+0000".to_owned(),
            '%' => "%".to_owned(),
            other => return Err(format!("invalid conversion '%{other}' for 'date'")),
        });
    }
    Ok(text)
}

fn table_time(table: &Table) -> mlua::Result<i64> {
    let field = |name: &str, default: Option<i64>| -> mlua::Result<i64> {
        match table.raw_get::<Value>(name)? {
            Value::Nil => default.ok_or_else(|| {
                mlua::Error::runtime(format!("field '{name}' missing in date table"))
            }),
            Value::Integer(value) if value.unsigned_abs() < 1_000_000_000 => Ok(value),
            Value::Number(value) if value.abs() < 1e9 => Ok(value as i64),
            // As in Lua 5.1, numeric strings are accepted, because scripts cut dates out of texts.
            Value::String(text) => match text.to_string_lossy().trim().parse::<f64>() {
                Ok(value) if value.abs() < 1e9 => Ok(value as i64),
                _ => Err(mlua::Error::runtime(format!("field '{name}' is not a number"))),
            },
            Value::Integer(_) | Value::Number(_) => {
                Err(mlua::Error::runtime(format!("field '{name}' is out-of-bound")))
            }
            _ => Err(mlua::Error::runtime(format!("field '{name}' is not a number"))),
        }
    };
    let (year, month, day) = (field("year", None)?, field("month", None)?, field("day", None)?);
    let clock = field("hour", Some(12))? * 3600 + field("min", Some(0))? * 60;
    Ok(days(year, month, day) * 86_400 + clock + field("sec", Some(0))?)
}

fn date_table(lua: &Lua, d: &Date) -> mlua::Result<Table> {
    let fields = [
        ("year", d.year),
        ("month", d.month),
        ("day", d.day),
        ("hour", d.hour),
        ("min", d.min),
        ("sec", d.sec),
        ("wday", d.weekday + 1),
        ("yday", d.yearday + 1),
    ];
    let table = lua.create_table_from(fields)?;
    table.raw_set("isdst", false)?;
    Ok(table)
}

/// Installs the `os` table. Must be called before sealing.
pub(super) fn install(lua: &Lua, clock: &Clock, core: &Rc<Core>) -> mlua::Result<()> {
    let os = lua.create_table()?;
    let now = clock.clone();
    os.raw_set(
        "time",
        lua.create_function(move |_, table: Option<Table>| match table {
            Some(table) => table_time(&table),
            None => Ok(now.now()),
        })?,
    )?;
    let running = clock.clone();
    os.raw_set("clock", lua.create_function(move |_, ()| Ok(running.seconds()))?)?;
    os.raw_set(
        "difftime",
        lua.create_function(|_, (a, b): (f64, Option<f64>)| Ok(a - b.unwrap_or(0.0)))?,
    )?;
    let now = clock.clone();
    let weak = Rc::downgrade(core);
    os.raw_set(
        "date",
        lua.create_function(move |lua, (format, time): (Option<mlua::LuaString>, Option<f64>)| {
            let format = format.map_or_else(|| "%c".to_owned(), |format| lossy(&format));
            if let Some(core) = weak.upgrade() {
                core.fuel().charge(100 + 32 * format.len() as u64)?;
            }
            if format.len() > 256 {
                return Err(mlua::Error::runtime("'date' format is too long"));
            }
            let time = time.map_or_else(|| now.now(), |time| time as i64);
            // Years with four digits; this also keeps the arithmetic far from overflow.
            let moment = date(time.clamp(-62_135_596_800, 253_402_300_799));
            // `!` asks for UTC, which is all there is.
            let format = format.strip_prefix('!').unwrap_or(&format);
            if format.starts_with("*t") {
                return date_table(lua, &moment).map(Value::Table);
            }
            let text = strftime(format, &moment).map_err(mlua::Error::runtime)?;
            lua.create_string(text).map(Value::String)
        })?,
    )?;
    lua.globals().raw_set("os", os)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected values from `date -u -d @N`.
    #[test]
    fn formats_known_moments() {
        let format = |time| strftime("%Y-%m-%d %H:%M:%S %a %j", &date(time)).unwrap();
        assert_eq!(format(0), "1970-01-01 00:00:00 Thu 001");
        assert_eq!(format(951_782_400), "2000-02-29 00:00:00 Tue 060");
        assert_eq!(format(1_795_217_745), "2026-11-20 23:35:45 Fri 324");
        assert_eq!(format(-1), "1969-12-31 23:59:59 Wed 365");
        assert_eq!(format(4_107_542_400), "2100-03-01 00:00:00 Mon 060");
    }

    #[test]
    fn dates_round_trip() {
        for count in (-800_000..800_000).step_by(37) {
            let d = date(count * 86_400);
            assert_eq!(days(d.year, d.month, d.day), count);
        }
        assert_eq!(days(2025, 13, 1), days(2026, 1, 1));
    }
}
