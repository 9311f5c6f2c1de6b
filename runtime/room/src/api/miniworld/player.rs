use fangqi_world::{Bounds, EffectChange, Effects, IVec3};

use super::markup;
use super::support::{change_player, check_text, of_player, player, show, yes};
use crate::api::spec::lua_module;
use crate::host::{EventArgs, Player};
use crate::model::{Audience, GameResult, LocalText, PlayerId, ToastKind};

/// Scores and rankings stay below this, so that numbers in Lua hold them exactly.
const SCORE_LIMIT: f64 = 9.0e15;

lua_module! {
    /// Players, each known by a number (uin); 0 is the host of the room: of those present the one
    /// who came first.
    pub static PLAYER = "Player", Code;

    /// The number of the room's host.
    /// Example: `local code, uin = Player:getHostUin()`
    fn getHostUin(ctx) -> (uin: u64) {
        Ok((player(&ctx.host(), PlayerId(0))?.0,))
    }

    /// The number of the player on whose side scripts run: the host.
    /// Example: `local code, uin = Player:getMainPlayerUin()`
    fn getMainPlayerUin(ctx) -> (uin: u64) {
        Ok((player(&ctx.host(), PlayerId(0))?.0,))
    }

    /// Whether a player is the host: the code is OK for yes, FAILED for no.
    /// Example: `if Player:isMainPlayer(uin) == ErrorCode.OK then … end`
    fn isMainPlayer(ctx, objid: PlayerId) -> () {
        let host = ctx.host();
        yes(host.players.host() == Some(player(&host, objid)?))
    }

    /// A player's name.
    /// Example: `local code, name = Player:getNickname(uin)`
    fn getNickname(ctx, objid: PlayerId) -> (name: String) {
        of_player(&ctx, objid, |player| player.name.clone())
    }

    /// How the game stands for a player: 0 playing, 1 won, 2 ended.
    /// Example: `local code, result = Player:getGameResults(uin)`
    fn getGameResults(ctx, objid: PlayerId) -> (result: u8) {
        of_player(&ctx, objid, |player| player.result)
    }

    /// Sets how the game stands for a player: 0 playing, 1 won, 2 ended.
    /// Example: `Player:setGameResults(uin, 2)`
    fn setGameResults(ctx, objid: PlayerId, result: u8) -> () {
        if result > 2 {
            return Err(format!("argument 2, result, must be 0, 1 or 2, not {result}").into());
        }
        change_player(&ctx, objid, |player| player.result = result)
    }

    /// A player's score.
    /// Example: `local code, score = Player:getGameScore(uin)`
    fn getGameScore(ctx, objid: PlayerId) -> (score: i64) {
        of_player(&ctx, objid, |player| player.score)
    }

    /// Sets a player's score, a whole number.
    /// Example: `Player:setGameScore(uin, 3)`
    fn setGameScore(ctx, objid: PlayerId, score: f64) -> () {
        let score = whole(score, "score")?;
        change_player(&ctx, objid, |player| player.score = score)
    }

    /// A player's place in the ranking; 0 until it is set.
    /// Example: `local code, rank = Player:getGameRanking(uin)`
    fn getGameRanking(ctx, objid: PlayerId) -> (rank: i64) {
        of_player(&ctx, objid, |player| player.ranking)
    }

    /// Sets a player's place in the ranking.
    /// Example: `Player:setGameRanking(uin, 1)`
    fn setGameRanking(ctx, objid: PlayerId, rank: f64) -> () {
        let rank = whole(rank, "rank")?;
        change_player(&ctx, objid, |player| player.ranking = rank)
    }

    /// Makes a player the winner: its result becomes 1, the end of the game is announced to
    /// everyone, and `Game.AnyPlayer.Victory` is raised.
    /// Example: `Player:setGameWin(uin)`
    fn setGameWin(ctx, objid: PlayerId) -> () {
        let mut host = ctx.host();
        let uin = player(&host, objid)?;
        host.check_queue()?;
        let winner = host.players.get_mut(uin).ok_or("the player is gone")?;
        winner.result = 1;
        let text = LocalText::new(
            format!("{}获胜。", winner.name),
            format!("{} wins.", winner.name),
        );
        let [x, y, z] = winner.position;
        host.hud.result = Some(GameResult { winner: host.seats.of(uin), text });
        let args: EventArgs =
            vec![("eventobjid", uin.into()), ("x", x.into()), ("y", y.into()), ("z", z.into())];
        host.raise("Game.AnyPlayer.Victory", args);
        Ok(())
    }

    /// Shows a player a short message that fades. Colour marks are taken out.
    /// Example: `Player:notifyGameInfo2Self(uin, "Your turn")`
    fn notifyGameInfo2Self(ctx, objid: PlayerId, info: LocalText) -> () {
        let mut host = ctx.host();
        let uin = player(&host, objid)?;
        let text = markup::plain_text(&info);
        check_text(&host, 2, "info", &text)?;
        Ok(host.outbox.toast(Audience::Player(uin), ToastKind::Info, text)?)
    }

    /// A player's team: 0 none, 1 to 6, 999 for spectators.
    /// Example: `local code, team = Player:getTeam(uin)`
    fn getTeam(ctx, objid: PlayerId) -> (teamid: i32) {
        of_player(&ctx, objid, |player| player.team)
    }

    /// Puts a player into a team: 0 none, 1 to 6, 999 for spectators.
    /// Example: `Player:setTeam(uin, 1)`
    fn setTeam(ctx, objid: PlayerId, teamid: i32) -> () {
        if !matches!(teamid, 0..=6 | 999) {
            return Err(format!("argument 2, teamid, must be 0 to 6 or 999, not {teamid}").into());
        }
        change_player(&ctx, objid, |player| player.team = teamid)
    }

    /// Where a player stands, in whole blocks. On a board everyone stands where the camera looks
    /// until a script puts it elsewhere.
    /// Example: `local code, x, y, z = Player:getPosition(uin)`
    fn getPosition(ctx, objid: PlayerId) -> (x: i32, y: i32, z: i32) {
        let ([x, y, z],) = of_player(&ctx, objid, |player| player.position)?;
        Ok((x, y, z))
    }

    /// The point a player aims at: the middle of the cell it clicked last; until it clicks, where
    /// it stands.
    /// Example: `local code, x, y, z = Player:getAimPos(uin)`
    fn getAimPos(ctx, objid: PlayerId) -> (x: f64, y: f64, z: f64) {
        let aim = |player: &Player| player.aim.unwrap_or(player.position);
        let (cell,) = of_player(&ctx, objid, aim)?;
        let [x, y, z] = cell.map(|coordinate| f64::from(coordinate) + 0.5);
        Ok((x, y, z))
    }

    /// Puts a player somewhere, in whole blocks: what areas and `getPosition` then say. What it
    /// looks at stays.
    /// Example: `Player:setPosition(uin, 4, 1, 4)`
    fn setPosition(ctx, objid: PlayerId, x: i32, y: i32, z: i32) -> () {
        if !Bounds::contains(IVec3::new(x, y, z)) {
            return Err(format!("{x}, {y}, {z} is outside the world").into());
        }
        change_player(&ctx, objid, |player| player.position = [x, y, z])
    }

    /// Plays music to one player, once or over and over; that ends what was played over and over
    /// before. Volume and pitch are 1 when left out.
    /// Example: `Player:playMusic(uin, 10947, 1, 1, false)`
    fn playMusic(ctx, objid: PlayerId, musicId: u32, volume: Option<f64>, pitch: Option<f64>,
        isLoop: Option<bool>) -> () {
        let mut host = ctx.host();
        let uin = player(&host, objid)?;
        let pos = host.players.get(uin).ok_or("the player is gone")?.position;
        let (volume, pitch) = (volume.unwrap_or(1.0) as f32, pitch.unwrap_or(1.0) as f32);
        let once = EffectChange::PlaySound { pos, sound: musicId, volume, pitch };
        if isLoop == Some(true) {
            // Nothing runs here: this only checks the numbers.
            Effects::new().apply(once)?;
            let music = EffectChange::LoopSound { pos, sound: musicId, volume, pitch };
            host.music.insert(uin, music);
            return Ok(());
        }
        show(&mut host, Audience::Player(uin), once)
    }

    /// Ends the music that is played to a player over and over. A second argument, which some
    /// scripts leave out, means nothing.
    /// Example: `Player:stopMusic(uin)`
    fn stopMusic(ctx, objid: PlayerId, musicId: mlua::Value) -> () {
        let mut host = ctx.host();
        let uin = player(&host, objid)?;
        host.music.remove(&uin);
        Ok(())
    }
}

fn whole(number: f64, name: &str) -> Result<i64, String> {
    if number.abs() < SCORE_LIMIT {
        Ok(number.floor() as i64)
    } else {
        Err(format!("argument 2, {name}, must be a whole number below {SCORE_LIMIT}"))
    }
}
