//! The engine's own texts in both languages: log lines, questions, short words. Packages may
//! override any of them.

use fangqi_protocol::LocalText;

/// The engine's text for a key.
pub(crate) fn text(key: &str) -> Option<LocalText> {
    let found = LINES.iter().chain(ASKS).chain(WORDS).find(|(known, ..)| *known == key);
    found.map(|(_, zh, en)| LocalText::new(*zh, *en))
}

/// How a settlement of this kind is named while it goes on.
pub(crate) fn about(what: &str) -> Option<LocalText> {
    let found = ABOUTS.iter().find(|(known, ..)| *known == what);
    found.map(|(_, zh, en)| LocalText::new(*zh, *en))
}

/// Settlements: `%from` is who is named first, `%to` the other.
const ABOUTS: &[(&str, &str, &str)] = &[
    ("use_card", "%from 使用 %card", "%from uses %card"),
    ("card_effect", "对 %from 生效", "it works on %from"),
    ("nullification", "询问【无懈可击】", "asking for a nullification"),
    ("damage", "%from 受到伤害", "%from takes damage"),
    ("judge", "%from 判定", "%from judges"),
    ("pindian", "%from 与 %to 拼点", "%from and %to fight with points"),
    ("dying", "%from 濒死", "%from is dying"),
    ("death", "%from 阵亡", "%from dies"),
    ("extra_turn", "%from 的额外回合", "%from's extra turn"),
    ("skill", "%from 的【%arg】", "%from's %arg"),
];

/// Lines of the log.
const LINES: &[(&str, &str, &str)] = &[
    ("#ChooseGeneral", "%from 登场", "%from enters the game"),
    ("#TurnBegins", "%from 的回合开始", "%from begins a turn"),
    ("#ExtraTurn", "%from 获得一个额外的回合", "%from takes another turn"),
    ("#UseCard", "%from 使用了 %card", "%from uses %card"),
    ("#UseCardOn", "%from 对 %to 使用了 %card", "%from uses %card on %to"),
    ("#Respond", "%from 打出了 %card", "%from answers with %card"),
    ("#Discard", "%from 弃置了 %card", "%from discards %card"),
    ("#DrawCards", "%from 摸了 %arg 张牌", "%from draws %arg card(s)"),
    ("#TakeCard", "%from 获得了 %card", "%from takes %card"),
    ("#Gives", "%from 交给 %to %arg 张牌", "%from gives %to %arg card(s)"),
    (
        "#Guanxing",
        "%from 将 %arg 张牌置于牌堆顶，%arg2 张牌置于牌堆底",
        "%from puts %arg card(s) on top of the pile and %arg2 under it",
    ),
    ("#Damage", "%from 对 %to 造成了 %arg 点%arg2伤害", "%from deals %arg %arg2damage to %to"),
    ("#DamageNoSource", "%to 受到了 %arg 点%arg2伤害", "%to takes %arg %arg2damage"),
    ("#Recover", "%from 回复了 %arg 点体力", "%from recovers %arg hp"),
    ("#LoseHp", "%from 失去了 %arg 点体力", "%from loses %arg hp"),
    ("#LoseMaxHp", "%from 失去了 %arg 点体力上限", "%from loses %arg max hp"),
    ("#GetHp", "%from 的体力变为 %arg", "%from has %arg hp now"),
    ("#Dying", "%from 濒死，需要 %arg 个【桃】", "%from is dying and needs %arg peach(es)"),
    ("#Killed", "%from 杀死了 %to，其身份是 %arg", "%from kills %to, who was %arg"),
    ("#Died", "%to 阵亡，其身份是 %arg", "%to dies and was %arg"),
    ("#InitialJudge", "%from 的【%arg】判定牌为 %card", "%from judges for %arg: %card"),
    ("#JudgeResult", "%from 的【%arg】判定结果为 %card", "%from's judgement for %arg is %card"),
    ("#Pindian", "%from 拼点的牌是 %card", "%from lays down %card"),
    ("#PindianWon", "%from 与 %to 拼点赢了", "%from wins the point fight with %to"),
    ("#PindianLost", "%from 与 %to 拼点没有赢", "%from does not win the point fight with %to"),
    ("#NullifyTrick", "%from 抵消了对 %to 的【%arg】", "%from cancels %arg on %to"),
    ("#NullifyAgain", "%from 抵消了【无懈可击】", "%from cancels the nullification"),
    ("#TurnedOver", "%from 翻面，背面朝上", "%from turns face down"),
    ("#TurnedBack", "%from 翻面，正面朝上", "%from turns face up"),
    ("#Transfigure", "%from 变为 %arg", "%from becomes %arg"),
    ("#AcquireSkill", "%from 获得了技能【%arg】", "%from acquires %arg"),
    ("#LoseSkill", "%from 失去了技能【%arg】", "%from loses %arg"),
    ("#GetMark", "%from 获得了 %arg2 枚【%arg】", "%from gets %arg ×%arg2"),
    ("#LoseMark", "%from 失去了 %arg2 枚【%arg】", "%from loses %arg ×%arg2"),
    ("$JudgeResult", "%from 的判定结果为 %card", "%from's judgement is %card"),
    ("$ShowCard", "%from 展示了 %card", "%from shows %card"),
    ("$ShowAllCards", "%from 展示了所有手牌：%card", "%from shows all of the hand: %card"),
    ("$ShowPanel", "亮出了 %card", "These lie open: %card"),
    ("#InvokeSkill", "%from 发动了【%arg】", "%from invokes %arg"),
    ("#TriggerSkill", "%from 的【%arg】被触发", "%from's %arg takes effect"),
];

/// Questions.
const ASKS: &[(&str, &str, &str)] = &[
    ("?activate", "出牌阶段：请使用牌或发动技能", "Your play phase: use cards and skills"),
    ("?skill_invoke", "是否发动【%arg】？", "Invoke %arg?"),
    ("?choice", "【%arg】：请选择", "%arg: choose"),
    ("?suit", "【%arg】：请选择一种花色", "%arg: name a suit"),
    ("?discard", "请弃置 %arg 张牌", "Discard %arg card(s)"),
    ("?discard_for", "【%arg2】：请弃置 %arg 张牌", "%arg2: discard %arg card(s)"),
    ("?exchange", "【%arg2】：请选择 %arg 张牌", "%arg2: choose %arg card(s)"),
    ("?card_chosen", "【%arg】：请选择 %src 的一张牌", "%arg: choose a card of %src"),
    ("?card", "请打出一张【%arg】", "Answer with %arg"),
    ("?use_card", "请使用一张【%arg】", "Use %arg"),
    ("?skill", "请发动【%arg】", "Use %arg"),
    (
        "?nullify",
        "是否用【无懈可击】抵消 %src 对 %dest 的【%arg】？",
        "Cancel %arg of %src on %dest?",
    ),
    ("?nullify_own", "是否用【无懈可击】抵消对 %dest 的【%arg】？", "Cancel %arg on %dest?"),
    (
        "?nullify_again",
        "是否用【无懈可击】抵消【无懈可击】，使对 %dest 的【%arg】生效？",
        "Cancel the nullification, so that %arg works on %dest?",
    ),
    (
        "?peach",
        "%src 濒死，还需要 %arg 个【桃】，是否相救？",
        "%src is dying and needs %arg peach(es): rescue?",
    ),
    ("?ag", "请选择一张牌", "Choose a card"),
    ("?card_show", "请展示一张手牌", "Show a hand card"),
    ("?yiji", "你可以将一张牌交给一名角色", "You may give a card to a player"),
    ("?pindian", "拼点：请选择一张手牌", "Point fight: choose a hand card"),
    ("?player_chosen", "【%arg】：请选择一名角色", "%arg: choose a player"),
    (
        "?guanxing",
        "依次点选置于牌堆顶的牌，其余置于牌堆底",
        "Click the cards for the top of the pile in order; the others go under it",
    ),
    ("?guanxing_up", "依次点选，先点的在牌堆顶", "Click the cards in order, the top one first"),
    ("?gongxin", "你可以选择 %src 的一张红桃手牌", "You may choose a heart of %src's hand"),
    ("?general", "请选择武将", "Choose your general"),
    ("?general_as", "你的身份是%arg，请选择武将", "You are %arg: choose your general"),
];

/// Small words.
const WORDS: &[(&str, &str, &str)] = &[
    ("lord", "主公", "the lord"),
    ("loyalist", "忠臣", "a loyalist"),
    ("rebel", "反贼", "a rebel"),
    ("renegade", "内奸", "a renegade"),
    ("wei", "魏", "Wei"),
    ("shu", "蜀", "Shu"),
    ("wu", "吴", "Wu"),
    ("qun", "群", "Neutral"),
    ("god", "神", "God"),
    ("spade", "黑桃 ♠", "♠ spade"),
    ("club", "梅花 ♣", "♣ club"),
    ("heart", "红桃 ♥", "♥ heart"),
    ("diamond", "方块 ♦", "♦ diamond"),
    ("no_suit", "无花色", "no suit"),
    ("basic", "基本牌", "basic card"),
    ("trick", "锦囊牌", "trick"),
    ("equip", "装备牌", "equipment"),
    ("normal_nature", "", ""),
    ("fire_nature", "火焰", "fire "),
    ("thunder_nature", "雷电", "thunder "),
    ("yes", "是", "Yes"),
    ("no", "否", "No"),
    ("discard", "弃置", "Discard"),
    ("put", "置于牌堆顶", "Put on the pile"),
    ("gamerule", "弃牌阶段", "Discard phase"),
    ("game_rule", "游戏规则", "The rules"),
    ("pindian", "拼点", "point fight"),
];
