//! Calls into the map while a question is open: its stand-in and its explanations.

use mlua::Value;

use super::fold::{Called, Fold, StepFault};
use crate::api;
use fangqi_protocol::{Audience, LocalText, LogLevel, PlayerId, RequestId, ToastKind};

impl Fold {
    /// Has the stand-in answer a question; without a stand-in, the default answers.
    pub(super) fn stand_in(&mut self, request: RequestId, turn: u32) -> Result<(), StepFault> {
        let Some((runner, question)) = api::stand_in(&self.ctx, request, turn) else {
            api::answer_by_default(&self.ctx, request, turn);
            return Ok(());
        };
        match self.call("(stand-in)", runner, |lua| question.into_args(lua))? {
            Called::Ended(_) => {}
            Called::Waits(token) => drop(self.standing_in.insert(token, (request, turn))),
            // A stand-in that ran out of fuel is treated as any other that failed: the default
            // answers.
            Called::PassedOver => api::answer_by_default(&self.ctx, request, turn),
        }
        Ok(())
    }

    /// Asks the map why a click is not among the choices, and shows the reason to the player.
    pub(super) fn explain(
        &mut self,
        request: RequestId,
        player: PlayerId,
        path: &[[i32; 3]],
    ) -> Result<(), StepFault> {
        let explain = self.ctx.script().explains.get(&request).cloned();
        let Some(explain) = explain else { return Ok(()) };
        let path = path.to_vec();
        let values = self.call("(explain)", explain, |lua| {
            let cells = lua.create_table()?;
            for (index, pos) in path.iter().enumerate() {
                let cell = lua.create_table_with_capacity(0, 3)?;
                for (name, value) in ["x", "y", "z"].into_iter().zip(pos) {
                    cell.raw_set(name, *value)?;
                }
                cells.raw_set(index + 1, cell)?;
            }
            Ok((cells,))
        })?;
        let usual = || LocalText::new("这里不能走。", "That is not a legal choice.");
        let text = self.reason(values);
        self.tell(player, text.unwrap_or_else(usual));
        Ok(())
    }

    /// Asks the map's `explain` about a selection. If it returns nothing, a legal selection is the
    /// answer; otherwise the player is shown the reason.
    pub(super) fn judge(
        &mut self,
        request: RequestId,
        player: PlayerId,
        cells: Vec<u16>,
        legal: bool,
    ) -> Result<(), StepFault> {
        let explain = self.ctx.script().explains.get(&request).cloned();
        let Some(explain) = explain else { return Ok(()) };
        let numbers: Vec<u32> = cells.iter().map(|cell| u32::from(*cell) + 1).collect();
        let values =
            self.call("(explain)", explain, |lua| Ok((lua.create_sequence_from(numbers)?,)))?;
        let says_nothing = match &values {
            Called::Ended(values) => values.front().is_none_or(Value::is_nil),
            Called::Waits(_) | Called::PassedOver => false,
        };
        if legal && says_nothing {
            self.answer_selection(request, cells, player);
            return Ok(());
        }
        let text = self.reason(values);
        self.tell(player, text.unwrap_or_else(super::input::not_together));
        Ok(())
    }

    /// The text that the map gave as a reason, if any.
    fn reason(&self, values: Called) -> Option<LocalText> {
        let Called::Ended(values) = values else { return None };
        let text = values.into_iter().next().filter(|value| !value.is_nil())?;
        api::read_text(&text, self.vm.lua()).ok()
    }

    /// Shows a player why its answer does not count.
    fn tell(&self, player: PlayerId, text: LocalText) {
        let mut host = self.ctx.host();
        if let Err(reason) = host.outbox.toast(Audience::Player(player), ToastKind::Error, text) {
            host.log(LogLevel::Warn, reason);
        }
    }
}
