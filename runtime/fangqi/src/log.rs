//! The operator's log: one line an event, whatever is in it, for people or as JSON.
//!
//! What scripts print, what people are called and say, what a request asks for and what an error
//! quotes come into it as they are; none of the many places that log has to think of that. The
//! fields of every event and span are written by [`OneLine`] and, as JSON, by [`JsonLine`], and by
//! nothing else, so that only the program can begin a line, and a line says all there is in
//! it, in the order in which it stands there. An error of several lines is one line with `\n` in
//! it.

use std::fmt;
use std::io::IsTerminal;
use std::panic::PanicHookInfo;
use std::sync::OnceLock;

use clap::{Args, ValueEnum};
use fangqi_text::{Escaped, escape};
use serde_json::json;
use tracing::level_filters::LevelFilter;
use tracing::subscriber::SetGlobalDefaultError;
use tracing::{Event, Subscriber};
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::format::{
    DefaultFields, Format, FormatFields, Json, JsonFields, Writer,
};
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, MakeWriter, layer};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry;
use tracing_subscriber::registry::LookupSpan;

/// How lines of the log are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// A JSON object each.
    Json,
}

/// How and what a server logs.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct LogArgs {
    /// How lines of the log, which is on standard error, are written.
    #[arg(long, value_enum, default_value_t)]
    log_format: LogFormat,
    /// What the log holds: a level (error, warn, info, debug, trace), or levels by module, as in
    /// `warn,fangqi_server=debug`; info without this.
    #[arg(long, value_name = "LEVELS", value_parser = levels)]
    log_level: Option<String>,
}

/// Levels, if the log understands them.
fn levels(text: &str) -> Result<String, String> {
    let parsed = text.parse::<Targets>();
    parsed.map(|_| text.to_owned()).map_err(|error| error.to_string())
}

impl LogArgs {
    /// The words that pass them on to a worker process.
    pub(crate) fn words(&self) -> Vec<String> {
        let format = match self.log_format {
            LogFormat::Text => "text",
            LogFormat::Json => "json",
        };
        let levels =
            self.log_level.iter().flat_map(|levels| ["--log-level".to_owned(), levels.clone()]);
        ["--log-format".to_owned(), format.to_owned()].into_iter().chain(levels).collect()
    }
}

/// The format of the log, once it has begun.
static FORMAT: OnceLock<LogFormat> = OnceLock::new();

fn format() -> LogFormat {
    FORMAT.get().copied().unwrap_or_default()
}

/// Begins the log, on standard error: standard output is for answers, such as the address to open.
///
/// Where the options say nothing, `FANGQI_LOG_LEVEL` says what it holds. The spans of a server may
/// be sent to a collector.
pub(crate) fn begin(LogArgs { log_format, log_level }: LogArgs, serves: bool) {
    // Set once, here.
    let _ = FORMAT.set(log_format);
    let wanted = log_level.or_else(|| std::env::var("FANGQI_LOG_LEVEL").ok());
    let wanted = wanted.unwrap_or_else(|| "info".to_owned());
    let parsed = wanted.parse::<Targets>();
    let usual = Targets::new().with_default(LevelFilter::INFO);
    let filter = parsed.as_ref().ok().cloned().unwrap_or(usual);
    let begun = match log_format {
        LogFormat::Text => {
            let coloured = std::io::stderr().is_terminal();
            let log = written_to(std::io::stderr, coloured, filter);
            with_collector(log, serves)
        }
        LogFormat::Json => with_collector(json_to(std::io::stderr, filter), serves),
    };
    if begun.is_err() {
        // A second call.
        tracing::warn!("the log had begun already");
    }
    if let Err(error) = parsed {
        tracing::warn!(%error, wanted, "FANGQI_LOG_LEVEL is not understood; the level is info");
    }
    std::panic::set_hook(Box::new(panicked));
}

/// Makes a log that of the program.
#[cfg(feature = "otel")]
fn with_collector(log: impl Log, serves: bool) -> Result<(), SetGlobalDefaultError> {
    let layer = if serves { crate::telemetry::layer() } else { None };
    tracing::subscriber::set_global_default(log.with(layer))
}

#[cfg(not(feature = "otel"))]
fn with_collector(log: impl Log, _serves: bool) -> Result<(), SetGlobalDefaultError> {
    tracing::subscriber::set_global_default(log)
}

/// What writes events, and knows the spans that they are in.
trait Log: Subscriber + for<'a> LookupSpan<'a> + Send + Sync {}

impl<T: Subscriber + for<'a> LookupSpan<'a> + Send + Sync> Log for T {}

/// A log that is written to some place.
fn written_to(
    place: impl for<'a> MakeWriter<'a> + Send + Sync + 'static,
    coloured: bool,
    filter: Targets,
) -> impl Log {
    let lines = layer().with_ansi(coloured).fmt_fields(OneLine).with_writer(place);
    registry().with(lines).with(filter)
}

/// A log of JSON that is written to some place.
fn json_to(
    place: impl for<'a> MakeWriter<'a> + Send + Sync + 'static,
    filter: Targets,
) -> impl Log {
    // All spans an event is in, outermost first; the innermost need not stand there twice.
    let lines = Format::default().json().with_current_span(false).with_span_list(true);
    let lines = layer().fmt_fields(JsonFields::new()).event_format(JsonLine(lines));
    registry().with(lines.with_writer(place)).with(filter)
}

/// Says why the program ends, where there is a log in its form.
pub(crate) fn give_up(why: &str) {
    match format() {
        LogFormat::Text => eprintln!("fangqi: {}", Escaped(why)),
        LogFormat::Json => eprintln!("{}", json_line(why, "main")),
    }
}

/// A line of JSON that does not pass through the log, in its form.
fn json_line(message: &str, thread: &str) -> String {
    let mut time = String::new();
    // Without a time the rest is still worth saying.
    let _ = SystemTime.format_time(&mut Writer::new(&mut time));
    let fields = json!({ "message": message, "thread": thread });
    let line = json!({ "timestamp": time, "level": "ERROR", "fields": fields, "target": "fangqi" });
    escape(&line.to_string()).into_owned()
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
    match format() {
        LogFormat::Text => {
            eprintln!("fangqi: thread {}: {}{trace}", escape(name), escape(&info.to_string()));
        }
        LogFormat::Json => eprintln!("{}", json_line(&format!("{info}{trace}"), name)),
    }
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

/// Writes an event as one line of JSON. JSON already writes quotes and ends of lines as escapes;
/// all else that is not seen stands within its texts, where the escapes of [`escape`] mean the
/// same.
struct JsonLine(Format<Json>);

impl<S> FormatEvent<S, JsonFields> for JsonLine
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, JsonFields>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut text = String::new();
        self.0.format_event(context, Writer::new(&mut text), event)?;
        writeln!(writer, "{}", escape(text.trim_end_matches('\n')))
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

    fn all() -> Targets {
        Targets::new().with_default(LevelFilter::TRACE)
    }

    fn text_of(paper: &Paper) -> String {
        String::from_utf8(paper.0.lock().unwrap().clone()).unwrap()
    }

    fn written(act: impl FnOnce()) -> String {
        let paper = Paper::default();
        let place = paper.clone();
        tracing::subscriber::with_default(written_to(move || place.clone(), false, all()), act);
        text_of(&paper)
    }

    fn written_as_json(act: impl FnOnce()) -> String {
        let paper = Paper::default();
        let place = paper.clone();
        tracing::subscriber::with_default(json_to(move || place.clone(), all()), act);
        text_of(&paper)
    }

    /// Says a text in every way there is.
    fn in_every_way(text: &str, mut check: impl FnMut(usize, &dyn Fn())) {
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
            check(number, *way);
        }
    }

    #[test]
    fn whatever_is_said_and_however_is_one_line_without_anything_hidden() {
        for text in HOSTILE {
            in_every_way(text, |number, way| {
                let written = written(way);
                let line = written.strip_suffix('\n').unwrap();
                assert_eq!(line, escape(line), "way {number} of {text:?}");
                assert!(!line.is_empty() && !line.contains('\n'));
            });
        }
    }

    /// Whether a text stands somewhere in a value, exactly or as Debug quotes it.
    fn says(value: &serde_json::Value, text: &str) -> bool {
        match value {
            serde_json::Value::String(said) => {
                said.contains(text) || said.contains(&format!("{text:?}"))
            }
            serde_json::Value::Array(items) => items.iter().any(|item| says(item, text)),
            serde_json::Value::Object(fields) => fields.values().any(|value| says(value, text)),
            _ => false,
        }
    }

    #[test]
    fn as_json_it_is_one_object_that_says_it_exactly() {
        for text in HOSTILE.into_iter().chain(["\"", "\\", "\\u0000", "{}", "小明 😀"]) {
            in_every_way(text, |number, way| {
                let written = written_as_json(way);
                let line = written.strip_suffix('\n').unwrap();
                assert_eq!(line, escape(line), "way {number} of {text:?}");
                assert!(!line.contains('\n'));
                let read: serde_json::Value = serde_json::from_str(line).unwrap();
                assert!(says(&read, text), "way {number} of {text:?}: {line}");
                assert!(read["timestamp"].as_str().unwrap().ends_with('Z'), "{line}");
                assert!(read["level"].is_string() && read["target"].is_string(), "{line}");
            });
        }
    }

    #[test]
    fn as_json_a_line_names_the_spans_it_is_in() {
        let line = written_as_json(|| {
            let outer = tracing::error_span!("request", route = "/ws").entered();
            let inner = tracing::error_span!("room", room = "abc", map = "go").entered();
            tracing::info!(tick = 3, "said");
            drop((inner, outer));
        });
        let read: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(read["fields"], json!({"message": "said", "tick": 3}));
        let spans = json!([
            {"name": "request", "route": "/ws"}, {"name": "room", "room": "abc", "map": "go"},
        ]);
        assert_eq!(read["spans"], spans);
    }

    #[test]
    fn what_does_not_pass_through_the_log_has_its_form() {
        for text in HOSTILE {
            let line = json_line(text, text);
            assert_eq!(line, escape(&line));
            let read: serde_json::Value = serde_json::from_str(&line).unwrap();
            assert_eq!(
                (&read["fields"]["message"], &read["level"]),
                (&json!(text), &json!("ERROR"))
            );
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
        let log = written_to(move || place.clone(), true, all());
        tracing::subscriber::with_default(log, || tracing::info!("\u{1b}[31mred"));
        let line = text_of(&paper);
        assert!(line.contains("\u{1b}[32m"), "the level has a colour: {line:?}");
        assert!(!line.contains("\u{1b}[31m") && line.contains("31mred"), "{line:?}");
    }
}
