-- What players read of the thicket package 林.

module("extensions.thicket_texts", package.seeall)

extension = sgs.Package("thicket")

sgs.LoadTranslationTable({
  ["thicket"] = "林",
  ["#SavageAssaultAvoid"] = "%from 的【%arg】被触发，【南蛮入侵】对其无效",

  ["xuhuang"] = "徐晃",
  ["duanliang"] = "断粮",
  [":duanliang"] = "你可以将一张黑色的基本牌或装备牌当【兵粮寸断】使用；"
    .. "你可以对距离2以内的角色使用【兵粮寸断】。",

  ["caopi"] = "曹丕",
  ["xingshang"] = "行殇",
  [":xingshang"] = "其他角色死亡时，你可以获得其所有手牌和装备区里的牌。",
  ["fangzhu"] = "放逐",
  [":fangzhu"] = "你每受到一次伤害，可以令一名其他角色摸X张牌（X为你已损失的体力值）并将武将牌翻面。",
  ["songwei"] = "颂威",
  [":songwei"] = "主公技，其他魏势力角色的判定结果为黑色时，其可以令你摸一张牌。",

  ["menghuo"] = "孟获",
  ["huoshou"] = "祸首",
  [":huoshou"] = "锁定技，【南蛮入侵】对你无效；其他角色使用的【南蛮入侵】造成的伤害视为由你造成。",
  ["#HuoshouSource"] = "%from 的【%arg】被触发，成为【南蛮入侵】的伤害来源",
  ["zaiqi"] = "再起",
  [":zaiqi"] = "摸牌阶段，若你已受伤，你可以改为亮出牌堆顶的X张牌（X为你已损失的体力值）："
    .. "每有一张红桃牌你回复1点体力，然后弃置红桃牌，获得其余的牌。",

  ["zhurong"] = "祝融",
  ["juxiang"] = "巨象",
  [":juxiang"] = "锁定技，【南蛮入侵】对你无效；"
    .. "其他角色使用的【南蛮入侵】结算后置入弃牌堆时，你获得之。",
  ["#JuxiangTake"] = "%from 的【%arg】被触发，获得【南蛮入侵】",
  ["lieren"] = "烈刃",
  [":lieren"] = "你使用【杀】对目标角色造成伤害后，可以与其拼点：若你赢，你获得其一张牌。",

  ["sunjian"] = "孙坚",
  ["yinghun"] = "英魂",
  [":yinghun"] = "回合开始阶段，若你已受伤，你可以令一名其他角色："
    .. "摸X张牌并弃置一张牌，或摸一张牌并弃置X张牌（X为你已损失的体力值）。",
  ["yinghun:d1tx"] = "摸一张牌，弃置X张牌",
  ["yinghun:dxt1"] = "摸X张牌，弃置一张牌",

  ["lusu"] = "鲁肃",
  ["haoshi"] = "好施",
  [":haoshi"] = "摸牌阶段，你可以多摸两张牌；若此时你的手牌多于五张，"
    .. "你将一半（向下取整）手牌交给手牌最少的一名其他角色。",
  ["dimeng"] = "缔盟",
  [":dimeng"] = "出牌阶段限一次，你可以选择两名其他角色，弃置等同于其手牌数之差的牌，令其交换手牌。",

  ["dongzhuo"] = "董卓",
  ["jiuchi"] = "酒池",
  [":jiuchi"] = "你可以将一张黑桃手牌当【酒】使用。",
  ["roulin"] = "肉林",
  [":roulin"] = "锁定技，你对女性角色使用的【杀】，以及女性角色对你使用的【杀】，"
    .. "须使用两张【闪】才能抵消。",
  ["#Roulin"] = "%from 的【%arg】被触发，须两张【闪】才能抵消此【杀】",
  ["@roulin1-jink"] = "%src 的【杀】须两张【闪】才能抵消，请打出第一张【闪】",
  ["@roulin2-jink"] = "%src 的【杀】须两张【闪】才能抵消，请再打出一张【闪】",
  ["benghuai"] = "崩坏",
  [":benghuai"] = "锁定技，回合结束阶段，若你的体力不是全场最少的（或之一），"
    .. "你须失去1点体力或减1点体力上限。",
  ["#Benghuai"] = "%from 的【%arg】被触发",
  ["benghuai:hp"] = "失去1点体力",
  ["benghuai:maxhp"] = "减1点体力上限",
  ["baonue"] = "暴虐",
  [":baonue"] = "主公技，其他群雄角色每造成一次伤害，可以进行一次判定：若为黑桃，你回复1点体力。",

  ["jiaxu"] = "贾诩",
  ["wansha"] = "完杀",
  [":wansha"] = "锁定技，在你的回合，除你以外，只有处于濒死状态的角色才能使用【桃】。",
  ["#Wansha"] = "%from 的【%arg】被触发，其他角色不能使用【桃】",
  ["luanwu"] = "乱武",
  [":luanwu"] = "限定技，出牌阶段，你可以令所有其他角色依次对与其距离最近的另一名角色使用一张【杀】，"
    .. "否则失去1点体力。",
  ["@chaos"] = "乱武",
  ["@luanwu-slash"] = "%src 发动了【乱武】，请对距离最近的一名角色使用一张【杀】，否则失去1点体力",
  ["weimu"] = "帷幕",
  [":weimu"] = "锁定技，你不能成为黑色锦囊牌的目标。",
})

sgs.LoadTranslationTable("en", {
  ["thicket"] = "Thicket",
  ["#SavageAssaultAvoid"] = "%arg of %from: a Savage Assault does not affect them",

  ["xuhuang"] = "Xu Huang",
  ["duanliang"] = "Cut Supplies",
  [":duanliang"] = "You may use black basic cards and equips as Supply Shortages. "
    .. "Your Supply Shortages reach to distance 2.",

  ["caopi"] = "Cao Pi",
  ["xingshang"] = "Funeral Rites",
  [":xingshang"] = "When another player dies, you may take their hand and equips.",
  ["fangzhu"] = "Exile",
  [":fangzhu"] = "Each time you take damage, you may let another player "
    .. "draw as many cards as you have lost hp and turn over.",
  ["songwei"] = "Chant of Might",
  [":songwei"] = "Lord: when another Wei player's judgement comes out black, "
    .. "they may let you draw a card.",

  ["menghuo"] = "Meng Huo",
  ["huoshou"] = "Chief Offender",
  [":huoshou"] = "Locked: Savage Assaults do not affect you, "
    .. "and you count as the source of the damage of those that others use.",
  ["#HuoshouSource"] = "%arg of %from: they are the source of the Savage Assault's damage",
  ["zaiqi"] = "Rise Again",
  [":zaiqi"] = "Wounded, instead of drawing you may turn up as many cards as you have lost hp: "
    .. "each heart heals you by 1, then hearts are discarded and you take the others.",

  ["zhurong"] = "Lady Zhurong",
  ["juxiang"] = "Great Elephant",
  [":juxiang"] = "Locked: Savage Assaults do not affect you; "
    .. "you take those that others used once they are settled.",
  ["#JuxiangTake"] = "%arg of %from: they take the Savage Assault",
  ["lieren"] = "Blazing Blade",
  [":lieren"] = "After your Slash did damage, you may fight points with the target. "
    .. "Won: you take one of their cards.",

  ["sunjian"] = "Sun Jian",
  ["yinghun"] = "Heroic Soul",
  [":yinghun"] = "Wounded at the start of your turn, you may let another player draw X cards and "
    .. "discard one, or draw one and discard X (X is the hp you have lost).",
  ["yinghun:d1tx"] = "draw one card, discard X",
  ["yinghun:dxt1"] = "draw X cards, discard one",

  ["lusu"] = "Lu Su",
  ["haoshi"] = "Generosity",
  [":haoshi"] = "You may draw two more cards in your draw phase. With more than five hand cards "
    .. "then, you give half of them, rounded down, to a player with the fewest.",
  ["dimeng"] = "Alliance",
  [":dimeng"] = "Once per play phase, you may choose two other players and discard as many cards "
    .. "as their hands differ by; they swap their hands.",

  ["dongzhuo"] = "Dong Zhuo",
  ["jiuchi"] = "Pool of Wine",
  [":jiuchi"] = "You may use spade hand cards as Analeptics.",
  ["roulin"] = "Forest of Flesh",
  [":roulin"] = "Locked: your Slashes on women, and theirs on you, take two Jinks to avoid.",
  ["#Roulin"] = "%arg of %from: this Slash takes two Jinks to avoid",
  ["@roulin1-jink"] = "The Slash of %src takes two Jinks: play the first",
  ["@roulin2-jink"] = "The Slash of %src takes two Jinks: play the second",
  ["benghuai"] = "Collapse",
  [":benghuai"] = "Locked: at the end of your turn, if somebody has less hp than you, "
    .. "lose 1 hp or 1 max hp.",
  ["#Benghuai"] = "%arg of %from takes effect",
  ["benghuai:hp"] = "lose 1 hp",
  ["benghuai:maxhp"] = "lose 1 max hp",
  ["baonue"] = "Tyranny",
  [":baonue"] = "Lord: each time another Qun player did damage, they may judge; "
    .. "a spade heals you by 1.",

  ["jiaxu"] = "Jia Xu",
  ["wansha"] = "Certain Death",
  [":wansha"] = "Locked: during your turn, only you and a dying player may use Peaches.",
  ["#Wansha"] = "%arg of %from: others may not use Peaches",
  ["luanwu"] = "Descent into Chaos",
  [":luanwu"] = "Limited: in your play phase, all others in turn use a Slash "
    .. "on a player nearest to them or lose 1 hp.",
  ["@chaos"] = "Chaos",
  ["@luanwu-slash"] = "Chaos by %src: slash a player nearest to you or lose 1 hp",
  ["weimu"] = "Behind the Curtain",
  [":weimu"] = "Locked: you cannot be the target of black tricks.",
})
