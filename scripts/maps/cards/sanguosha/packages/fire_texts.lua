-- What players read of the fire package 火.

module("extensions.fire_texts", package.seeall)

extension = sgs.Package("fire")

sgs.LoadTranslationTable({
  ["fire"] = "火",

  ["xunyu"] = "荀彧",
  ["quhu"] = "驱虎",
  [":quhu"] = "出牌阶段限一次，你可以与一名体力值大于你的角色拼点："
    .. "若你赢，其对其攻击范围内由你指定的一名角色造成1点伤害；若你没赢，其对你造成1点伤害。",
  ["#QuhuNoPrey"] = "%from 的攻击范围内没有其他角色，【%arg】没有效果",
  ["jieming"] = "节命",
  [":jieming"] = "你每受到1点伤害，可以令一名角色将手牌摸至X张（X为其体力上限且至多为5）。",

  ["dianwei"] = "典韦",
  ["qiangxi"] = "强袭",
  [":qiangxi"] = "出牌阶段限一次，你可以失去1点体力或弃置一张武器牌，"
    .. "对攻击范围内的一名其他角色造成1点伤害。",

  ["wolong"] = "卧龙诸葛亮",
  ["bazhen"] = "八阵",
  [":bazhen"] = "锁定技，没有装备防具时，你视为装备着【八卦阵】。",
  ["huoji"] = "火计",
  [":huoji"] = "你可以将一张红色手牌当【火攻】使用。",
  ["kanpo"] = "看破",
  [":kanpo"] = "你可以将一张黑色手牌当【无懈可击】使用。",

  ["pangtong"] = "庞统",
  ["lianhuan"] = "连环",
  [":lianhuan"] = "你可以将一张梅花手牌当【铁索连环】使用或重铸。",
  ["niepan"] = "涅槃",
  [":niepan"] = "限定技，处于濒死状态时，你可以弃置你区域里的所有牌，"
    .. "将武将牌翻至正面并解除连环状态，摸三张牌，将体力回复至3点。",
  ["@nirvana"] = "涅槃",

  ["taishici"] = "太史慈",
  ["tianyi"] = "天义",
  [":tianyi"] = "出牌阶段限一次，你可以与一名其他角色拼点："
    .. "若你赢，本回合你可以多使用一张【杀】，使用【杀】没有距离限制且可以多选择一个目标；"
    .. "若你没赢，本回合你不能使用【杀】。",

  ["yuanshao"] = "袁绍",
  ["luanji"] = "乱击",
  [":luanji"] = "你可以将两张相同花色的手牌当【万箭齐发】使用。",
  ["xueyi"] = "血裔",
  [":xueyi"] = "主公技，锁定技，每有一名其他群雄角色，你的手牌上限便+2。",

  ["shuangxiong"] = "双雄",
  [":shuangxiong"] = "摸牌阶段，你可以放弃摸牌并进行一次判定，获得判定牌；"
    .. "本回合你可以将与该牌颜色不同的手牌当【决斗】使用。",

  ["pangde"] = "庞德",
  ["mengjin"] = "猛进",
  [":mengjin"] = "你使用的【杀】被目标角色的【闪】抵消时，你可以弃置其一张牌。",
})

sgs.LoadTranslationTable("en", {
  ["fire"] = "Fire",

  ["xunyu"] = "Xun Yu",
  ["quhu"] = "Tiger Drive",
  [":quhu"] = "Once per play phase, you may fight points with a player of more hp than you. "
    .. "Won: they do 1 damage to a player of your choice in their range. "
    .. "Not won: they do 1 damage to you.",
  ["#QuhuNoPrey"] = "Nobody is in the range of %from: %arg does nothing",
  ["jieming"] = "Dying Wish",
  [":jieming"] = "For each point of damage you take, you may let a player draw up to their max hp "
    .. "in hand cards, at most up to five.",

  ["dianwei"] = "Dian Wei",
  ["qiangxi"] = "Fierce Assault",
  [":qiangxi"] = "Once per play phase, you may lose 1 hp or discard a weapon "
    .. "to do 1 damage to another player in your range.",

  ["wolong"] = "Zhuge Liang, the Sleeping Dragon",
  ["bazhen"] = "Eight Gates",
  [":bazhen"] = "Locked: without armor, you count as wearing the Eight Diagram.",
  ["huoji"] = "Fire Scheme",
  [":huoji"] = "You may use red hand cards as Fire Attacks.",
  ["kanpo"] = "See Through",
  [":kanpo"] = "You may use black hand cards as Nullifications.",

  ["pangtong"] = "Pang Tong",
  ["lianhuan"] = "Chained Ships",
  [":lianhuan"] = "You may use club hand cards as Iron Chains, or recast them.",
  ["niepan"] = "Nirvana",
  [":niepan"] = "Limited: dying, you may discard all your cards, turn face up and unchained, "
    .. "draw three cards and recover to 3 hp.",
  ["@nirvana"] = "Nirvana",

  ["taishici"] = "Taishi Ci",
  ["tianyi"] = "Heaven's Justice",
  [":tianyi"] = "Once per play phase, you may fight points with another player. "
    .. "Won: this turn you may use one more Slash, at any distance and on one more target. "
    .. "Not won: you may not use Slashes this turn.",

  ["yuanshao"] = "Yuan Shao",
  ["luanji"] = "Volley",
  [":luanji"] = "You may use two hand cards of one suit as a Rain of Arrows.",
  ["xueyi"] = "Noble Blood",
  [":xueyi"] = "Lord, locked: you may keep two more cards " .. "for every other player of Qun.",

  ["shuangxiong"] = "Two Heroes",
  [":shuangxiong"] = "Instead of drawing in your draw phase, you may judge and take the card; "
    .. "this turn you may use hand cards of the other colour as Duels.",

  ["pangde"] = "Pang De",
  ["mengjin"] = "Bold Advance",
  [":mengjin"] = "When your Slash is answered with a Jink, you may discard a card of the target.",
})
