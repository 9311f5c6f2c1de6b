use fangqi_xiangqi::{
    Color, DrawReason, Game, Move, Position, Square, Status, WinReason, notation,
};
use mlua::{Lua, Table, Value};

use super::ctx::Call;
use super::spec::lua_module;
use super::text::into_table;
use super::thinking::{Effort, order};
use crate::model::{JobSpec, LocalText};
use crate::package::Capability;

/// Positions that a slow machine looks at in a second; the machine at hand may be busy too.
const NODES_PER_SECOND: f64 = 150_000.0;
/// Levels of `think`.
const LEVELS: u8 = 10;
/// Level of `think` when none is given.
const LEVEL_DEFAULT: u8 = 5;

lua_module! {
    /// The Xiangqi engine: rules, notations and a thinking player. A game is a number that `new`
    /// returns. Squares are `"a0"` to `"i9"`, moves `"h2e2"`: files from Red's left, ranks from
    /// Red's side.
    pub static XIANGQI = "Xiangqi", Value;

    /// Opens a game from the start position, or from a FEN.
    /// Example: `local game = Xiangqi:new()`
    fn new(ctx, fen: Option<String>) -> (game: u32) {
        let game = match fen {
            None => Game::new(Position::start()),
            Some(fen) => Game::from_fen(&fen)?,
        };
        let mut host = ctx.host();
        if host.xiangqi.len() >= host.limits.engine_games_max {
            return Err(format!("a room can open {} games", host.limits.engine_games_max).into());
        }
        host.xiangqi.push(game);
        Ok((host.xiangqi.len() as u32,))
    }

    /// Sets a game back to the start position or to a FEN; its number stays.
    /// Example: `Xiangqi:reset(game)`
    fn reset(ctx, game: u32, fen: Option<String>) -> (done: bool) {
        let fresh = match fen {
            None => Game::new(Position::start()),
            Some(fen) => Game::from_fen(&fen)?,
        };
        with(&ctx, game, |game| {
            *game = fresh;
            Ok((true,))
        })
    }

    /// The position as FEN.
    /// Example: `print(Xiangqi:fen(game))`
    fn fen(ctx, game: u32) -> (fen: String) {
        with(&ctx, game, |game| Ok((game.position().fen(),)))
    }

    /// Who is to move: `"red"` or `"black"`.
    /// Example: `if Xiangqi:turn(game) == "red" then … end`
    fn turn(ctx, game: u32) -> (side: &'static str) {
        with(&ctx, game, |game| Ok((side(game.side_to_move()),)))
    }

    /// The pieces: a list of `{square=, piece=, file=, rank=}`; `piece` is the FEN letter, upper
    /// case for Red; file and rank count from 0.
    /// Example: `for _, piece in ipairs(Xiangqi:pieces(game)) do print(piece.square) end`
    fn pieces(ctx, game: u32) -> (pieces: Table) {
        let position = with(&ctx, game, |game| Ok(game.position().clone()))?;
        let list = ctx.lua.create_table()?;
        for (index, (square, piece)) in position.pieces().enumerate() {
            let entry = ctx.lua.create_table_with_capacity(0, 4)?;
            entry.raw_set("square", square.to_string())?;
            entry.raw_set("piece", piece.letter().to_string())?;
            entry.raw_set("file", square.file())?;
            entry.raw_set("rank", square.rank())?;
            list.raw_set(index + 1, entry)?;
        }
        Ok((list,))
    }

    /// The legal moves, all or those of one square: kings', advisors', elephants', horses',
    /// chariots', cannons' and pawns', each by the squares they start from and go to.
    /// Example: `local moves = Xiangqi:legalMoves(game, "h2")`
    fn legalMoves(ctx, game: u32, square: Option<String>) -> (moves: Table) {
        let from: Option<Square> = square.map(|text| text.parse()).transpose()?;
        let moves = with(&ctx, game, |game| {
            let moves = game.legal_moves();
            let wanted = |mv: &&Move| from.is_none_or(|from| from == mv.from);
            let mut moves: Vec<Move> = moves.iter().filter(wanted).copied().collect();
            // Logs hold choices by their number: it must not change when the engine does.
            let kind = |mv: &Move| game.position().piece_at(mv.from).map(|piece| piece.kind);
            moves.sort_unstable_by_key(|mv| (kind(mv), *mv));
            Ok(moves)
        })?;
        Ok((ctx.lua.create_sequence_from(moves.iter().map(Move::to_string))?,))
    }

    /// The moves played.
    /// Example: `local last = Xiangqi:moves(game)[#Xiangqi:moves(game)]`
    fn moves(ctx, game: u32) -> (moves: Table) {
        let moves: Vec<String> =
            with(&ctx, game, |game| Ok(game.moves().map(|mv| mv.to_string()).collect()))?;
        Ok((ctx.lua.create_sequence_from(moves)?,))
    }

    /// Plays a move: `{from=, to=, piece=, capture=}` with squares and FEN letters, or nil and the
    /// rule it breaks as a text.
    /// Example: `local played, why = Xiangqi:play(game, "h2e2")`
    fn play(ctx, game: u32, move_text: String) -> (played: Value, why: Value) {
        let mv: Move = move_text.parse()?;
        match with(&ctx, game, |game| Ok(game.play(mv)))? {
            Ok(played) => {
                let table = ctx.lua.create_table_with_capacity(0, 4)?;
                table.raw_set("from", mv.from.to_string())?;
                table.raw_set("to", mv.to.to_string())?;
                table.raw_set("piece", played.piece.letter().to_string())?;
                table.raw_set("capture", played.captured.map(|piece| piece.letter().to_string()))?;
                Ok((Value::Table(table), Value::Nil))
            }
            Err(error) => Ok((Value::Nil, both(ctx.lua, error.reason.text())?)),
        }
    }

    /// Takes the last move back and returns it; nil when there is none.
    /// Example: `local move = Xiangqi:undo(game)`
    fn undo(ctx, game: u32) -> (undone: Option<String>) {
        with(&ctx, game, |game| Ok((game.undo().map(|mv| mv.to_string()),)))
    }

    /// How the game stands: `{over=, winner=, reason=, check=, text=}`. `winner` is `"red"`,
    /// `"black"` or nil; `reason` is a word such as `"checkmate"`; `text` is a sentence.
    /// Example: `if Xiangqi:status(game).over then … end`
    fn status(ctx, game: u32) -> (status: Table) {
        let status = with(&ctx, game, |game| Ok(game.status()))?;
        Ok((status_table(ctx.lua, status)?,))
    }

    /// A legal move of the present position in a notation: `"zh"`, `"wxf"` or `"uci"`.
    /// Example: `Hud:addMove(0, { zh = Xiangqi:notation(game, move, "zh"), en = move })`
    fn notation(ctx, game: u32, move_text: String, form: String) -> (text: String) {
        let mv: Move = move_text.parse()?;
        with(&ctx, game, |game| {
            if let Some(illegal) = game.explain_illegal(mv) {
                return Err(illegal.text().1.into());
            }
            match form.as_str() {
                "zh" => Ok((notation::chinese(game.position(), mv),)),
                "wxf" => Ok((notation::wxf(game.position(), mv),)),
                "uci" => Ok((mv.to_string(),)),
                other => {
                    Err(format!("there is no notation \"{other}\"; use zh, wxf or uci").into())
                }
            }
        })
    }

    /// Reads a move written in any of the notations.
    /// Example: `local move = Xiangqi:parse(game, "炮二平五")`
    fn parse(ctx, game: u32, text: String) -> (move_text: String) {
        with(&ctx, game, |game| {
            let position = game.position();
            let read = text
                .parse::<Move>()
                .ok()
                .or_else(|| notation::parse_wxf(position, &text).ok())
                .map_or_else(|| notation::parse_chinese(position, &text), Ok)?;
            Ok((read.to_string(),))
        })
    }

    /// Why a move is illegal, as a text; nil when it is legal.
    /// Example: `local why = Xiangqi:explain(game, "b0", "d1")`
    fn explain(ctx, game: u32, from: String, to: String) -> (why: Value) {
        let mv = Move::new(from.parse()?, to.parse()?);
        match with(&ctx, game, |game| Ok(game.explain_illegal(mv)))? {
            Some(illegal) => Ok((both(ctx.lua, illegal.text())?,)),
            None => Ok((Value::Nil,)),
        }
    }

    /// Ends the game by resignation of `"red"` or `"black"`.
    /// Example: `Xiangqi:resign(game, "red")`
    fn resign(ctx, game: u32, who: String) -> (status: Table) {
        let who = side_of(&who)?;
        let status = with(&ctx, game, |game| Ok(game.resign(who)?))?;
        Ok((status_table(ctx.lua, status)?,))
    }

    /// Ends the game because the time of `"red"` or `"black"` is up.
    /// Example: `Xiangqi:loseOnTime(game, "red")`
    fn loseOnTime(ctx, game: u32, who: String) -> (status: Table) {
        let who = side_of(&who)?;
        let status = with(&ctx, game, |game| Ok(game.lose_on_time(who)?))?;
        Ok((status_table(ctx.lua, status)?,))
    }

    /// Ends the game as a draw by agreement.
    /// Example: `Xiangqi:agreeDraw(game)`
    fn agreeDraw(ctx, game: u32) -> (status: Table) {
        let status = with(&ctx, game, |game| Ok(game.agree_draw()?))?;
        Ok((status_table(ctx.lua, status)?,))
    }

    /// Has the engine think about the present position and waits; the room goes on meanwhile.
    /// `options` is `{level=, seconds=}`: the level is 1 to 10, and with `seconds` it looks at no
    /// more positions than a slow machine can in that time. Returns `{move=, score=, depth=,
    /// nodes=}` (`score` in hundredths of a pawn for the side to move), or nil and why not.
    /// Example: `local thought = Xiangqi:think(game, { level = 5 })`
    @waits
    fn think(ctx, game: u32, options: Option<Table>) -> (thought: Table) {
        let effort = Effort::read(options, ctx.lua, LEVELS, LEVEL_DEFAULT)?;
        let (fen, moves) = with(&ctx, game, |game| {
            Ok((game.start().fen(), game.moves().map(|mv| mv.to_string()).collect::<Vec<_>>()))
        })?;
        let mut host = ctx.host();
        if !host.package.capabilities().contains(&Capability::Jobs) {
            return Err(format!("thinking {}", Capability::Jobs.missing()).into());
        }
        let (level, nodes) = (effort.level, effort.budget(NODES_PER_SECOND));
        let seed = host.rng.next_u64();
        order(&mut host, JobSpec::XiangqiThink { fen, moves, level, seed, nodes })
    }

    /// Gives up all thinking; who waits for it gets nil and `"cancelled"`. Returns how many.
    /// Example: `Xiangqi:stop()`
    fn stop(ctx) -> (count: u32) {
        let is_xiangqi = |spec: &JobSpec| matches!(spec, JobSpec::XiangqiThink { .. });
        Ok((ctx.host().cancel_jobs(is_xiangqi),))
    }
}

/// Runs `body` on the game with a handle.
fn with<R>(
    ctx: &Call<'_>,
    handle: u32,
    body: impl FnOnce(&mut Game) -> Result<R, super::results::Refusal>,
) -> Result<R, super::results::Refusal> {
    let mut host = ctx.host();
    let index = (handle as usize).checked_sub(1);
    let game = index.and_then(|index| host.xiangqi.get_mut(index));
    body(game.ok_or_else(|| format!("there is no game {handle}"))?)
}

fn side_of(name: &str) -> Result<Color, String> {
    match name {
        "red" => Ok(Color::Red),
        "black" => Ok(Color::Black),
        other => Err(format!("a side is \"red\" or \"black\", not \"{other}\"")),
    }
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Red => "red",
        Color::Black => "black",
    }
}

fn both(lua: &Lua, (zh, en): (String, String)) -> mlua::Result<Value> {
    into_table(lua, &LocalText { zh, en }).map(Value::Table)
}

fn status_table(lua: &Lua, status: Status) -> mlua::Result<Table> {
    let table = lua.create_table_with_capacity(0, 5)?;
    let (winner, reason, check) = match status {
        Status::Ongoing { check } => (None, "ongoing", check),
        Status::Won { winner, reason } => (Some(side(winner)), win_code(reason), false),
        Status::Draw { reason } => (None, draw_code(reason), false),
    };
    table.raw_set("over", status.is_over())?;
    table.raw_set("winner", winner)?;
    table.raw_set("reason", reason)?;
    table.raw_set("check", check)?;
    table.raw_set("text", both(lua, status.text())?)?;
    Ok(table)
}

fn win_code(reason: WinReason) -> &'static str {
    match reason {
        WinReason::Checkmate => "checkmate",
        WinReason::Stalemate => "stalemate",
        WinReason::PerpetualCheck => "perpetual_check",
        WinReason::PerpetualChase { .. } => "perpetual_chase",
        WinReason::PerpetualPursuit => "perpetual_pursuit",
        WinReason::Resignation => "resignation",
        WinReason::Time => "time",
    }
}

fn draw_code(reason: DrawReason) -> &'static str {
    match reason {
        DrawReason::Repetition => "repetition",
        DrawReason::SixtyMoves => "sixty_moves",
        DrawReason::InsufficientMaterial => "insufficient_material",
        DrawReason::Agreement => "agreement",
    }
}
