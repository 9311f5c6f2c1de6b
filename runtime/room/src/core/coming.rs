//! Players join and leave.

use fangqi_plugin::Arrival;
use fangqi_plugin::host::Fields;
use fangqi_protocol::{PlayerId, Rejection};

use super::fold::Fold;
use super::input::{Verdict, refuse};

impl Fold {
    pub(super) fn join(&self, player: PlayerId, name: &str) -> Result<Verdict, Rejection> {
        let (is_new, was_away) = {
            let host = self.ctx.host();
            let known = host.players.get(player);
            (known.is_none(), known.is_none_or(|player| !player.present))
        };
        if is_new {
            self.hooks().try_for_each(|hooks| hooks.admits(&self.ctx))?;
        }
        {
            let mut host = self.ctx.host();
            if is_new && host.players.count() >= host.limits.players_max {
                return Err(refuse("full", "房间已满。", "The room is full."));
            }
            let position = host.package.camera().target.map(|number| number.floor() as i32);
            host.players.join(player, name, position);
        }
        self.hooks().for_each(|it| it.joined(&self.ctx, player, Arrival { is_new, was_away }));
        if was_away {
            self.ctx.host().tell("Player.Init", Fields::of(player.0));
            let fields = self.player_fields(player).0;
            self.ctx.host().raise("Game.AnyPlayer.EnterGame", fields);
            // From here on scripts know the player.
            self.hooks().for_each(|hooks| hooks.entered(&self.ctx, player));
            self.ctx.host().arrived(player);
        }
        Ok(Verdict::Done)
    }

    pub(super) fn leave(&self, player: PlayerId) -> Result<Verdict, Rejection> {
        let fields = self.player_fields(player).0;
        if let Some(player) = self.ctx.host().players.get_mut(player) {
            player.present = false;
        }
        self.hooks().for_each(|hooks| hooks.left(&self.ctx, player));
        let mut host = self.ctx.host();
        host.raise("Game.AnyPlayer.LeaveGame", fields);
        host.departed(player);
        Ok(Verdict::Done)
    }

    /// What events about a player's coming and leaving say of it.
    fn player_fields(&self, player: PlayerId) -> Fields {
        let fields = Fields::of(player.0);
        self.hooks().fold(fields, |fields, hooks| hooks.player_fields(&self.ctx, fields, player))
    }
}
