//! `fangqi xiangqi convert`: a game file in another format.

use fangqi_xiangqi::files::{self, MoveStyle};

use super::{ConvertArgs, Format, Notation, input};

/// Reads a file of any format and prints it in the one that is asked for.
pub(super) fn run(args: &ConvertArgs) -> anyhow::Result<()> {
    let file = input::file(&args.file, args.game)?;
    let style = match args.moves {
        Notation::Chinese => MoveStyle::Chinese,
        Notation::Wxf => MoveStyle::Wxf,
        Notation::Iccs => MoveStyle::Iccs,
    };
    let text = match args.to {
        Format::Pgn => files::pgn::write(&file, style),
        Format::Dhtmlxq => files::dhtmlxq::write(&file),
        Format::Uci => files::position_line(&file),
    };
    super::answer(text.trim_end())
}
