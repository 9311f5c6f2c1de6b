//! The operator's log: one line an event, whatever is in it.
//!
//! What scripts print, what people are called and say, what a request asks for and what an error
//! quotes come into it as they are; none of the many places that log has to think of that. The
//! fields of every event and span are written by [`OneLine`] and by nothing else, so that nobody
//! but the program can begin a line, and a line says all there is in it, in the order in which it
//! stands there. An error of several lines is one line with `\n` in it.

use std::fmt;
use std::io::IsTerminal;
use std::panic::PanicHookInfo;

use fangqi_text::escape;
use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::format::{DefaultFields, FormatFields, Writer};
use tracing_subscriber::fmt::{MakeWriter, fmt};
use tracing_subscriber::layer::SubscriberExt;

/// Begins the log, on standard error: standard output is for answers, such as the address to open.
///
/// `FANGQI_LOG` says what it holds: a level, or levels by module, as in `warn,fangqi_server=debug`.
pub(crate) fn begin() {
    let wanted = std::env::var("FANGQI_LOG").unwrap_or_else(|_| "info".to_owned());
    let parsed = wanted.parse::<Targets>();
    let usual = Targets::new().with_default(LevelFilter::INFO);
    let filter = parsed.as_ref().ok().cloned().unwrap_or(usual);
    let coloured = std::io::stderr().is_terminal();
    let log = written_to(std::io::stderr, coloured, filter);
    if tracing::subscriber::set_global_default(log).is_err() {
        // A second call.
        tracing::warn!("the log had begun already");
    }
    if let Err(error) = parsed {
        tracing::warn!(%error, wanted, "FANGQI_LOG is not understood; the level is info");
    }
    std::panic::set_hook(Box::new(panicked));
}

/// A log that is written to some place.
fn written_to(
    place: impl for<'a> MakeWriter<'a> + Send + Sync + 'static,
    coloured: bool,
    filter: Targets,
) -> impl Subscriber + Send + Sync {
    fmt()
        .with_max_level(LevelFilter::TRACE)
        .with_ansi(coloured)
        .fmt_fields(OneLine)
        .with_writer(place)
        .finish()
        .with(filter)
}

/// Says on one line that a thread panicked: the message may quote a text of somebody else.
fn panicked(info: &PanicHookInfo<'_>) {
    let thread = std::thread::current();
    let name = thread.name().unwrap_or("without a name");
    let trace = std::backtrace::Backtrace::capture();
    let trace = match trace.status() {
        std::backtrace::BacktraceStatus::Captured => format!("\n{trace}"),
        _ => String::new(),
    };
    eprintln!("fangqi: thread {}: {}{trace}", escape(name), escape(&info.to_string()));
}

/// Writes what an event or a span says escaped.
struct OneLine;

impl<'writer> FormatFields<'writer> for OneLine {
    fn format_fields<R: RecordFields>(
        &self,
        mut writer: Writer<'writer>,
        fields: R,
    ) -> fmt::Result {
        let mut text = String::new();
        DefaultFields::new().format_fields(Writer::new(&mut text), fields)?;
        writer.write_str(&escape(&text))
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use super::*;

    /// What was written.
    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// An error whose cause says something as well.
    #[derive(Debug, thiserror::Error)]
    #[error("{0}")]
    struct Nested(String, #[source] Option<Box<Nested>>);

    const HOSTILE: [&str; 10] = [
        "a\n2026-01-01T00:00:00.000000Z  INFO fangqi: all is well",
        "a\r\nb\rc",
        "\0",
        "\u{1b}[2J\u{1b}]0;title\u{7}",
        "\u{9b}31m",
        "\u{202e}desrever\u{2066}",
        "\u{2028}\u{2029}\u{85}",
        "\u{200b}\u{feff}\u{3164}",
        "\u{e0041}\u{e007f}",
        "\u{b}\u{c}\u{7f}",
    ];

    fn written(act: impl FnOnce()) -> String {
        let paper = Paper::default();
        let place = paper.clone();
        let log = written_to(
            move || place.clone(),
            false,
            Targets::new().with_default(LevelFilter::TRACE),
        );
        tracing::subscriber::with_default(log, act);
        let bytes = paper.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn whatever_is_said_and_however_is_one_line_without_anything_hidden() {
        for text in HOSTILE {
            let error = Nested(text.to_owned(), Some(Box::new(Nested(text.to_owned(), None))));
            let dynamic: &(dyn std::error::Error + 'static) = &error;
            let ways: [&dyn Fn(); 8] = [
                &|| tracing::info!("{text}"),
                &|| tracing::warn!("said: {}", text),
                &|| tracing::error!(%text, "display"),
                &|| tracing::error!(?text, "debug"),
                &|| tracing::info!(text, "a string"),
                &|| tracing::error!(error = dynamic, "an error and its cause"),
                &|| tracing::info!(message = text),
                &|| {
                    let span = tracing::info_span!("span", %text, later = tracing::field::Empty);
                    let _inside = span.enter();
                    span.record("later", text);
                    tracing::info!("inside");
                },
            ];
            for (number, way) in ways.iter().enumerate() {
                let written = written(way);
                let line = written.strip_suffix('\n').unwrap();
                assert_eq!(line, escape(line), "way {number} of {text:?}");
                assert!(!line.is_empty() && !line.contains('\n'));
            }
        }
    }

    #[test]
    fn what_is_harmless_stays_as_it_is() {
        let line = written(|| tracing::info!(name = %"小明 é 😀", "象棋 C:\\maps"));
        assert!(line.ends_with("象棋 C:\\maps name=小明 é 😀\n"), "{line}");
    }

    #[test]
    fn colours_are_the_logs_own() {
        let paper = Paper::default();
        let place = paper.clone();
        let log = written_to(
            move || place.clone(),
            true,
            Targets::new().with_default(LevelFilter::TRACE),
        );
        tracing::subscriber::with_default(log, || tracing::info!("\u{1b}[31mred"));
        let bytes = paper.0.lock().unwrap().clone();
        let line = String::from_utf8(bytes).unwrap();
        assert!(line.contains("\u{1b}[32m"), "the level has a colour: {line:?}");
        assert!(!line.contains("\u{1b}[31m") && line.contains("31mred"), "{line:?}");
    }
}
