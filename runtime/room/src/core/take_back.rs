//! Take-back: cutting the history and rebuilding the room from what remains.

use fangqi_protocol::{
    Audience, Input, LocalText, LogLevel, LogLine, Output, OutputBody, PlayerId, Record, Rejection,
    Tick, ToastKind,
};

use super::Room;
use super::applied::Applied;
use super::room::broken;

impl Room {
    /// Takes back the last move of `player`, or goes back to an event, by cutting the history
    /// before record `cut`. Without a `cut` there is nothing to go back to, and the input is
    /// rejected.
    pub(super) fn take_back(
        &mut self,
        mut record: Record,
        at: Tick,
        (player, cut): (PlayerId, Option<u64>),
        applied: &mut Applied,
    ) {
        let goes_back = matches!(record.input, Input::GoBack { .. });
        let Some(cut) = cut else {
            // The fold has closed the question; nothing else changed.
            self.commit(record, at, applied);
            applied.rejected = Some(if goes_back { no_such_event() } else { no_move() });
            return;
        };
        // Computed before the history is cut: jobs are cancelled under the epoch they were ordered
        // in.
        let abandoned = self.pending_jobs();
        record.rewound = Some(cut);
        let before = (self.history.clone(), self.bases.clone());
        self.history.push(&record, at, false);
        self.history.rewind(cut, at);
        let (world, effects) = {
            let host = self.fold.ctx.host();
            (host.world.clone(), host.effects.clone())
        };
        if let Err(error) = self.rebuild() {
            // `rebuild` replaces the fold only if it succeeds: the question is closed, and nothing
            // else changed.
            (self.history, self.bases) = before;
            record.rewound = None;
            self.commit(record, at, applied);
            let text = format!("a take-back could not be replayed: {error}");
            applied.log.push(LogLine::new(LogLevel::Error, at, text));
            applied.rejected = Some(broken());
            return;
        }
        applied.record = Some(record);
        applied.cancelled.extend(abandoned.into_iter().map(|job| job.id));
        applied.jobs.extend(self.pending_jobs());
        let shown = &mut self.shown;
        applied.outputs.extend(shown.rewound(&self.fold, self.history.shift(), &world, &effects));
        // The player is alone at the table and wished for it: there is no news in that.
        if goes_back {
            return;
        }
        let host = self.fold.ctx.host();
        let name = host.players.get(player).map(|player| player.name.clone()).unwrap_or_default();
        applied.outputs.push(Output {
            audience: Audience::All,
            body: OutputBody::Toast {
                kind: ToastKind::Info,
                text: LocalText::new(
                    format!("{name}悔了一步棋。"),
                    format!("{name} took a move back."),
                ),
            },
        });
    }
}

fn no_move() -> Rejection {
    Rejection {
        code: "no_move",
        text: LocalText::new("没有可悔的棋。", "There is no move of yours to take back."),
    }
}

fn no_such_event() -> Rejection {
    Rejection {
        code: "no_event",
        text: LocalText::new(
            "房间里已经没有那一步的记录了。",
            "The room has no record of that moment any more.",
        ),
    }
}
