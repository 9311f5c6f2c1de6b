-- The deck of the standard and EX card packages: 108 cards, ids 0 to 107 in this order.

module("extensions.standard_cards", package.seeall)

extension = sgs.Package("standard_cards")

local SUITS = {
  S = sgs.Card_Spade,
  C = sgs.Card_Club,
  H = sgs.Card_Heart,
  D = sgs.Card_Diamond,
}

-- Adds a copy of a card for every suit and number named.
local function add(name, copies)
  for suit, number in string.gmatch(copies, "(%a)(%d+)") do
    sgs.Sanguosha:cloneCard(name, SUITS[suit], tonumber(number)):setParent(extension)
  end
end

add("slash", "S7 S8 S8 S9 S9 S10 S10")
add("slash", "C2 C3 C4 C5 C6 C7 C8 C8 C9 C9 C10 C10 C11 C11")
add("slash", "H10 H10 H11 D6 D7 D8 D9 D10 D13")
add("jink", "H2 H2 H13 D2 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D11")
add("peach", "H3 H4 H6 H7 H8 H9 H12 D12")

add("crossbow", "C1 D1")
add("double_sword", "S2")
add("qinggang_sword", "S6")
add("blade", "S5")
add("spear", "S12")
add("axe", "D5")
add("halberd", "D12")
add("kylin_bow", "H5")
add("eight_diagram", "S2 C2")
add("jueying", "S5")
add("dilu", "C5")
add("zhuahuangfeidian", "H13")
add("chitu", "H5")
add("dayuan", "S13")
add("zixing", "D13")

add("amazing_grace", "H3 H4")
add("god_salvation", "H1")
add("savage_assault", "S7 S13 C7")
add("archery_attack", "H1")
add("duel", "S1 C1 D1")
add("ex_nihilo", "H7 H8 H9 H11")
add("snatch", "S3 S4 S11 D3 D4")
add("dismantlement", "S3 S4 S12 C3 C4 H12")
add("collateral", "C12 C13")
add("nullification", "S11 C12 C13")
add("indulgence", "S6 C6 H6")
add("lightning", "S1")

add("ice_sword", "S2")
add("renwang_shield", "C2")
add("lightning", "H12")
add("nullification", "D12")

sgs.LoadTranslationTable({
  ["standard_cards"] = "标准版卡牌",
  ["slash"] = "杀",
  [":slash"] = "出牌阶段限一次，对攻击范围内的一名角色使用：该角色须打出【闪】，否则受到1点伤害。",
  ["fire_slash"] = "火杀",
  [":fire_slash"] = "同【杀】，造成的伤害为火焰伤害。",
  ["thunder_slash"] = "雷杀",
  [":thunder_slash"] = "同【杀】，造成的伤害为雷电伤害。",
  ["jink"] = "闪",
  [":jink"] = "抵消一张【杀】的效果，也可响应【万箭齐发】。",
  ["peach"] = "桃",
  [":peach"] = "出牌阶段，受伤时对自己使用：回复1点体力；或对濒死的角色使用：其回复1点体力。",
  ["amazing_grace"] = "五谷丰登",
  [":amazing_grace"] = "亮出等同于存活角色数的牌，所有角色依次获得其中一张。",
  ["god_salvation"] = "桃园结义",
  [":god_salvation"] = "所有受伤的角色各回复1点体力。",
  ["savage_assault"] = "南蛮入侵",
  [":savage_assault"] = "其他角色依次打出【杀】，否则受到1点伤害。",
  ["archery_attack"] = "万箭齐发",
  [":archery_attack"] = "其他角色依次打出【闪】，否则受到1点伤害。",
  ["duel"] = "决斗",
  [":duel"] = "由目标角色开始，双方轮流打出【杀】，首先不出的一方受到另一方造成的1点伤害。",
  ["ex_nihilo"] = "无中生有",
  [":ex_nihilo"] = "摸两张牌。",
  ["snatch"] = "顺手牵羊",
  [":snatch"] = "获得距离为1的一名角色区域里的一张牌。",
  ["dismantlement"] = "过河拆桥",
  [":dismantlement"] = "弃置一名其他角色区域里的一张牌。",
  ["collateral"] = "借刀杀人",
  [":collateral"] = "令一名有武器的其他角色对其能攻击到的你指定的角色使用【杀】，否则你获得其武器。",
  ["nullification"] = "无懈可击",
  [":nullification"] = "抵消一张锦囊牌对一名角色的效果，或抵消另一张【无懈可击】。",
  ["indulgence"] = "乐不思蜀",
  [":indulgence"] = "置于一名其他角色的判定区。判定结果不为红桃，则其跳过出牌阶段。",
  ["lightning"] = "闪电",
  [":lightning"] = "置于自己的判定区。判定结果为黑桃2至9，则受到3点雷电伤害；否则移到下家的判定区。",
  ["supply_shortage"] = "兵粮寸断",
  [":supply_shortage"] = "置于距离为1的一名角色的判定区。判定结果不为梅花，则其跳过摸牌阶段。",

  ["slash-jink"] = "%src 使用了【杀】，请打出一张【闪】",
  ["savage-assault-slash"] = "%src 使用了【南蛮入侵】，请打出一张【杀】",
  ["archery-attack-jink"] = "%src 使用了【万箭齐发】，请打出一张【闪】",
  ["duel-slash"] = "%src 与你决斗，请打出一张【杀】",
  ["@wushuang-slash-1"] = "%src 拥有【无双】，请打出第一张【杀】",
  ["@wushuang-slash-2"] = "%src 拥有【无双】，请再打出一张【杀】",
  ["collateral-slash"] = "%src 使用了【借刀杀人】，请对 %dest 使用一张【杀】，否则交出你的武器",
})

sgs.LoadTranslationTable("en", {
  ["standard_cards"] = "Standard cards",
  ["slash"] = "Slash",
  [":slash"] = "Once per play phase, on a player in range: they play a jink or take 1 damage.",
  ["fire_slash"] = "Fire Slash",
  [":fire_slash"] = "A slash whose damage is fire.",
  ["thunder_slash"] = "Thunder Slash",
  [":thunder_slash"] = "A slash whose damage is thunder.",
  ["jink"] = "Jink",
  [":jink"] = "Cancels a slash; also answers a Rain of Arrows.",
  ["peach"] = "Peach",
  [":peach"] = "Wounded, heal yourself by 1 in your play phase; or heal a dying player by 1.",
  ["amazing_grace"] = "Good Harvest",
  [":amazing_grace"] = "As many cards as players are shown; each player in turn takes one.",
  ["god_salvation"] = "Peach Garden",
  [":god_salvation"] = "Every wounded player heals by 1.",
  ["savage_assault"] = "Savage Assault",
  [":savage_assault"] = "Every other player in turn plays a slash or takes 1 damage.",
  ["archery_attack"] = "Rain of Arrows",
  [":archery_attack"] = "Every other player in turn plays a jink or takes 1 damage.",
  ["duel"] = "Duel",
  [":duel"] = "Beginning with the target, both play slashes; who first has none takes 1 damage.",
  ["ex_nihilo"] = "Out of Nothing",
  [":ex_nihilo"] = "Draw two cards.",
  ["snatch"] = "Snatch",
  [":snatch"] = "Take a card of a player at distance 1 from their hand, equips or judging area.",
  ["dismantlement"] = "Dismantlement",
  [":dismantlement"] = "Discard a card of another player from their hand, equips or judging area.",
  ["collateral"] = "Borrowed Sword",
  [":collateral"] = "A player with a weapon slashes a player you name in their range, "
    .. "or gives you the weapon.",
  ["nullification"] = "Nullification",
  [":nullification"] = "Cancels a trick for one player, or another nullification.",
  ["indulgence"] = "Indulgence",
  [":indulgence"] = "Lies before another player. Judged other than heart: they skip the play phase.",
  ["lightning"] = "Lightning",
  [":lightning"] = "Lies before you. Judged spade 2 to 9: 3 thunder damage; else it moves on.",
  ["supply_shortage"] = "Supply Shortage",
  [":supply_shortage"] = "Lies before a player at distance 1. Judged other than club: "
    .. "they skip the draw phase.",

  ["slash-jink"] = "%src slashes you: play a jink",
  ["savage-assault-slash"] = "Savage Assault by %src: play a slash",
  ["archery-attack-jink"] = "Rain of Arrows by %src: play a jink",
  ["duel-slash"] = "%src duels you: play a slash",
  ["@wushuang-slash-1"] = "%src is Peerless: play the first slash",
  ["@wushuang-slash-2"] = "%src is Peerless: play one more slash",
  ["collateral-slash"] = "Borrowed Sword by %src: slash %dest, or hand over your weapon",
})
