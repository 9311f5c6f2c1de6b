//! Dates as scripts of the dialect write them. A room knows no time but its own, which counts in
//! UTC from when the room was opened, which its log keeps, so that a replay sees the same dates.

use fangqi_plugin::Host;
use fangqi_protocol::TICKS_PER_SECOND;
use fangqi_vm::{Date, date, days};

/// The years that four digits can show: the seconds of 0001-01-01 and of the end of 9999.
const TIMES: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;
const SECONDS_PER_DAY: i64 = 86_400;

/// The fields of a date, numbered as in `EVENTDATE`.
const FIELDS: [fn(&Date, i64) -> i64; 7] = [
    |date, _| date.year,
    |date, _| date.month,
    |date, _| date.day,
    |date, _| date.hour,
    |date, _| date.min,
    |date, _| date.sec,
    |_, time| time,
];

/// The room's time in seconds since 1970.
pub(super) fn now(host: &Host) -> i64 {
    host.opened + i64::try_from(host.clock / TICKS_PER_SECOND).unwrap_or_default()
}

/// A time given by a script, in seconds since 1970.
pub(super) fn time_of(position: u32, time: f64) -> Result<i64, String> {
    let seconds = time.floor();
    if seconds >= *TIMES.start() as f64 && seconds <= *TIMES.end() as f64 {
        Ok(seconds as i64)
    } else {
        Err(format!("argument {position}, time, must lie in the years 1 to 9999"))
    }
}

/// One field of a time.
pub(super) fn field(position: u32, time: i64, number: i32) -> Result<i64, String> {
    let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    match index.and_then(|index| FIELDS.get(index)) {
        Some(read) => Ok(read(&date(time), time)),
        None => Err(format!("argument {position}, field, must be one of EVENTDATE, not {number}")),
    }
}

/// A time as `YYYY-MM-DD hh:mm:ss`.
pub(super) fn text(time: i64) -> String {
    let Date { year, month, day, hour, min, sec, .. } = date(time);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{min:02}:{sec:02}")
}

/// Reads `YYYY-MM-DD hh:mm:ss`.
pub(super) fn parse(text: &str) -> Option<i64> {
    let (day_text, clock_text) = text.trim().split_once(' ')?;
    let [year, month, day] = numbers(day_text, '-')?;
    let [hour, min, sec] = numbers(clock_text.trim_start(), ':')?;
    if !(1..=9999).contains(&year) || hour > 23 || min > 59 || sec > 59 {
        return None;
    }
    let time = days(year, month, day) * SECONDS_PER_DAY + hour * 3600 + min * 60 + sec;
    // A day that the month does not have comes out as another.
    let back = date(time);
    ((back.year, back.month, back.day) == (year, month, day)).then_some(time)
}

/// Three numbers of at most four digits with a mark between.
fn numbers(text: &str, mark: char) -> Option<[i64; 3]> {
    let mut parts = text.split(mark).map(|part| {
        let plain = (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        if plain { part.parse().ok() } else { None }
    });
    let numbers = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(numbers)
}
