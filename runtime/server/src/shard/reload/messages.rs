//! Describes a new version of a map to the people in a room.

use fangqi_protocol::{Input, LocalText, PlayerView, SeatIndex, SeatView};
use fangqi_room::{BlockChange, Divergence, MapPackage};
use fangqi_world::BlockState;

use crate::wire::{ReloadBlock, ReloadInput, ReloadView};

/// Names of the parts of a room's state in English, as items of [`Divergence::parts`] begin with
/// them, and in Chinese.
const PARTS: [(&str, &str); 25] = [
    ("room clock", "房间时间"),
    ("blocks", "方块"),
    ("private views", "各人所见的方块"),
    ("effects", "特效"),
    ("display", "界面"),
    ("marks", "标记"),
    ("players", "玩家"),
    ("seats", "座位"),
    ("game clocks", "棋钟"),
    ("questions", "等待回答的问题"),
    ("waits and delayed calls", "等待与延时调用"),
    ("timers", "计时器"),
    ("timer windows", "计时器窗口"),
    ("graphics", "图文信息"),
    ("music", "音乐"),
    ("areas", "区域"),
    ("script variables", "脚本变量"),
    ("hour of the day", "时辰"),
    ("engine games", "引擎中的棋局"),
    ("jobs under way", "进行中的计算"),
    ("next numbers", "下一个编号"),
    ("waiting handlers", "等待中的处理函数"),
    ("registered handlers", "注册的处理函数"),
    ("random numbers of scripts", "脚本的随机数"),
    ("random numbers of the host", "房间的随机数"),
];

/// The players, seats and packages that descriptions refer to.
pub(super) struct Cast<'a> {
    pub(super) players: Vec<PlayerView>,
    pub(super) seats: Vec<SeatView>,
    pub(super) old: &'a MapPackage,
    pub(super) new: &'a MapPackage,
}

impl Cast<'_> {
    /// Everything known about where the two versions diverge.
    pub(super) fn told(&self, first: &Divergence, may_decide: bool) -> ReloadView {
        let blocks = first.blocks.iter().take(ReloadView::BLOCKS_MAX);
        ReloadView::Differs {
            first: first.record.zip(first.input.as_ref()).map(|(number, input)| ReloadInput {
                number,
                what: self.input(input),
                player: self.player(input),
            }),
            refused: first.refused.as_ref().map(|refused| refused.text.clone()),
            parts: first.parts.iter().map(|part| part_in_words(part)).collect(),
            blocks: blocks.map(|change| self.block(change)).collect(),
            may_decide,
        }
    }

    /// What viewers may know of a divergence in a room that keeps secrets: neither the input nor
    /// its effects.
    pub(super) fn hinted(first: &Divergence) -> ReloadView {
        let name = |part: &String| part_in_words(part.split(" (").next().unwrap_or(part));
        ReloadView::Differs {
            first: first.record.map(|number| ReloadInput {
                number,
                what: LocalText::new("一步操作", "an input"),
                player: None,
            }),
            refused: None,
            parts: first.parts.iter().map(name).collect(),
            blocks: Vec::new(),
            may_decide: false,
        }
    }

    fn player(&self, input: &Input) -> Option<String> {
        let id = input.player()?;
        self.players.iter().find(|player| player.id == id).map(|player| player.name.clone())
    }

    fn block(&self, change: &BlockChange) -> ReloadBlock {
        let (mut old, mut new) = (name(self.old, change.old), name(self.new, change.new));
        if old == new {
            // The same kind of block in another state.
            for (text, state) in [(&mut old, change.old), (&mut new, change.new)] {
                for words in [&mut text.zh, &mut text.en] {
                    words.push_str(&format!(" #{}", state.data()));
                }
            }
        }
        ReloadBlock { pos: change.pos, old, new }
    }

    fn seat(&self, seat: SeatIndex) -> LocalText {
        let view = self.seats.get(usize::from(seat));
        view.map_or_else(|| LocalText::same(seat.to_string()), |view| view.name.clone())
    }

    /// Names an input, as a phrase that can follow its number.
    fn input(&self, input: &Input) -> LocalText {
        match input {
            Input::Join { .. } => LocalText::new("进入房间", "coming in"),
            Input::Leave { .. } => LocalText::new("离开房间", "going away"),
            Input::Sit { seat, .. } => {
                let LocalText { zh, en } = self.seat(*seat);
                LocalText::new(format!("坐到{zh}"), format!("sitting down at {en}"))
            }
            Input::Stand { .. } => LocalText::new("离座", "leaving the seat"),
            Input::SetComputer { seat, level, .. } => {
                let LocalText { zh, en } = self.seat(*seat);
                match level {
                    Some(level) => LocalText::new(
                        format!("{zh}交给电脑 {level} 级"),
                        format!("{en} given to the computer, level {level}"),
                    ),
                    None => LocalText::new(format!("空出{zh}"), format!("{en} opened for people")),
                }
            }
            Input::Click { pos: [x, y, z], .. } => LocalText::new(
                format!("点击 ({x}, {y}, {z})"),
                format!("a click on ({x}, {y}, {z})"),
            ),
            Input::Choose { choice, .. } => {
                let number = u64::from(*choice) + 1;
                LocalText::new(format!("选第 {number} 项"), format!("choice {number}"))
            }
            Input::Select { cells, .. } => {
                let count = cells.len();
                LocalText::new(format!("选 {count} 张牌"), format!("selecting {count} cells"))
            }
            Input::Pose { .. } => LocalText::new("走动", "walking"),
            Input::Act { .. } => LocalText::new("动作", "doing something"),
            Input::Plugin { plugin, .. } => LocalText::new(
                format!("给插件“{plugin}”的消息"),
                format!("a message to the plugin \"{plugin}\""),
            ),
            Input::Action { id, value, .. } => {
                let what = if value.is_empty() { id.clone() } else { format!("{id}={value}") };
                LocalText::new(format!("按钮 {what}"), format!("button {what}"))
            }
            Input::Chat { text, .. } => {
                LocalText::new(format!("说“{text}”"), format!("saying \"{text}\""))
            }
            Input::TakeBack { .. } => LocalText::new("悔棋", "taking a move back"),
            Input::GoBack { .. } => LocalText::new("回到以前的局面", "going back in the game"),
            Input::JobDone { .. } => {
                LocalText::new("一次计算的结果", "the result of a computation")
            }
            Input::Tick => LocalText::new("时间流逝", "the passing of time"),
            Input::Checkpoint => LocalText::new("存盘", "storing the room"),
            Input::StandIn { on: true, .. } => LocalText::new("托管", "handing the seat over"),
            Input::StandIn { on: false, .. } => LocalText::new("收回托管", "taking the seat back"),
        }
    }
}

/// The name of a part in both languages. Details in brackets are kept, except the list of cells.
fn part_in_words(part: &str) -> LocalText {
    let (known, zh) = PARTS
        .iter()
        .find(|(known, _)| part == *known || part.starts_with(&format!("{known} (")))
        .map_or((part, part), |(known, zh)| (*known, *zh));
    let detail = part[known.len()..].replace(" here", " before").replace(" there", " now");
    let detail = match detail.split_once(" cells:") {
        Some((count, _)) => format!("{count})"),
        None => detail,
    };
    LocalText::new(format!("{zh}{detail}"), format!("{known}{detail}"))
}

fn name(map: &MapPackage, state: BlockState) -> LocalText {
    if state.is_air() {
        return LocalText::new("空", "empty");
    }
    match map.blocks().get(state.id()) {
        Some(block) => LocalText::new(&block.name_zh, &block.name_en),
        None => LocalText::same(state.id().to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_named_in_both_languages_and_keep_what_is_told_of_them() {
        let words = |part: &str| part_in_words(part);
        assert_eq!(words("marks"), LocalText::new("标记", "marks"));
        assert_eq!(
            words("waiting handlers (1 here and 2 there)"),
            LocalText::new(
                "等待中的处理函数 (1 before and 2 now)",
                "waiting handlers (1 before and 2 now)"
            )
        );
        assert_eq!(
            words("blocks (12 cells: (0, 0, 0) is 1 here and 2 there)"),
            LocalText::new("方块 (12)", "blocks (12)")
        );
        assert_eq!(words("timer windows"), LocalText::new("计时器窗口", "timer windows"));
        assert_eq!(words("something new (5)"), LocalText::same("something new (5)"));
    }
}
