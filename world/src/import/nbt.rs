//! Validation of NBT before it is parsed.

/// Maximum nesting of lists and compounds; schematics need about ten.
const DEPTH_MAX: usize = 64;
/// Maximum number of root names that are returned.
const NAMES_MAX: usize = 64;

/// Checks that the bytes are a single NBT compound, that nothing is truncated, and that nesting is
/// limited. The parser, which recurses into skipped values and assumes that lists of `End` are
/// empty, is safe on input that passes. Returns the names in the root compound, up to a maximum.
pub(super) fn check(bytes: &[u8]) -> Result<Vec<&[u8]>, String> {
    let mut reader = Reader { bytes };
    let tag = reader.number::<1>()?;
    if tag != 10 {
        return Err(format!("it begins with tag {tag}, not with a compound"));
    }
    reader.text()?;
    let mut names = Vec::new();
    let mut open = vec![Open::Compound];
    while let Some(innermost) = open.last_mut() {
        let mut named = None;
        let tag = match innermost {
            Open::Compound => {
                let tag = reader.number::<1>()?;
                named = if tag == 0 { None } else { Some(reader.text()?) };
                tag
            }
            Open::List { left: 0, .. } => 0,
            Open::List { tag, left } => {
                *left -= 1;
                *tag
            }
        };
        if open.len() == 1 && names.len() < NAMES_MAX {
            names.extend(named);
        }
        if tag == 0 {
            open.pop();
        } else if let Some(inner) = reader.value(tag)? {
            if open.len() == DEPTH_MAX {
                return Err(format!("it nests deeper than {DEPTH_MAX} levels"));
            }
            open.push(inner);
        }
    }
    match reader.bytes.len() {
        0 => Ok(names),
        more => Err(format!("{more} bytes follow its end")),
    }
}

enum Open {
    Compound,
    List { tag: usize, left: usize },
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or("it is cut short")?;
        self.bytes = rest;
        Ok(taken)
    }

    fn skip(&mut self, count: usize) -> Result<(), String> {
        self.take(count).map(drop)
    }

    /// Reads a big-endian number.
    fn number<const BYTES: usize>(&mut self) -> Result<usize, String> {
        let (number, rest) = self.bytes.split_first_chunk::<BYTES>().ok_or("it is cut short")?;
        self.bytes = rest;
        Ok(number.iter().fold(0, |number, &byte| number << 8 | usize::from(byte)))
    }

    fn text(&mut self) -> Result<&'a [u8], String> {
        let length = self.number::<2>()?;
        self.take(length)
    }

    fn length(&mut self) -> Result<usize, String> {
        let length = self.number::<4>()?;
        if length > i32::MAX as usize {
            return Err("it has a list of negative length".into());
        }
        Ok(length)
    }

    /// Skips a value, or opens it if it contains values.
    fn value(&mut self, tag: usize) -> Result<Option<Open>, String> {
        let mut array = |width: usize| {
            let length = self.length()?;
            self.skip(length.checked_mul(width).ok_or("it is cut short")?)
        };
        match tag {
            1 => self.skip(1)?,
            2 => self.skip(2)?,
            3 | 5 => self.skip(4)?,
            4 | 6 => self.skip(8)?,
            7 => array(1)?,
            8 => drop(self.text()?),
            9 => {
                let tag = self.number::<1>()?;
                let left = self.length()?;
                if tag == 0 && left > 0 {
                    return Err("it has a list of nothing with elements".into());
                }
                return Ok(Some(Open::List { tag, left }));
            }
            10 => return Ok(Some(Open::Compound)),
            11 => array(4)?,
            12 => array(8)?,
            _ => return Err(format!("it has a value with the unknown tag {tag}")),
        }
        Ok(None)
    }
}
