//! What people in a room are told when its map fails without their doing: in a timer, in a handler
//! that waited, or with the result of a job. The room goes on without the step that failed.
//!
//! A player whose own input failed is told by its refusal.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use fangqi_protocol::{LocalText, LogLevel, LogLine, OutputBody, ToastKind};

use super::host::Host;
use super::messages;
use super::viewer::{ConnId, Viewer};
use crate::wire::Frame;

/// How long the sentence for players is not repeated: maps that fail at every tick go on failing.
const SENTENCE_EVERY: Duration = Duration::from_secs(600);
/// How long a line for the author is not repeated.
const LINE_EVERY: Duration = Duration::from_secs(60);
/// Lines that an author is told within [`LINE_EVERY`] at most.
const LINES_MAX: usize = 20;
/// Characters of a script's message that are told.
const LONGEST: usize = 400;

/// What people were told lately, and when.
#[derive(Debug, Default)]
pub(super) struct Told {
    sentence: Option<Instant>,
    lines: BTreeMap<String, Instant>,
}

impl Told {
    /// Whether to tell players the sentence now. It counts as told then.
    fn is_sentence_due(&mut self, now: Instant) -> bool {
        let told = self.sentence.map(|told| now.saturating_duration_since(told));
        let due = told.is_none_or(|passed| passed >= SENTENCE_EVERY);
        if due {
            self.sentence = Some(now);
        }
        due
    }

    /// Whether to tell the author a line now. It counts as told then.
    fn is_news(&mut self, line: &str, now: Instant) -> bool {
        self.lines.retain(|_, told| now.saturating_duration_since(*told) < LINE_EVERY);
        let news = self.lines.len() < LINES_MAX && !self.lines.contains_key(line);
        if news {
            self.lines.insert(line.to_owned(), now);
        }
        news
    }
}

impl Host {
    /// Tells people of what the log says of failures. `left_out` says that a step was left out.
    ///
    /// The author of a map that is watched reads what the log says, warnings too; all others a
    /// sentence.
    pub(super) fn tell_failures(&mut self, lines: &[LogLine], left_out: bool) {
        let now = self.services.time.now();
        if left_out && self.told.is_sentence_due(now) {
            self.tell_those(|viewer| !viewer.decides, &messages::step_failed());
        }
        for line in lines.iter().filter(|line| line.level != LogLevel::Print) {
            if self.services.config.watch && self.told.is_news(&line.text, now) {
                let text: String = line.text.chars().take(LONGEST).collect();
                self.tell_those(|viewer| viewer.decides, &messages::for_author(&text));
            }
        }
    }

    fn tell_those(&mut self, whom: impl Fn(&Viewer) -> bool, text: &LocalText) {
        let told = self.viewers.iter().filter(|(_, viewer)| viewer.seen.is_some() && whom(viewer));
        let told: Vec<ConnId> = told.map(|(conn, _)| *conn).collect();
        let toast = OutputBody::Toast { kind: ToastKind::Error, text: text.clone() };
        let Some(frame) = Frame::output(&toast) else { return };
        told.into_iter().for_each(|conn| self.tell(conn, frame.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_told_once_a_minute_and_few_are() {
        let (mut told, begin) = (Told::default(), Instant::now());
        let after = |seconds| begin + Duration::from_secs(seconds);
        assert!(told.is_news("a", begin));
        assert!(!told.is_news("a", after(59)));
        assert!(told.is_news("b", after(59)));
        assert!(told.is_news("a", after(60)));
        let news = (0..100).filter(|number| told.is_news(&number.to_string(), after(61))).count();
        assert_eq!(news, LINES_MAX - 2);
        assert!(told.is_news("c", after(122)));
    }

    #[test]
    fn players_read_the_sentence_once_in_ten_minutes() {
        let (mut told, begin) = (Told::default(), Instant::now());
        let due = [0, 1, 599, 600, 601, 1199, 1200];
        let due = due.map(|seconds| told.is_sentence_due(begin + Duration::from_secs(seconds)));
        assert_eq!(due, [true, false, false, true, false, false, true]);
    }
}
