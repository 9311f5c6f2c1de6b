//! The Lua module `Xiangqi`.

use std::time::Duration;

use fangqi_xiangqi::why::{self, Verdict};
use fangqi_xiangqi::{
    Color, DrawReason, Game, Move, Position, Square, Status, WinReason, explain_illegal, notation,
    openings,
};
use mlua::{Lua, Table, Value};

use crate::jobs::{Analyse, Think, score_of};
use crate::state::Games;
use fangqi_plugin::{
    Call, Effort, Options, Refusal, into_table, list, lua_module, may_think, order, seconds,
};
use fangqi_protocol::LocalText;
use fangqi_vm::{Plain, list_of_numbers, table_of};

/// Positions that a slow machine looks at in a second; the machine at hand may be busy too.
const NODES_PER_SECOND: f64 = 150_000.0;
/// Levels of `think`.
const LEVELS: u8 = 10;
/// Level of `think` when none is given.
const LEVEL_DEFAULT: u8 = 5;
/// Positions that `analyse` looks at, and at most.
const NODES_DEFAULT: u32 = 100_000;
const NODES_MAX: u32 = 10_000_000;
/// Lines that `analyse` tells at most.
const LINES_MAX: u8 = 5;
/// Moves of a line that are read, and those that are shown.
const LINE_MAX: usize = 256;
const LINE_SHOWN: usize = 8;
/// Facts that are told of a move.
const REASONS_MAX: usize = 2;

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
        let max = host.limits.engine_games_max;
        let Games(games) = host.state();
        if games.len() >= max {
            return Err(format!("a room can open {max} games").into());
        }
        games.push(game);
        Ok((games.len() as u32,))
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
    @sure
    fn fen(ctx, game: u32) -> (fen: String) {
        with(&ctx, game, |game| Ok((game.position().fen(),)))
    }

    /// Who is to move: `"red"` or `"black"`.
    /// Example: `if Xiangqi:turn(game) == "red" then … end`
    @sure
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
        let mut moves = with(&ctx, game, |game| Ok(listed_moves(game)))?;
        moves.retain(|mv| from.is_none_or(|from| from == mv.from));
        Ok((ctx.lua.create_sequence_from(moves.iter().map(Move::to_string))?,))
    }

    /// The legal moves in the order of `legalMoves`, as `Request:ask` takes them for its `paths`:
    /// x, y and z of the square that each starts from and of the one that it goes to, where files
    /// are x, ranks are z, and y is as given.
    /// Example: `Request:ask({ seat = 0, paths = Xiangqi:legalPaths(game, 1), cells = 2 })`
    fn legalPaths(ctx, game: u32, y: i32) -> (paths: Table) {
        let moves = with(&ctx, game, |game| Ok(listed_moves(game)))?;
        let cell = |square: Square| [i32::from(square.file()), y, i32::from(square.rank())];
        let paths: Vec<i32> =
            moves.iter().flat_map(|mv| [cell(mv.from), cell(mv.to)]).flatten().collect();
        Ok((list_of_numbers(ctx.lua, &paths)?,))
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
                let (from, to) = (mv.from.to_string(), mv.to.to_string());
                let piece = played.piece.letter().to_string();
                let capture = played.captured.map(|piece| piece.letter().to_string());
                let fields = [
                    ("from", Plain::Text(&from)),
                    ("to", Plain::Text(&to)),
                    ("piece", Plain::Text(&piece)),
                    ("capture", capture.as_deref().into()),
                ];
                Ok((Value::Table(table_of(ctx.lua, &fields)?), Value::Nil))
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

    /// A legal move of the present position as people read it, `{zh=, en=}`: in Chinese and in WXF
    /// notation.
    /// Example: `Hud:addMove(0, Xiangqi:moveText(game, move))`
    fn moveText(ctx, game: u32, move_text: String) -> (text: Value) {
        let mv: Move = move_text.parse()?;
        let texts = with(&ctx, game, |game| {
            refuse_illegal(game, mv)?;
            let position = game.position();
            Ok((notation::chinese(position, mv), notation::wxf(position, mv)))
        })?;
        Ok((both(ctx.lua, texts)?,))
    }

    /// A legal move of the present position in a notation: `"zh"`, `"wxf"` or `"uci"`.
    /// Example: `print(Xiangqi:notation(game, "h2e2", "wxf"))`
    fn notation(ctx, game: u32, move_text: String, form: String) -> (text: String) {
        let mv: Move = move_text.parse()?;
        with(&ctx, game, |game| {
            refuse_illegal(game, mv)?;
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
    /// `options` is `{level=, seconds=}`: the level is 1 to 10; it thinks no longer than `seconds`,
    /// 2 at most, and looks at no more positions than a slow machine can in the seconds given.
    /// Returns `{move=, score=, depth=, nodes=}` (`score` in hundredths of a pawn for the side to
    /// move), or nil and why not.
    /// Example: `local thought = Xiangqi:think(game, { level = 5 })`
    @waits
    fn think(ctx, game: u32, options: Option<Table>) -> (thought: Table) {
        let effort = Effort::read(options, ctx.lua, LEVELS, LEVEL_DEFAULT)?;
        let (fen, moves) = course(&ctx, game)?;
        let mut host = ctx.host();
        may_think(&host)?;
        let (level, nodes) = (effort.level, effort.budget(NODES_PER_SECOND));
        let (seed, time) = (host.rng.next_u64(), effort.time_limit());
        order(&mut host, &XIANGQI, Think { fen, moves, level, seed, nodes, time })
    }

    /// Has the engine say what the present position is worth and what is to be expected, at full
    /// strength, and waits. `options` is `{nodes=, threat=, lines=, seconds=}`: how many positions
    /// it may look at (100000 unless given), whether to say what the other side would do if it were
    /// its turn, how many of the best moves to tell with what follows (none unless given, 5 at
    /// most), and how long it may take at most (as long as it needs unless given).
    /// Returns `{move=, score=, line=, threat=, lines=, depth=, nodes=}`: `line` is a list of
    /// moves, score as in `think`, `threat` again `{move=, score=, line=}` or nil, and `lines` a
    /// list of such tables, best first and no more than there are moves; or nil and why not.
    /// Example: `local verdict = Xiangqi:analyse(game, { nodes = 50000, threat = true })`
    @waits
    fn analyse(ctx, game: u32, options: Option<Table>) -> (verdict: Table) {
        let (mut nodes, mut threat, mut lines, mut time) = (NODES_DEFAULT, false, 0, None);
        if let Some(options) = options {
            let known = ["nodes", "threat", "lines", "seconds"];
            let options = Options::read(options, ctx.lua, &known)?;
            time = seconds(&options)?.map(Duration::from_secs_f64);
            nodes = options.get::<Option<u32>>("nodes")?.unwrap_or(nodes);
            threat = options.get::<Option<bool>>("threat")?.unwrap_or(threat);
            lines = options.get::<Option<u8>>("lines")?.unwrap_or(lines);
        }
        if lines > LINES_MAX {
            return Err(format!("`lines` must be from 0 to {LINES_MAX}").into());
        }
        if !(1..=NODES_MAX).contains(&nodes) {
            return Err(format!("`nodes` must be from 1 to {NODES_MAX}").into());
        }
        let (fen, moves) = course(&ctx, game)?;
        let mut host = ctx.host();
        may_think(&host)?;
        let nodes = nodes.into();
        order(&mut host, &XIANGQI, Analyse { fen, moves, nodes, threat, lines, time })
    }

    /// A line of moves from the present position, such as one of `analyse`, as people read it: a
    /// list of texts as `moveText` gives them, for the first eight moves at most, and of these for
    /// those that can be played.
    /// Example: `local texts = Xiangqi:lineText(game, verdict.line)`
    fn lineText(ctx, game: u32, line: Table) -> (texts: Table) {
        let line = read_moves(&line, ctx.lua)?;
        let position = with(&ctx, game, |game| Ok(game.position().clone()))?;
        let texts = ctx.lua.create_table()?;
        for text in written(position, &line) {
            texts.raw_push(both(ctx.lua, text)?)?;
        }
        Ok((texts,))
    }

    /// Why the first move of a verdict of `analyse` on the present position is good, as a text, and
    /// the line that is expected, written out; nil when the verdict has no move. What is said is
    /// read off the line and the board.
    /// Example: `local reason, line = Xiangqi:why(game, verdict)`
    fn why(ctx, game: u32, verdict: Table) -> (reason: Value, line: Value) {
        let (best, threat) = read_verdict(verdict, ctx.lua, true)?;
        let position = with(&ctx, game, |game| Ok(game.position().clone()))?;
        let reasons = why::reasons(&position, &best, threat.as_ref());
        if reasons.is_empty() {
            return Ok((Value::Nil, Value::Nil));
        }
        let texts: Vec<(String, String)> =
            reasons.iter().take(REASONS_MAX).map(why::Reason::text).collect();
        let reason = both(ctx.lua, joined(texts))?;
        let line = written(position, &best.line).into_iter();
        let (zh, en): (Vec<String>, Vec<String>) = line.unzip();
        Ok((reason, both(ctx.lua, (zh.join(" "), en.join(" ")))?))
    }

    /// What the opening is called: `{name=, moves=}`. `moves` is after how many the last known
    /// position stood; nil before the first move and in games that began elsewhere. Lines are known
    /// by their positions, whatever the order of moves, and mirrored too.
    /// Example: `local opening = Xiangqi:opening(game)`
    fn opening(ctx, game: u32) -> (opening: Value) {
        let Some(opening) = with(&ctx, game, |game| Ok(openings::opening(game)))? else {
            return Ok((Value::Nil,));
        };
        let table = ctx.lua.create_table_with_capacity(0, 2)?;
        table.raw_set("name", both(ctx.lua, (opening.zh.to_owned(), opening.en.to_owned()))?)?;
        table.raw_set("moves", opening.plies)?;
        Ok((Value::Table(table),))
    }

    /// Gives up all thinking; who waits for it gets nil and `"cancelled"`. Returns how many.
    /// Example: `Xiangqi:stop()`
    @sure
    fn stop(ctx) -> (count: u32) {
        Ok((ctx.host().cancel_jobs(XIANGQI.name),))
    }
}

/// Runs `body` on the game with a handle.
fn with<R>(
    ctx: &Call<'_>,
    handle: u32,
    body: impl FnOnce(&mut Game) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    let mut host = ctx.host();
    let index = (handle as usize).checked_sub(1);
    let Games(games) = host.state();
    let game = index.and_then(|index| games.get_mut(index));
    body(game.ok_or_else(|| format!("there is no game {handle}"))?)
}

/// Refuses a move that cannot be played now, and says why.
fn refuse_illegal(game: &Game, mv: Move) -> Result<(), Refusal> {
    game.explain_illegal(mv).map_or(Ok(()), |illegal| Err(illegal.text().1.into()))
}

/// The legal moves, in the order that scripts see.
fn listed_moves(game: &Game) -> Vec<Move> {
    let mut moves: Vec<Move> = game.legal_moves().to_vec();
    // Logs hold choices by their number: it must not change when the engine does.
    let kind = |mv: &Move| game.position().piece_at(mv.from).map(|piece| piece.kind);
    moves.sort_unstable_by_key(|mv| (kind(mv), *mv));
    moves
}

/// How a game began and what was played.
fn course(ctx: &Call<'_>, game: u32) -> Result<(String, Vec<String>), Refusal> {
    with(ctx, game, |game| {
        Ok((game.start().fen(), game.moves().map(|mv| mv.to_string()).collect()))
    })
}

/// A verdict as `analyse` returns it, and the threat in it.
fn read_verdict(
    table: Table,
    lua: &Lua,
    whole: bool,
) -> Result<(Verdict, Option<Verdict>), String> {
    let known: &[&str] = &["move", "score", "line", "threat", "lines", "depth", "nodes"];
    let options = Options::read(table, lua, if whole { known } else { &known[..3] })?;
    let line = read_moves(&options.get("line")?, lua)?;
    let verdict = Verdict { score: score_of(options.get("score")?), line };
    let threat = match options.get::<Option<Table>>("threat") {
        Ok(Some(threat)) if whole => Some(read_verdict(threat, lua, false)?.0),
        Ok(_) => None,
        Err(why) => return Err(why),
    };
    Ok((verdict, threat))
}

/// A list of moves that a script gives.
fn read_moves(moves: &Table, lua: &Lua) -> Result<Vec<Move>, String> {
    let moves = list::<String>(moves, lua, LINE_MAX)?;
    moves.iter().map(|text| text.parse().map_err(|error| format!("{error}"))).collect()
}

/// Clauses as one sentence.
fn joined(texts: Vec<(String, String)>) -> (String, String) {
    let (zh, en): (Vec<String>, Vec<String>) = texts.into_iter().unzip();
    let mut sentence = String::new();
    for (index, clause) in en.into_iter().enumerate() {
        if index == 0 {
            sentence.push_str(&clause);
        } else {
            let mut letters = clause.chars();
            sentence.push_str("; ");
            sentence.extend(letters.next().map(|first| first.to_ascii_lowercase()));
            sentence.push_str(letters.as_str());
        }
    }
    (zh.join("；"), sentence)
}

/// The moves of a line in Chinese and WXF notation, as far as it can be played and is believed.
fn written(mut position: Position, line: &[Move]) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for &mv in line.iter().take(LINE_SHOWN) {
        if explain_illegal(&position, mv).is_some() {
            break;
        }
        texts.push((notation::chinese(&position, mv), notation::wxf(&position, mv)));
        if position.play(mv).is_err() {
            break;
        }
    }
    texts
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
    let (winner, reason, check) = match status {
        Status::Ongoing { check } => (None, "ongoing", check),
        Status::Won { winner, reason } => (Some(side(winner)), win_code(reason), false),
        Status::Draw { reason } => (None, draw_code(reason), false),
    };
    let (zh, en) = status.text();
    let fields = [
        ("over", Plain::Truth(status.is_over())),
        ("winner", winner.into()),
        ("reason", Plain::Text(reason)),
        ("check", Plain::Truth(check)),
        ("text", Plain::Fields(&[("zh", Plain::Text(&zh)), ("en", Plain::Text(&en))])),
    ];
    table_of(lua, &fields)
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
