//! Numbers as text, written as in Lua 5.1: `%.14g`.
//!
//! Luau writes the shortest text that reads back as the same number, which for `0.1 + 0.2` is
//! `0.30000000000000004`. Authors for the hosts whose scripts run here have never seen that: their
//! prices and seconds are meant to look well with fourteen digits.

use std::ffi::c_char;
use std::io::{Cursor, Write as _};

/// Number of significant digits.
const DIGITS: usize = 14;
/// Integers below this have at most [`DIGITS`] digits.
const WHOLE: f64 = 1e14;
/// Size of Luau's buffer for the text of a number, in bytes.
const LONGEST: usize = 48;

/// A number as a text.
pub fn text(number: f64) -> String {
    let mut buffer = [0; LONGEST];
    let length = write(number, &mut buffer);
    String::from_utf8_lossy(&buffer[..length]).into_owned()
}

/// Replaces Luau's own function at link time: the linker takes no object file from a library if all
/// of its symbols are defined already, and Luau's object file for writing numbers defines this
/// function and the next. If a version of Luau renames them, a test of how scripts see numbers
/// fails.
///
/// # Safety
/// `buffer` must have room for [`LONGEST`] bytes.
#[unsafe(export_name = "_Z12luai_num2strPcd")]
unsafe extern "C" fn luai_num2str(buffer: *mut c_char, number: f64) -> *mut c_char {
    let mut text = [0; LONGEST];
    let length = write(number, &mut text);
    // SAFETY: the caller guarantees room for `LONGEST` bytes, and `length` is at most that.
    unsafe { copy(&text[..length], buffer) }
}

/// Replaces Luau's function for 64-bit integers, which are `long` on some platforms and `long long`
/// on others.
///
/// # Safety
/// `buffer` must have room for 20 bytes, the length of the longest 64-bit integer.
#[cfg_attr(not(any(target_vendor = "apple", windows)), unsafe(export_name = "_Z12luai_int2strPcl"))]
#[cfg_attr(any(target_vendor = "apple", windows), unsafe(export_name = "_Z12luai_int2strPcx"))]
unsafe extern "C" fn luai_int2str(buffer: *mut c_char, number: i64) -> *mut c_char {
    let mut text = [0; LONGEST];
    let mut out = Cursor::new(&mut text[..]);
    let _ = write!(out, "{number}");
    let length = out.position() as usize;
    // SAFETY: a 64-bit integer takes at most 20 bytes, for which the caller guarantees room.
    unsafe { copy(&text[..length], buffer) }
}

/// Copies a text and returns a pointer to its end.
///
/// # Safety
/// `to` must have room for `text`.
unsafe fn copy(text: &[u8], to: *mut c_char) -> *mut c_char {
    // SAFETY: the caller guarantees the room. The two cannot overlap, because `text` is a new
    // buffer.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr().cast(), to, text.len());
        to.add(text.len())
    }
}

/// Writes a number and returns the length of its text.
fn write(number: f64, to: &mut [u8; LONGEST]) -> usize {
    let mut out = Cursor::new(&mut to[..]);
    // Cannot fail: at most 21 bytes follow.
    let _ = if !number.is_finite() {
        let name = if number.is_nan() { "nan" } else { "inf" };
        write!(out, "{}{name}", if number < 0.0 { "-" } else { "" })
    } else if number.abs() < WHOLE && number.trunc() == number {
        let sign = if number == 0.0 && number.is_sign_negative() { "-" } else { "" };
        write!(out, "{sign}{}", number as i64)
    } else {
        write_digits(number, &mut out)
    };
    out.position() as usize
}

/// Writes a number that is no integer or that is large.
fn write_digits(number: f64, out: &mut Cursor<&mut [u8]>) -> std::io::Result<()> {
    let mut buffer = [0; LONGEST];
    let mut rounded = Cursor::new(&mut buffer[..]);
    write!(rounded, "{:.*e}", DIGITS - 1, number.abs())?;
    let length = rounded.position() as usize;
    let rounded = std::str::from_utf8(&buffer[..length]).unwrap_or_default();
    let (mantissa, exponent) = rounded.split_once('e').unwrap_or((rounded, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let (first, rest) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let rest = rest.trim_end_matches('0');
    if number < 0.0 {
        write!(out, "-")?;
    }
    let point = |text: &str| if text.is_empty() { "" } else { "." };
    match exponent {
        0..14 => {
            let whole = exponent as usize;
            let (front, back) = rest.split_at(whole.min(rest.len()));
            write!(out, "{first}{front:0<whole$}{}{back}", point(back))
        }
        -4..0 => {
            let zeros = exponent.unsigned_abs() as usize - 1;
            write!(out, "0.{:0<zeros$}{first}{rest}", "")
        }
        _ => {
            let sign = if exponent < 0 { '-' } else { '+' };
            write!(out, "{first}{}{rest}e{sign}{:02}", point(rest), exponent.unsigned_abs())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Vm, VmLimits, compile};

    /// Texts of C's `printf("%.14g")`.
    const PRINTED: [(f64, &str); 22] = [
        (0.0, "0"),
        (-0.0, "-0"),
        (1.0, "1"),
        (-17.0, "-17"),
        (0.1 + 0.2, "0.3"),
        (1.1 * 3.0, "3.3"),
        (100.0 * 1.15, "115"),
        (1.0 / 3.0, "0.33333333333333"),
        (-2.0 / 3.0, "-0.66666666666667"),
        (123_456.789, "123456.789"),
        (99_999_999_999_999.0, "99999999999999"),
        (100_000_000_000_000.0, "1e+14"),
        (123_456_789_012_345.0, "1.2345678901234e+14"),
        (12_345_678_901_234.5, "12345678901234"),
        (9_007_199_254_740_992.0, "9.007199254741e+15"),
        (0.0001, "0.0001"),
        (0.000_012_5, "1.25e-05"),
        (5e-324, "4.9406564584125e-324"),
        (f64::MAX, "1.7976931348623e+308"),
        (f64::INFINITY, "inf"),
        (f64::NEG_INFINITY, "-inf"),
        (9.999_999_999_999_99, "10"),
    ];

    #[test]
    fn writes_as_printf_does() {
        for (number, printed) in PRINTED {
            assert_eq!(text(number), printed, "{number:?}");
        }
    }

    #[test]
    fn scripts_see_numbers_so() {
        let vm = Vm::new(&VmLimits::default(), 1).expect("a VM");
        let source = "local x = 0.1 + 0.2
          return '' .. x, tostring(x), table.concat({ x }, ','), string.format('%s', x)";
        let chunk = vm.load(&compile("test", source.as_bytes()).expect("Lua")).expect("loads");
        let seen: (String, String, String, String) = chunk.call(()).expect("runs");
        assert_eq!(seen, ("0.3".into(), "0.3".into(), "0.3".into(), "0.3".into()));
    }
}
