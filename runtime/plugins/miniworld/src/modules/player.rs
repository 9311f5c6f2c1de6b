use fangqi_binding::args::Number;
use fangqi_plugin::{Call, Player, lua_module};
use fangqi_protocol::{Audience, GameResult, LocalText, PlayerId, ToastKind};
use fangqi_world::{Bounds, EffectChange, Effects, IVec3};

use super::actor::ACTOR;
use super::actor_look::level;
use super::markup;
use super::objects::{of_person, point, with_player};
use super::player_body::PLAYER_BODY;
use super::player_view::PLAYER_VIEW;
use super::support::{change_player, check_text, of_player, player, show, yes};
use crate::map::MiniMap;
use crate::modules::object::Obj;
use crate::room::InRoom;

/// Scores and rankings stay below this, so that numbers in Lua hold them exactly.
const SCORE_LIMIT: f64 = 9.0e15;

lua_module! {
    /// Players, each known by a number (uin); 0 is the host of the room: of those present the one
    /// who came first.
    pub static PLAYER = "Player", Code, parts [PLAYER_BODY, PLAYER_VIEW], inherits ACTOR;

    /// The number of the room's host: 0, which means the host in every call, while the room is
    /// empty.
    /// Example: `local code, uin = Player:getHostUin()`
    fn getHostUin(ctx) -> (uin: u64) {
        Ok((host_number(&ctx),))
    }

    /// The number of the player on whose side scripts run: the host.
    /// Example: `local code, uin = Player:getMainPlayerUin()`
    fn getMainPlayerUin(ctx) -> (uin: u64) {
        Ok((host_number(&ctx),))
    }

    /// Whether a player is the host: the code is OK for yes, FAILED for no.
    /// Example: `if Player:isMainPlayer(uin) == ErrorCode.OK then … end`
    fn isMainPlayer(ctx, objid: PlayerId) -> () {
        let room = ctx.mini();
        yes(room.players.host() == Some(player(&room, objid)?))
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
        change_player(&ctx, objid, |player| player.result = result)?;
        let mut room = ctx.mini();
        if result > 0 && room.package.miniworld().is_some() {
            let fields = room.player_fields(player(&room, objid)?.0);
            let name =
                if result == 1 { "Game.AnyPlayer.Victory" } else { "Game.AnyPlayer.Defeat" };
            room.tell(name, fields);
        }
        Ok(())
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
        let mut room = ctx.mini();
        let id = player(&room, objid)?;
        room.set_score(id, score);
        Ok(())
    }

    /// A player's place in the ranking; 0 until it is set.
    /// Example: `local code, rank = Player:getGameRanking(uin)`
    fn getGameRanking(ctx, objid: PlayerId) -> (rank: i64) {
        of_player(&ctx, objid, |player| player.ranking)
    }

    /// Sets a player's place in the ranking.
    /// Example: `Player:setGameRanking(uin, 1)`
    fn setGameRanking(ctx, objid: PlayerId, rank: Number) -> () {
        change_player(&ctx, objid, |player| player.ranking = i64::from(rank.0))
    }

    /// Makes a player the winner: its result becomes 1, the end of the game is announced to
    /// everyone, and `Game.AnyPlayer.Victory` is raised.
    /// Example: `Player:setGameWin(uin)`
    fn setGameWin(ctx, objid: PlayerId) -> () {
        let mut room = ctx.mini();
        let uin = player(&room, objid)?;
        room.check_queue()?;
        let winner = room.players.get_mut(uin).ok_or("the player is gone")?;
        winner.result = 1;
        let text = LocalText::new(
            format!("{}获胜。", winner.name),
            format!("{} wins.", winner.name),
        );
        room.hud.result = Some(GameResult { winner: room.seats.of(uin), text });
        let fields = room.player_fields(uin.0).0;
        room.raise("Game.AnyPlayer.Victory", fields);
        Ok(())
    }

    /// Shows a player a short message that fades. Colour marks are taken out.
    /// Partly: colour marks are taken out
    /// Example: `Player:notifyGameInfo2Self(uin, "Your turn")`
    fn notifyGameInfo2Self(ctx, objid: PlayerId, info: LocalText) -> () {
        let mut room = ctx.mini();
        let uin = player(&room, objid)?;
        let text = markup::plain_text(&info);
        check_text(&room, 2, "info", &text)?;
        Ok(room.outbox.toast(Audience::Player(uin), ToastKind::Info, text)?)
    }

    /// A player's team: 0 none, 1 to 6, 999 for spectators.
    /// Example: `local code, team = Player:getTeam(uin)`
    fn getTeam(ctx, objid: PlayerId) -> (teamid: i32) {
        of_player(&ctx, objid, |player| player.team)
    }

    /// Puts a player into a team: 0 none, 1 to 6, 999 for spectators.
    /// Example: `Player:setTeam(uin, 1)`
    fn setTeam(ctx, objid: PlayerId, teamid: i32) -> () {
        super::team::join(&ctx, Obj(objid.0), teamid)
    }

    /// The point a player aims at: what its client's crosshair is on, or the middle of the cell it
    /// clicked last; until then, where it stands.
    /// Example: `local code, x, y, z = Player:getAimPos(uin)`
    fn getAimPos(ctx, objid: PlayerId) -> (x: f64, y: f64, z: f64) {
        let (aimed,) = of_person(&ctx, Obj(objid.0), |person| person.aim)?;
        if let Some([x, y, z]) = aimed {
            return Ok((x, y, z));
        }
        let aim = |player: &Player| player.aim.unwrap_or(player.position);
        let (cell,) = of_player(&ctx, objid, aim)?;
        let [x, y, z] = cell.map(|coordinate| f64::from(coordinate) + 0.5);
        Ok((x, y, z))
    }

    /// Puts a player somewhere: what areas and `getPosition` then say. On a board, what it looks at
    /// stays.
    /// Example: `Player:setPosition(uin, 4, 1, 4)`
    fn setPosition(ctx, objid: PlayerId, x: f64, y: f64, z: f64) -> () {
        let to = point(x, y, z)?;
        let cell = to.map(|axis| axis.floor() as i32);
        if !Bounds::contains(IVec3::from(cell)) {
            return Err(format!("{x}, {y}, {z} is outside the world").into());
        }
        with_player(&ctx, Obj(objid.0), |room, id| {
            if room.package.walks() {
                room.send_actor(id, to);
            } else {
                room.place_actor(id, to);
            }
            Ok(())
        })
    }

    /// Plays music to one player, once or over and over; that ends what was played over and over
    /// before. Volume and pitch are 1 when left out.
    /// Example: `Player:playMusic(uin, 10947, 1, 1, false)`
    fn playMusic(ctx, objid: PlayerId, musicId: u32, volume: Option<f64>, pitch: Option<f64>,
        isLoop: Option<bool>) -> () {
        let mut room = ctx.mini();
        let uin = player(&room, objid)?;
        let pos = room.players.get(uin).ok_or("the player is gone")?.position;
        let (volume, pitch) = (level(volume), level(pitch));
        let once = EffectChange::PlaySound { pos, sound: musicId, volume, pitch };
        if isLoop == Some(true) {
            // Nothing runs here: this only checks the numbers.
            Effects::new().apply(once)?;
            let music = EffectChange::LoopSound { pos, sound: musicId, volume, pitch };
            room.globals.music.insert(uin, music);
            return Ok(());
        }
        show(&mut room, Audience::Player(uin), once)
    }

    /// Ends the music that is played to a player over and over. A second argument, which some
    /// scripts leave out, means nothing.
    /// Example: `Player:stopMusic(uin)`
    fn stopMusic(ctx, objid: PlayerId, musicId: mlua::Value) -> () {
        let mut room = ctx.mini();
        let uin = player(&room, objid)?;
        room.globals.music.remove(&uin);
        Ok(())
    }
}

/// The host's number; scripts that ask before anybody has come in keep 0, which is taken for it.
fn host_number(ctx: &Call<'_>) -> u64 {
    ctx.mini().players.host().map_or(0, |player| player.0)
}

fn whole(number: f64, name: &str) -> Result<i64, String> {
    if number.abs() < SCORE_LIMIT {
        Ok(number.floor() as i64)
    } else {
        Err(format!("argument 2, {name}, must be a whole number below {SCORE_LIMIT}"))
    }
}
