-- What the generals of the package 一将成名 and their skills are called, in Chinese and English.

module("extensions.yjcm_texts", package.seeall)

extension = sgs.Package("yjcm")

sgs.LoadTranslationTable({
  ["yjcm"] = "一将成名",
  ["caozhi"] = "曹植",
  ["luoying"] = "落英",
  [":luoying"] = "其他角色的梅花牌因弃置或判定进入弃牌堆时，你可以获得之。",
  ["jiushi"] = "酒诗",
  [":jiushi"] = "若你的武将牌正面朝上，你可以翻面视为使用一张【酒】；"
    .. "若你受到伤害时武将牌背面朝上，你可以在伤害结算后翻面。",
  ["zhangchunhua"] = "张春华",
  ["jueqing"] = "绝情",
  [":jueqing"] = "锁定技，你造成的伤害均视为失去体力。",
  ["shangshi"] = "伤逝",
  [":shangshi"] = "除弃牌阶段外，每当你的手牌数小于已损失的体力值时，你可以将手牌补至等同于已损失的体力值。",
  ["yujin"] = "于禁",
  ["yizhong"] = "毅重",
  [":yizhong"] = "锁定技，若你的装备区没有防具，黑色【杀】对你无效。",
  ["xushu"] = "徐庶",
  ["wuyan"] = "无言",
  [":wuyan"] = "锁定技，你使用的非延时类锦囊对其他角色无效；其他角色使用的非延时类锦囊对你无效。",
  ["jujian"] = "举荐",
  [":jujian"] = "出牌阶段限一次，你可以弃置至多三张牌，令一名其他角色摸等量的牌；"
    .. "若你弃置了三张同类别的牌，你回复1点体力。",
  ["masu"] = "马谡",
  ["xinzhan"] = "心战",
  [":xinzhan"] = "出牌阶段限一次，若你的手牌数大于体力上限，你可以观看牌堆顶的三张牌，"
    .. "展示并获得其中任意张红桃牌，将其余的牌以任意顺序置于牌堆顶。",
  ["huilei"] = "挥泪",
  [":huilei"] = "锁定技，杀死你的角色弃置所有的牌。",
  ["fazheng"] = "法正",
  ["enyuan"] = "恩怨",
  [":enyuan"] = "锁定技，其他角色每令你回复1点体力，其摸一张牌；"
    .. "其他角色对你造成伤害后，须交给你一张红桃手牌，否则失去1点体力。",
  ["xuanhuo"] = "眩惑",
  [":xuanhuo"] = "出牌阶段限一次，你可以将一张红桃手牌交给一名其他角色，"
    .. "然后获得其一张牌，并可交给除其外的另一名角色。",
  ["lingtong"] = "凌统",
  ["xuanfeng"] = "旋风",
  [":xuanfeng"] = "当你失去装备区里的一张牌时，你可以视为对一名其他角色使用【杀】，"
    .. "或对距离1的一名其他角色造成1点伤害。",
  ["xuanfeng:slash"] = "视为使用【杀】",
  ["xuanfeng:damage"] = "造成1点伤害",
  ["xuanfeng:nothing"] = "不发动",
  ["xuanfeng_slash"] = "旋风",
  ["xuanfeng_damage"] = "旋风",
  ["xusheng"] = "徐盛",
  ["pojun"] = "破军",
  [":pojun"] = "你的【杀】造成伤害后，你可以令受伤的角色摸X张牌（X为其体力值，至多为5），然后其翻面。",
  ["wuguotai"] = "吴国太",
  ["ganlu"] = "甘露",
  [":ganlu"] = "出牌阶段限一次，你可以令装备数之差不超过你已损失体力值的两名角色交换装备区里的牌。",
  ["buyi"] = "补益",
  [":buyi"] = "当一名角色濒死时，你可以展示其一张手牌：若不为基本牌，其弃置此牌并回复1点体力。",
  ["chengong"] = "陈宫",
  ["mingce"] = "明策",
  [":mingce"] = "出牌阶段限一次，你可以将一张装备牌或【杀】交给一名其他角色，该角色选择一项："
    .. "视为对其攻击范围内你指定的一名角色使用【杀】；或摸一张牌。",
  ["mingce:use"] = "视为使用【杀】",
  ["mingce:draw"] = "摸一张牌",
  ["zhichi"] = "智迟",
  [":zhichi"] = "锁定技，你的回合外，你受到伤害后，【杀】和非延时类锦囊对你无效，直到此回合结束。",
  ["@late"] = "智迟",
  ["gaoshun"] = "高顺",
  ["xianzhen"] = "陷阵",
  [":xianzhen"] = "出牌阶段限一次，你可以与一名其他角色拼点。若你赢，直到回合结束，你无视与其的距离及其防具，"
    .. "对其使用【杀】没有次数限制；若你没赢，你不能使用【杀】直到回合结束。",
  ["jinjiu"] = "禁酒",
  [":jinjiu"] = "锁定技，你的【酒】均视为【杀】。",

  ["@enyuan"] = "%src 的【恩怨】：请交给其一张红桃手牌，否则失去1点体力",
  ["#SkillNullify"] = "%from 的【%arg】生效，【%arg2】无效",
  ["#HuileiThrow"] = "%from 因【%arg】弃置所有的牌",
})

sgs.LoadTranslationTable("en", {
  ["yjcm"] = "Famous Generals",
  ["caozhi"] = "Cao Zhi",
  ["luoying"] = "Falling Petals",
  [":luoying"] = "Clubs that others discard or judge with are yours if you like.",
  ["jiushi"] = "Wine and Verse",
  [":jiushi"] = "Face up, you may turn over to use a wine; hurt while face down, you may turn back "
    .. "afterwards.",
  ["zhangchunhua"] = "Zhang Chunhua",
  ["jueqing"] = "Heartless",
  [":jueqing"] = "Locked: the damage you deal is a loss of hp instead.",
  ["shangshi"] = "Sorrow",
  [":shangshi"] = "Outside your discard phase, whenever you have fewer hand cards than lost hp, you "
    .. "may fill your hand up to that.",
  ["yujin"] = "Yu Jin",
  ["yizhong"] = "Steadfast",
  [":yizhong"] = "Locked: without armor, black slashes do nothing to you.",
  ["xushu"] = "Xu Shu",
  ["wuyan"] = "Silence",
  [":wuyan"] = "Locked: your tricks do nothing to others and theirs nothing to you, delayed ones "
    .. "aside.",
  ["jujian"] = "Recommendation",
  [":jujian"] = "Once per play phase, discard up to three cards and have another draw as many; "
    .. "three cards of one type heal you by 1.",
  ["masu"] = "Ma Su",
  ["xinzhan"] = "War of Minds",
  [":xinzhan"] = "Once per play phase with more hand cards than max hp: look at the top three "
    .. "cards, show and take hearts among them, put the others back in any order.",
  ["huilei"] = "Tears",
  [":huilei"] = "Locked: whoever kills you discards all cards.",
  ["fazheng"] = "Fa Zheng",
  ["enyuan"] = "Debts",
  [":enyuan"] = "Locked: others draw a card per hp they heal you by; others who hurt you give you a "
    .. "heart of their hand or lose 1 hp.",
  ["xuanhuo"] = "Confusion",
  [":xuanhuo"] = "Once per play phase, give another a heart of your hand, then take a card of "
    .. "theirs, which you may give to anybody else.",
  ["lingtong"] = "Ling Tong",
  ["xuanfeng"] = "Whirlwind",
  [":xuanfeng"] = "When you lose an equip you may slash another player, or do 1 damage to one at "
    .. "distance 1.",
  ["xuanfeng:slash"] = "Slash",
  ["xuanfeng:damage"] = "1 damage",
  ["xuanfeng:nothing"] = "Nothing",
  ["xuanfeng_slash"] = "Whirlwind",
  ["xuanfeng_damage"] = "Whirlwind",
  ["xusheng"] = "Xu Sheng",
  ["pojun"] = "Breaking Ranks",
  [":pojun"] = "After your slash hurt somebody you may have them draw as many cards as they have "
    .. "hp, at most five, and turn over.",
  ["wuguotai"] = "Lady Wu",
  ["ganlu"] = "Sweet Dew",
  [":ganlu"] = "Once per play phase, two players whose numbers of equips differ by no more than "
    .. "your lost hp exchange them.",
  ["buyi"] = "Restoration",
  [":buyi"] = "When somebody is dying you may show a hand card of theirs: unless it is basic they "
    .. "discard it and heal by 1.",
  ["chengong"] = "Chen Gong",
  ["mingce"] = "Clever Plan",
  [":mingce"] = "Once per play phase, give another an equip or a slash; they slash a player of your "
    .. "choice in their range, or draw a card.",
  ["mingce:use"] = "Slash",
  ["mingce:draw"] = "Draw a card",
  ["zhichi"] = "Late Wisdom",
  [":zhichi"] = "Locked: once hurt outside your turn, slashes and tricks that are not delayed do "
    .. "nothing to you until that turn ends.",
  ["@late"] = "Late Wisdom",
  ["gaoshun"] = "Gao Shun",
  ["xianzhen"] = "Into the Ranks",
  [":xianzhen"] = "Once per play phase, fight points with another. Won: this turn you ignore the "
    .. "distance to them, their armor and the limit on slashes against them. Lost: you cannot slash "
    .. "this turn.",
  ["jinjiu"] = "Sobriety",
  [":jinjiu"] = "Locked: your wines are slashes.",

  ["@enyuan"] = "Debts of %src: give them a heart of your hand, or lose 1 hp",
  ["#SkillNullify"] = "%from's %arg makes %arg2 do nothing",
  ["#HuileiThrow"] = "%from discards all cards because of %arg",
})
