use crate::Finding;
use crate::package::Package;

/// How thoroughly a map is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckOptions {
    /// Number of games of a board that are played at random.
    pub games: u32,
    /// Fuel after which no further game is started; a unit is about ten nanoseconds.
    pub fuel: u64,
    /// Number of simulated rooms.
    pub rooms: u64,
    /// Seed of all randomness.
    pub seed: u64,
}

impl Default for CheckOptions {
    /// Some seconds for a small board, less than half a minute for a large one.
    fn default() -> Self {
        Self { games: 30, fuel: 400_000_000, rooms: 4, seed: 1 }
    }
}

/// Checks a plugin's part of a map.
pub type CheckMap = fn(&Package, CheckOptions) -> Checked;

/// What a plugin's check found, and how much it checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// What is wrong.
    pub findings: Vec<Finding>,
    /// Number of games that were played at random.
    pub games: u32,
    /// Number of moves in those games.
    pub plies: usize,
    /// What scripts printed meanwhile.
    pub printed: Printed,
}

/// What scripts printed: the first lines, each once, and how many there were besides.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Printed {
    /// The lines, cut where they are long.
    pub lines: Vec<String>,
    /// How many more were printed; some may be among those above.
    pub more: u64,
}

impl Printed {
    /// Most lines that are kept, and most characters of one.
    const LINES_MAX: usize = 20;
    const CHARS_MAX: usize = 200;

    /// Adds a line.
    pub fn add(&mut self, line: &str) {
        let mut chars = line.chars();
        let mut line: String = chars.by_ref().take(Self::CHARS_MAX).collect();
        if chars.next().is_some() {
            line.push('…');
        }
        if self.lines.len() == Self::LINES_MAX || self.lines.contains(&line) {
            self.more += 1;
        } else {
            self.lines.push(line);
        }
    }

    /// Adds what was printed elsewhere.
    pub fn join(&mut self, other: &Self) {
        other.lines.iter().for_each(|line| self.add(line));
        self.more += other.more;
    }

    /// The first `most` of the lines, and after them how many more there were.
    pub fn shown(&self, most: usize) -> Vec<String> {
        let mut shown: Vec<String> = self.lines.iter().take(most).cloned().collect();
        let more = self.more + (self.lines.len() - shown.len()) as u64;
        if more > 0 {
            shown.push(format!("… and {more} more lines"));
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_bounded() {
        let mut printed = Printed::default();
        assert_eq!(printed.shown(5), [] as [&str; 0]);
        for number in 0..1000 {
            printed.add(&format!("{}", number % 25));
        }
        printed.add("\u{7}\n");
        assert_eq!((printed.lines.len(), printed.more), (Printed::LINES_MAX, 981));
        assert_eq!(printed.shown(2), ["0", "1", "… and 999 more lines"]);
        let mut joined = Printed { lines: vec!["0".to_owned(), "x".to_owned()], more: 1 };
        joined.join(&Printed { lines: vec!["x".to_owned(), "y".to_owned()], more: 3 });
        assert_eq!(joined.shown(5), ["0", "x", "y", "… and 5 more lines"]);
        let mut long = Printed::default();
        long.add(&"方".repeat(201));
        long.add(&"方".repeat(200));
        assert_eq!(long.shown(5), [format!("{}…", "方".repeat(200)), "方".repeat(200)]);
    }
}
