use fangqi_protocol::{
    Audience, JobId, JobOrder, Limits, LocalText, LogLevel, LogLine, Output, OutputBody, Tick,
    ToastKind,
};
use fangqi_world::EffectChange;

/// One-shot outputs of the current input, and log lines for the author. Bounded.
#[derive(Debug)]
pub struct Outbox {
    messages: Vec<Output>,
    /// How many of the messages are effects.
    effects: usize,
    messages_max: usize,
    effects_max: usize,
    log: Vec<LogLine>,
    log_max: usize,
    log_bytes: usize,
    log_bytes_max: usize,
    log_dropped: usize,
    /// Jobs ordered.
    pub jobs: Vec<JobOrder>,
    /// Jobs cancelled.
    pub cancelled: Vec<JobId>,
}

impl Outbox {
    /// An empty outbox.
    pub fn new(limits: &Limits) -> Self {
        Self {
            messages: Vec::new(),
            effects: 0,
            messages_max: limits.messages_per_input,
            effects_max: limits.effects_per_input,
            log: Vec::new(),
            log_max: limits.log_lines_per_input,
            log_bytes: 0,
            log_bytes_max: limits.log_bytes_per_input,
            log_dropped: 0,
            jobs: Vec::new(),
            cancelled: Vec::new(),
        }
    }

    /// Adds a message.
    ///
    /// # Errors
    /// The input has already sent the maximum number.
    pub fn send(&mut self, audience: Audience, body: OutputBody) -> Result<(), String> {
        if self.messages.len() - self.effects >= self.messages_max {
            return Err(format!("more than {} messages for one input", self.messages_max));
        }
        self.messages.push(Output { audience, body });
        Ok(())
    }

    /// Adds a toast.
    ///
    /// # Errors
    /// As [`Self::send`].
    pub fn toast(
        &mut self,
        audience: Audience,
        kind: ToastKind,
        text: LocalText,
    ) -> Result<(), String> {
        self.send(audience, OutputBody::Toast { kind, text })
    }

    /// Adds an effect.
    ///
    /// # Errors
    /// The input has already sent the maximum number of effects.
    pub fn effect(&mut self, audience: Audience, change: EffectChange) -> Result<(), String> {
        if self.effects >= self.effects_max {
            return Err(format!("more than {} effects for one input", self.effects_max));
        }
        self.effects += 1;
        self.messages.push(Output { audience, body: OutputBody::Effect(change) });
        Ok(())
    }

    /// Adds a line to the author's log. Beyond the limits it is cut, or only counted. A quarter of
    /// the limits is reserved for errors, so that a loop which is refused at every turn does not
    /// hide them.
    pub fn log(&mut self, tick: Tick, level: LogLevel, text: String) {
        self.log_line(LogLine::new(level, tick, text));
    }

    /// Adds a line, within the limits of [`Self::log`].
    pub fn log_line(&mut self, mut line: LogLine) {
        let (level, text) = (line.level, &mut line.text);
        let part = |max: usize| if level == LogLevel::Error { max } else { max - max / 4 };
        let room = part(self.log_bytes_max).saturating_sub(self.log_bytes);
        if self.log.len() >= part(self.log_max) || (room == 0 && !text.is_empty()) {
            self.log_dropped += 1;
            return;
        }
        if text.len() > room {
            let cut = (0..=room).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            text.truncate(cut);
            text.push('…');
            self.log_bytes = part(self.log_bytes_max);
        } else {
            self.log_bytes += text.len();
        }
        self.log.push(line);
    }

    /// Number of log lines.
    pub fn log_len(&self) -> usize {
        self.log.len()
    }

    /// Notes that the lines from index `from` on were logged by a handler of `event`.
    pub fn attribute(&mut self, from: usize, event: &str) {
        for line in self.log.iter_mut().skip(from) {
            line.event = Some(event.to_owned());
        }
    }

    /// Takes the messages and effects.
    pub fn take_messages(&mut self) -> Vec<Output> {
        self.effects = 0;
        std::mem::take(&mut self.messages)
    }

    /// Takes the log; a last line says how many lines were dropped.
    pub fn take_log(&mut self, tick: Tick) -> Vec<LogLine> {
        let mut log = std::mem::take(&mut self.log);
        let dropped = std::mem::take(&mut self.log_dropped);
        self.log_bytes = 0;
        if dropped > 0 {
            let text = format!("{dropped} more lines were not kept");
            log.push(LogLine::new(LogLevel::Warn, tick, text));
        }
        log
    }

    /// Drops everything, for example after a replay.
    pub fn clear(&mut self) {
        self.messages.clear();
        self.effects = 0;
        self.log.clear();
        self.log_bytes = 0;
        self.log_dropped = 0;
        self.jobs.clear();
        self.cancelled.clear();
    }
}
