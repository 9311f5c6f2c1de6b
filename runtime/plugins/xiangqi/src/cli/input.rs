//! Positions, moves and game files as they are given on the command line.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use fangqi_xiangqi::files::{self, GameFile};
use fangqi_xiangqi::{Game, Position, RuleSet, notation};

/// Larger files are not read: a library of five thousand games has half of it.
const MOST_BYTES: u64 = 48 << 20;
/// So many games of a file are named for one to be chosen.
const GAMES_NAMED: usize = 20;

/// A position, every defect of an impossible one named.
pub(super) fn position(fen: &str) -> anyhow::Result<Position> {
    if fen == "startpos" {
        return Ok(Position::start());
    }
    Position::from_fen(fen).with_context(|| format!("the FEN `{fen}`"))
}

/// A position with the moves made from it. The FEN may be one argument or one for each field.
pub(super) fn game(arguments: &[String], rules: RuleSet) -> anyhow::Result<Game> {
    let (fen, moves) = split(arguments);
    let mut game = Game::with_rules(position(&fen)?, rules);
    for (index, text) in moves.iter().enumerate() {
        let number = index + 1;
        let status = game.status();
        if status.is_over() {
            bail!("move {number}: `{text}` comes after the end: {status}");
        }
        let mv =
            notation::parse(game.position(), text).with_context(|| format!("move {number}"))?;
        game.play(mv).with_context(|| format!("move {number}"))?;
    }
    Ok(game)
}

/// Tells the fields of a FEN from the moves.
fn split(arguments: &[String]) -> (String, Vec<String>) {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (first, rest) = match arguments.split_first() {
        Some((first, rest)) => (words(first), rest.iter().flat_map(|text| words(text))),
        None => return (String::new(), Vec::new()),
    };
    // A FEN that is one argument holds nothing but its fields, whatever they look like.
    if first.len() > 1 {
        let end = first.iter().position(|word| word == "moves").unwrap_or(first.len());
        let moves = first[end..].iter().cloned().chain(rest).filter(|word| word != "moves");
        return (first[..end].join(" "), moves.collect());
    }
    let mut fen = first;
    let rest: Vec<String> = rest.collect();
    let is_field = |index: usize, word: &str| {
        index == 0 || word == "-" || word.chars().all(|c| c.is_ascii_digit())
    };
    let fields = if fen.first().is_some_and(|word| word == "startpos") {
        0
    } else {
        rest.iter().enumerate().take_while(|(index, word)| is_field(*index, word)).count()
    };
    fen.extend_from_slice(&rest[..fields]);
    let moves = rest[fields..].iter().filter(|word| *word != "moves");
    (fen.join(" "), moves.cloned().collect())
}

/// The game in a file; `-` is standard input. Of several games the one with the number `wanted`,
/// counted from 1.
pub(super) fn file(path: &Path, wanted: Option<u32>) -> anyhow::Result<GameFile> {
    let bytes = bytes(path)?;
    let mut games = files::read_games(&bytes).with_context(|| format!("{}", path.display()))?;
    let count = games.len();
    let index = match wanted {
        Some(wanted) => wanted as usize - 1,
        None if count == 1 => 0,
        None => {
            let named = games
                .iter()
                .take(GAMES_NAMED)
                .enumerate()
                .map(|(index, game)| format!(" {}: {};", index + 1, name(game)));
            let more = if count > GAMES_NAMED { " …" } else { "" };
            let named: String = named.collect();
            let path = path.display();
            bail!(
                "{path}: it holds {count} games; choose with --game:{}{more}",
                named.trim_end_matches(';')
            );
        }
    };
    if index >= count {
        bail!("{}: it holds {count} games, not {}", path.display(), index + 1);
    }
    Ok(games.swap_remove(index))
}

/// A game in a few words.
fn name(game: &GameFile) -> String {
    let tag = |name: &str| game.tags().get(name).map(String::as_str);
    match (tag("Title"), tag("Red"), tag("Black")) {
        (Some(title), ..) => title.to_owned(),
        (None, None, None) => format!("{} moves", game.moves().len()),
        (None, red, black) => format!("{} - {}", red.unwrap_or("?"), black.unwrap_or("?")),
    }
}

/// The text of a file, which must be UTF-8.
pub(super) fn text(path: &Path) -> anyhow::Result<String> {
    String::from_utf8(bytes(path)?).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count();
        anyhow!("{}: line {line}: this is not UTF-8", path.display())
    })
}

fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let here = || path.display().to_string();
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        std::io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes).with_context(here)?;
    } else {
        let file = std::fs::File::open(path).with_context(here)?;
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes).with_context(here)?;
    }
    if bytes.len() as u64 > MOST_BYTES {
        bail!("{}: more than {MOST_BYTES} bytes are no game", path.display());
    }
    Ok(bytes)
}
