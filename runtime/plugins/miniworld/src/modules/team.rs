use fangqi_binding::Refusal;
use fangqi_plugin::{Call, Fields, lua_module};
use fangqi_protocol::PlayerId;

use crate::living::{ObjType, Team};
use crate::modules::object::Obj;
use crate::room::{InRoom, MiniRoom};

/// Teams there are: 0 none, 1 red, 2 blue, 3 green, 4 yellow, 5 orange, 6 purple, 999 spectators.
const TEAMS: std::ops::RangeInclusive<i32> = 1..=6;

lua_module! {
    /// Teams: 1 to 6 (red, blue, green, yellow, orange, purple), 0 none, 999 spectators, -1 all.
    /// `alive` is 1 for the living, 0 for the dead, -1, 2 or nothing for all.
    pub static TEAM = "Team", Code;

    /// How many teams have somebody in them; `GameRule.TeamNum` when that is set.
    /// Example: `local code, num = Team:getNumTeam()`
    fn getNumTeam(ctx) -> (num: u32) {
        let room = ctx.mini();
        let ruled = room.sim.scenery.rules.whole("TeamNum", 0);
        if ruled > 0 {
            return Ok((ruled.unsigned_abs(),));
        }
        let used = |team: &i32| room.players.iter().any(|player| player.team == *team);
        Ok((TEAMS.filter(used).count() as u32,))
    }

    /// How many players a team has.
    /// Example: `local code, num = Team:getTeamPlayerNum(1, -1)`
    fn getTeamPlayerNum(ctx, teamid: i32, alive: Option<i32>) -> (num: u32) {
        Ok((members(&ctx.mini(), teamid, alive)?.len() as u32,))
    }

    /// The players of a team.
    /// Example: `local code, num, uins = Team:getTeamPlayers(1, -1)`
    fn getTeamPlayers(ctx, teamid: i32, alive: Option<i32>) -> (num: u32, uins: Vec<u64>) {
        let uins = members(&ctx.mini(), teamid, alive)?;
        Ok((uins.len() as u32, uins))
    }

    /// A player of a team at random; FAILED when it has none.
    /// Example: `local code, uin = Team:randomTeamPlayer(1, -1)`
    fn randomTeamPlayer(ctx, teamid: i32, alive: Option<i32>) -> (uin: u64) {
        let mut room = ctx.mini();
        let uins = members(&room, teamid, alive)?;
        if uins.is_empty() {
            return Err(Refusal::no());
        }
        Ok((uins[(room.rng.next_u64() % uins.len() as u64) as usize],))
    }

    /// The creatures of a team.
    /// Example: `local code, objids = Team:getTeamCreatures(1)`
    fn getTeamCreatures(ctx, teamid: i32) -> (objids: Vec<u64>) {
        check(1, teamid)?;
        let room = ctx.mini();
        let creatures = room.sim.of_type(ObjType::Creature);
        let own = creatures.filter(|(_, actor)| teamid == -1 || actor.team == teamid);
        Ok((own.map(|(id, _)| id).collect(),))
    }

    /// Sets the score of a team.
    /// Example: `Team:setTeamScore(1, 10)`
    fn setTeamScore(ctx, teamid: i32, score: f64) -> () {
        set_score(&ctx, teamid, |_| score)
    }

    /// The score of a team.
    /// Example: `local code, score = Team:getTeamScore(1)`
    fn getTeamScore(ctx, teamid: i32) -> (score: f64) {
        read(&ctx, teamid, |team| team.score)
    }

    /// Adds to the score of a team.
    /// Example: `Team:addTeamScore(1, 5)`
    fn addTeamScore(ctx, teamid: i32, score: f64) -> () {
        set_score(&ctx, teamid, |before| (before + score).clamp(-1e15, 1e15))
    }

    /// Sets how the game ended for a team (`TEAM_RESULTS`), and so for its players.
    /// Example: `Team:setTeamResults(1, TEAM_RESULTS.TEAM_RESULTS_WIN)`
    fn setTeamResults(ctx, teamid: i32, result: i32) -> () {
        set_results(&ctx, teamid, result)
    }

    /// As `setTeamResults`; an older name.
    /// Example: `Team:setTeamPlayersResults(1, 1)`
    fn setTeamPlayersResults(ctx, teamid: i32, result: i32) -> () {
        set_results(&ctx, teamid, result)
    }

    /// How the game ended for a team.
    /// Example: `local code, result = Team:getTeamResults(1)`
    fn getTeamResults(ctx, teamid: i32) -> (result: i32) {
        read(&ctx, teamid, |team| team.result)
    }

    /// Sets how often players of a team have died.
    /// Example: `Team:setTeamDieTimes(1, 0)`
    fn setTeamDieTimes(ctx, teamid: i32, times: u32) -> () {
        change(&ctx, teamid, |team| team.deaths = times)
    }

    /// How often players of a team have died.
    /// Example: `local code, times = Team:getTeamDieTimes(1)`
    fn getTeamDieTimes(ctx, teamid: i32) -> (times: u32) {
        read(&ctx, teamid, |team| team.deaths)
    }

    /// Counts a death of a team.
    /// Example: `Team:addTeamDieTimes(1)`
    fn addTeamDieTimes(ctx, teamid: i32) -> () {
        change(&ctx, teamid, |team| team.deaths = team.deaths.saturating_add(1))
    }

    /// Puts a player into a team.
    /// Example: `Team:changePlayerTeam(uin, 2)`
    fn changePlayerTeam(ctx, playerid: Obj, teamid: i32) -> () {
        join(&ctx, playerid, teamid)
    }
}

/// Puts a player into a team, and tells of it.
pub(super) fn join(ctx: &Call<'_>, player: Obj, team: i32) -> Result<(), Refusal> {
    if !matches!(team, 0..=6 | 999) {
        return Err(format!("argument 2, teamid, must be 0 to 6 or 999, not {team}").into());
    }
    super::objects::with_player(ctx, player, |room, id| {
        let player = room.players.get_mut(PlayerId(id)).ok_or("the player is gone")?;
        if std::mem::replace(&mut player.team, team) != team {
            room.sim.actors.touch(id);
            room.tell("Player.JoinTeam", Fields::of(id).with("teamid", team));
        }
        Ok(())
    })
}

fn check(position: u32, team: i32) -> Result<(), String> {
    match team {
        -1..=6 | 999 => Ok(()),
        other => Err(format!("argument {position}, teamid, must be -1 to 6 or 999, not {other}")),
    }
}

fn members(room: &MiniRoom<'_>, team: i32, alive: Option<i32>) -> Result<Vec<u64>, String> {
    check(1, team)?;
    let present = super::support::present(room, alive);
    Ok(present.into_iter().filter(|id| team == -1 || room.team_of(*id) == team).collect())
}

fn change(ctx: &Call<'_>, team: i32, change: impl FnOnce(&mut Team)) -> Result<(), Refusal> {
    if !matches!(team, 0..=6 | 999) {
        return Err(format!("argument 1, teamid, must be 0 to 6 or 999, not {team}").into());
    }
    change(ctx.mini().sim.teams.entry(team).or_default());
    Ok(())
}

/// Changes the score of a team; the match may end by it.
fn set_score(ctx: &Call<'_>, team: i32, score: impl FnOnce(f64) -> f64) -> Result<(), Refusal> {
    let (mut before, mut now) = (0.0, 0.0);
    change(ctx, team, |team| {
        before = team.score;
        now = score(before);
        team.score = now;
    })?;
    ctx.mini().end_at_score(before, now);
    Ok(())
}

fn read<R>(ctx: &Call<'_>, team: i32, read: impl FnOnce(&Team) -> R) -> Result<(R,), Refusal> {
    if !matches!(team, 0..=6 | 999) {
        return Err(format!("argument 1, teamid, must be 0 to 6 or 999, not {team}").into());
    }
    Ok((read(&ctx.mini().sim.teams.get(&team).copied().unwrap_or_default()),))
}

fn set_results(ctx: &Call<'_>, team: i32, result: i32) -> Result<(), Refusal> {
    if !(0..=3).contains(&result) {
        return Err(format!("argument 2, result, must be one of TEAM_RESULTS, not {result}").into());
    }
    change(ctx, team, |team| team.result = result)?;
    let mut room = ctx.mini();
    let own: Vec<u64> =
        room.players.iter().filter(|player| player.team == team).map(|p| p.id.0).collect();
    for id in own {
        let won = result == 1;
        if let Some(player) = room.players.get_mut(PlayerId(id)) {
            player.result = match result {
                0 => 0,
                1 => 1,
                _ => 2,
            };
        }
        let fields = room.player_fields(id);
        match result {
            1 | 2 => {
                let name = if won { "Game.AnyPlayer.Victory" } else { "Game.AnyPlayer.Defeat" };
                room.tell(name, fields);
            }
            _ => {}
        }
    }
    Ok(())
}
