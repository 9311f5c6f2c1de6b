//! Angles. The standard library's functions may differ between machines in the last bit, and a
//! room must not; these only add, multiply and divide.
//!
//! The crate `libm` would be as deterministic, but gives other last bits: of angles in steps of a
//! tenth of a degree four fifths have another sine or cosine. Rooms that were stored before would
//! not replay to their hashes. And whole quarters of a turn are exact here, since degrees are
//! reduced before they become radians.

use std::f64::consts::{FRAC_PI_4, PI};

/// Sine and cosine of an angle in degrees, to about 12 digits.
pub fn sin_cos(degrees: f64) -> (f64, f64) {
    let turn = degrees - 360.0 * (degrees / 360.0).floor();
    let quarter = (turn / 90.0).floor();
    let x = (turn - 90.0 * quarter) * (PI / 180.0);
    // Series converge fast up to an eighth of a turn; beyond it the two change places.
    let (sin, cos) = if x <= FRAC_PI_4 {
        (sin_series(x), cos_series(x))
    } else {
        let rest = PI / 2.0 - x;
        (cos_series(rest), sin_series(rest))
    };
    match quarter as i32 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

fn sin_series(x: f64) -> f64 {
    let (mut term, mut sum, square) = (x, x, x * x);
    for step in 1..8 {
        term *= -square / f64::from(2 * step * (2 * step + 1));
        sum += term;
    }
    sum
}

fn cos_series(x: f64) -> f64 {
    let (mut term, mut sum, square) = (1.0, 1.0, x * x);
    for step in 1..9 {
        term *= -square / f64::from(2 * step * (2 * step - 1));
        sum += term;
    }
    sum
}

/// The angle in degrees, -180 to 180, whose sine goes with `y` and cosine with `x`; 0 for neither.
pub fn atan2(y: f64, x: f64) -> f64 {
    let (high, low) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
    if high == 0.0 {
        return 0.0;
    }
    let ratio = low / high;
    // tan(π/8): beyond it the angle is measured from an eighth of a turn.
    let radians = if ratio > 0.414_213_562_373_095 {
        FRAC_PI_4 + atan_series((ratio - 1.0) / (ratio + 1.0))
    } else {
        atan_series(ratio)
    };
    let mut angle = radians * (180.0 / PI);
    if y.abs() > x.abs() {
        angle = 90.0 - angle;
    }
    if x < 0.0 {
        angle = 180.0 - angle;
    }
    if y < 0.0 { -angle } else { angle }
}

fn atan_series(x: f64) -> f64 {
    let (mut power, mut sum, square) = (x, 0.0, x * x);
    for step in 0..16 {
        sum += power / f64::from(2 * step + 1);
        power *= -square;
    }
    sum
}

/// The yaw of who looks north (+z), as all do at first.
pub const NORTH: f64 = 180.0;

/// The direction somebody looks into, as Mini World turns: yaw 0 is south (-z), 90 west (-x), 180
/// north (+z), 270 east (+x); pitch 90 is straight down.
pub fn direction(yaw: f64, pitch: f64) -> [f64; 3] {
    let ((sin_yaw, cos_yaw), (sin_pitch, cos_pitch)) = (sin_cos(yaw), sin_cos(pitch));
    // No part is -0, which scripts would print.
    [-sin_yaw * cos_pitch, -sin_pitch, -cos_yaw * cos_pitch].map(|part| part + 0.0)
}

/// The yaw of who looks along `x` and `z`; that of `x = z = 0` is [`NORTH`].
pub fn heading(x: f64, z: f64) -> f64 {
    if x == 0.0 && z == 0.0 { NORTH } else { atan2(-x, -z) }
}

/// A yaw from -180, not included, to 180.
pub fn wrapped(yaw: f64) -> f64 {
    let turn = yaw - 360.0 * (yaw / 360.0).floor();
    if turn > 180.0 { turn - 360.0 } else { turn }
}

/// Yaw and pitch of a direction; `None` if it has no length.
pub fn angles([x, y, z]: [f64; 3]) -> Option<(f64, f64)> {
    let flat = (x * x + z * z).sqrt();
    let far = flat + y.abs();
    if far.is_nan() || far <= 0.0 {
        return None;
    }
    Some((heading(x, z), -atan2(y, flat)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_agree_with_the_standard_library() {
        for step in -1000..1000 {
            let degrees = f64::from(step) * 0.917;
            let (sin, cos) = sin_cos(degrees);
            let radians = degrees.to_radians();
            assert!((sin - radians.sin()).abs() < 1e-11, "sin {degrees}");
            assert!((cos - radians.cos()).abs() < 1e-11, "cos {degrees}");
            let (y, x) = (f64::from(step % 37), f64::from(step % 23 - 11));
            assert!((atan2(y, x) - y.atan2(x).to_degrees()).abs() < 1e-9 || y == 0.0, "{y} {x}");
        }
    }

    #[test]
    fn yaw_turns_as_in_mini_world() {
        for (yaw, x, z) in [(0, 0, -1), (90, -1, 0), (180, 0, 1), (270, 1, 0), (-90, 1, 0)] {
            let [east, up, north] = direction(f64::from(yaw), 0.0);
            let off = (east - f64::from(x)).abs() + (north - f64::from(z)).abs() + up.abs();
            assert!(off < 1e-11, "{yaw}: {east} {up} {north}");
            let back = heading(f64::from(x), f64::from(z));
            assert!((back - wrapped(f64::from(yaw))).abs() < 1e-9, "{yaw}: {back}");
        }
        for (yaw, short) in [(180.0, 180.0), (-180.0, 180.0), (181.0, -179.0), (725.0, 5.0)] {
            assert_eq!(wrapped(yaw), short);
        }
    }

    #[test]
    fn a_direction_has_its_angles() {
        for (yaw, pitch) in [(0.0, 0.0), (90.0, 30.0), (-120.0, -60.0), (180.0, 10.0)] {
            let (back, up) = angles(direction(yaw, pitch)).unwrap();
            assert!((back - yaw).abs() < 1e-6 && (up - pitch).abs() < 1e-6, "{yaw} {pitch}");
        }
        assert_eq!(angles([0.0; 3]), None);
    }
}
