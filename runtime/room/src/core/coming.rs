//! Players join, walk and leave.

use super::fold::Fold;
use super::input::{Verdict, refuse};
use crate::host::Fields;
use crate::host::Host;
use fangqi_protocol::{PlayerId, Rejection};

/// Puts a new player into the team with the fewest players, if the map has teams.
fn share_out(host: &mut Host, newcomer: PlayerId) {
    let teams = host.package.miniworld().map_or(0, |map| i32::from(map.teams));
    let members = |team: &i32| host.players.iter().filter(|player| player.team == *team).count();
    let smallest = (1..=teams).min_by_key(members);
    if let (Some(team), Some(player)) = (smallest, host.players.get_mut(newcomer)) {
        player.team = team;
    }
}

impl Fold {
    pub(super) fn join(&self, player: PlayerId, name: &str) -> Result<Verdict, Rejection> {
        let mut host = self.ctx.host();
        let known = host.players.get(player);
        let known_before = known.is_some();
        let was_present = known.is_some_and(|player| player.present);
        if !known_before && host.sim.scenery.closed_until.is_some_and(|until| host.clock < until) {
            return Err(refuse("closed", "房间暂不接受新人。", "Nobody new may come in now."));
        }
        if known.is_none() && host.players.len() >= host.limits.players_max {
            return Err(refuse("full", "房间已满。", "The room is full."));
        }
        let target = host.package.camera().target;
        let position = target.map(|number| number.floor() as i32);
        host.players.join(player, name, position);
        host.embody(player);
        if !known_before {
            share_out(&mut host, player);
        }
        if !was_present {
            if host.package.miniworld().is_some() && !std::mem::replace(&mut host.sim.started, true)
            {
                // In Mini World a match has its host in it from the beginning.
                host.raise("Game.Start", Vec::new());
            }
            host.tell("Player.Init", Fields::of(player.0));
            let fields = host.player_fields(player.0).0;
            host.raise("Game.AnyPlayer.EnterGame", fields);
            host.open_first_pages(player.0);
            // From here on scripts know the player.
            host.settle_areas(player.0);
            host.arrived(player);
        }
        Ok(Verdict::Done)
    }

    pub(super) fn leave(&self, player: PlayerId) -> Result<Verdict, Rejection> {
        let mut host = self.ctx.host();
        let fields = host.player_fields(player.0).0;
        if let Some(player) = host.players.get_mut(player) {
            player.present = false;
        }
        if let Ok(person) = host.person_mut(player.0) {
            (person.walks, person.dig, person.opened) = (false, None, None);
            person.keys.clear();
        }
        host.sim.pages.put_away(player.0);
        host.settle_areas(player.0);
        host.raise("Game.AnyPlayer.LeaveGame", fields);
        host.departed(player);
        Ok(Verdict::Done)
    }
}

/// The verdict on an act of a walking player.
pub(super) fn walked(done: Result<(), &'static str>) -> Result<Verdict, Rejection> {
    done.map(|()| Verdict::Done).map_err(|code| {
        let (zh, en) = match code {
            "no_walking" => ("这里不能走动。", "Nobody walks here."),
            "dead" => ("你已经倒下了。", "You are dead."),
            "too_far" => ("太远了。", "That is too far away."),
            "too_fast" => ("太快了。", "That is too fast."),
            "locked" => ("这一格锁住了。", "That slot is locked."),
            "not_riding" => ("你没有骑着什么。", "You ride nothing."),
            "not_allowed" => ("不允许这样做。", "That is not allowed here."),
            _ => ("现在不能这样做。", "That cannot be done now."),
        };
        refuse(code, zh, en)
    })
}
