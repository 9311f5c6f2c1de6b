-- What players read of the mountain package 山.

module("extensions.mountain_texts", package.seeall)

extension = sgs.Package("mountain")

sgs.LoadTranslationTable({
  ["mountain"] = "山",
  ["#Awaken"] = "%from 的觉醒技【%arg】被触发",

  ["zhanghe"] = "张郃",
  ["qiaobian"] = "巧变",
  [":qiaobian"] = "你可以弃置一张手牌来跳过你的判定、摸牌、出牌或弃牌阶段："
    .. "若跳过摸牌阶段，你获得一至两名其他角色的各一张手牌；"
    .. "若跳过出牌阶段，你可以将场上的一张牌移到另一名角色的相应位置。",
  ["@qiaobian-judge"] = "你可以弃置一张手牌，跳过判定阶段",
  ["@qiaobian-draw"] = "你可以弃置一张手牌，跳过摸牌阶段，获得一至两名其他角色的各一张手牌",
  ["@qiaobian-play"] = "你可以弃置一张手牌，跳过出牌阶段，然后可以移动一名角色场上的一张牌",
  ["@qiaobian-discard"] = "你可以弃置一张手牌，跳过弃牌阶段",

  ["dengai"] = "邓艾",
  ["tuntian"] = "屯田",
  [":tuntian"] = "你在回合外失去牌时，可以进行一次判定：若不为红桃，你将判定牌置于武将牌上，"
    .. "称为“田”；每有一张“田”，你与其他角色的距离便-1。",
  ["field"] = "田",
  ["zaoxian"] = "凿险",
  [":zaoxian"] = "觉醒技，回合开始时，若“田”不少于三张，你减1点体力上限，并获得【急袭】。",
  ["jixi"] = "急袭",
  [":jixi"] = "你可以将一张“田”当【顺手牵羊】使用。",

  ["jiangwei"] = "姜维",
  ["tiaoxin"] = "挑衅",
  [":tiaoxin"] = "出牌阶段限一次，你可以令一名攻击范围内有你的角色对你使用一张【杀】，"
    .. "否则你弃置其一张牌。",
  ["@tiaoxin-slash"] = "%src 向你挑衅，请对其使用一张【杀】，否则其弃置你的一张牌",
  ["zhiji"] = "志继",
  [":zhiji"] = "觉醒技，回合开始时，若你没有手牌，你回复1点体力或摸两张牌，"
    .. "然后减1点体力上限，并获得【观星】。",
  ["zhiji:recover"] = "回复1点体力",
  ["zhiji:draw"] = "摸两张牌",

  ["liushan"] = "刘禅",
  ["xiangle"] = "享乐",
  [":xiangle"] = "锁定技，其他角色使用【杀】指定你为目标时，须弃置一张基本牌，否则此【杀】对你无效。",
  ["@xiangle-discard"] = "%src 的【享乐】被触发，请弃置一张基本牌，否则此【杀】无效",
  ["#Xiangle"] = "%from 的【%arg】被触发，此【杀】无效",
  ["fangquan"] = "放权",
  [":fangquan"] = "你可以跳过你的出牌阶段，若如此做，回合结束时你可以弃置一张手牌，"
    .. "令一名其他角色进行一个额外的回合。",
  ["#Fangquan"] = "%from 发动【%arg】，%to 进行一个额外的回合",
  ["ruoyu"] = "若愚",
  [":ruoyu"] = "主公技，觉醒技，回合开始时，若你的体力为全场最少（或之一），"
    .. "你加1点体力上限，回复1点体力，并获得【激将】。",

  ["sunce"] = "孙策",
  ["jiang"] = "激昂",
  [":jiang"] = "你使用【决斗】或红色的【杀】时，或成为其目标时，可以摸一张牌。",
  ["hunzi"] = "魂姿",
  [":hunzi"] = "觉醒技，回合开始时，若你的体力为1，你减1点体力上限，并获得【英姿】和【英魂】。",
  ["zhiba"] = "制霸",
  [":zhiba"] = "主公技，其他吴势力角色的出牌阶段限一次，其可以与你拼点：若其没赢，"
    .. "你可以获得双方的拼点牌；【魂姿】觉醒后，你可以拒绝此拼点。",
  ["zhiba_pindian"] = "制霸",
  [":zhiba_pindian"] = "出牌阶段限一次，你可以与主公拼点：若你没赢，其可以获得双方的拼点牌。",
  ["zhiba:accept"] = "接受拼点",
  ["zhiba:reject"] = "拒绝拼点",
  ["#ZhibaReject"] = "%from 拒绝了 %to 的【%arg】",

  ["erzhang"] = "张昭张纮",
  ["zhijian"] = "直谏",
  [":zhijian"] = "出牌阶段，你可以将手牌中的一张装备牌置于一名其他角色的装备区（不得替换），"
    .. "然后摸一张牌。",
  ["guzheng"] = "固政",
  [":guzheng"] = "其他角色的弃牌阶段结束时，你可以将其此阶段弃置的一张牌交还给该角色，获得其余的牌。",

  ["caiwenji"] = "蔡文姬",
  ["beige"] = "悲歌",
  [":beige"] = "一名角色受到【杀】造成的伤害后，你可以弃置一张牌，令其进行一次判定："
    .. "红桃，其回复1点体力；方块，其摸两张牌；梅花，来源弃置两张牌；黑桃，来源将武将牌翻面。",
  ["@beige"] = "%src 受到【杀】的伤害，你可以弃置一张牌发动【悲歌】",
  ["duanchang"] = "断肠",
  [":duanchang"] = "锁定技，杀死你的角色失去所有技能。",
  ["#Duanchang"] = "%from 的【%arg】被触发，%to 失去所有技能",

  ["zuoci"] = "左慈",
  ["huashen"] = "化身",
  [":huashen"] = "游戏开始时，你随机获得两张未登场的武将牌作为化身，选择其中一张，"
    .. "获得其一项技能（主公技、限定技和觉醒技除外），势力和性别视为与其相同；"
    .. "你的回合开始时和结束后，你可以更换。",
  ["@huashen"] = "化身",
  ["#Huashen"] = "%from 化身为 %arg，获得技能【%arg2】",
  ["xinsheng"] = "新生",
  [":xinsheng"] = "你每受到1点伤害，可以获得一张新的化身牌。",
})

sgs.LoadTranslationTable("en", {
  ["mountain"] = "Mountain",
  ["#Awaken"] = "%from awakens by %arg",

  ["zhanghe"] = "Zhang He",
  ["qiaobian"] = "Versatility",
  [":qiaobian"] = "You may discard a hand card to skip your judge, draw, play or discard phase. "
    .. "Skipping the draw phase, take a hand card of each of one or two others; "
    .. "skipping the play phase, you may move a card on the table to the same place "
    .. "before another player.",
  ["@qiaobian-judge"] = "You may discard a hand card to skip the judge phase",
  ["@qiaobian-draw"] = "You may discard a hand card to skip the draw phase "
    .. "and take a hand card of each of one or two others",
  ["@qiaobian-play"] = "You may discard a hand card to skip the play phase, "
    .. "then move a card on the table",
  ["@qiaobian-discard"] = "You may discard a hand card to skip the discard phase",

  ["dengai"] = "Deng Ai",
  ["tuntian"] = "Garrison Fields",
  [":tuntian"] = "When you lose cards outside your turn, you may judge; other than heart, the card "
    .. "becomes a field on your general. Your distances are 1 less for each field.",
  ["field"] = "Fields",
  ["zaoxian"] = "Through the Pass",
  [":zaoxian"] = "Wake: beginning a turn with three fields or more, "
    .. "you lose 1 max hp and gain Surprise Attack.",
  ["jixi"] = "Surprise Attack",
  [":jixi"] = "You may use fields as Snatches.",

  ["jiangwei"] = "Jiang Wei",
  ["tiaoxin"] = "Provocation",
  [":tiaoxin"] = "Once per play phase, you may make a player who has you in range "
    .. "use a Slash on you, or you discard one of their cards.",
  ["@tiaoxin-slash"] = "%src provokes you: slash them, or they discard one of your cards",
  ["zhiji"] = "Inherited Will",
  [":zhiji"] = "Wake: beginning a turn without hand cards, you heal 1 or draw two cards, "
    .. "lose 1 max hp and gain Stargazing.",
  ["zhiji:recover"] = "heal 1",
  ["zhiji:draw"] = "draw two cards",

  ["liushan"] = "Liu Shan",
  ["xiangle"] = "Indulgent",
  [":xiangle"] = "Locked: a Slash on you has no effect unless its user discards a basic card.",
  ["@xiangle-discard"] = "%src is indulgent: discard a basic card, or your Slash has no effect",
  ["#Xiangle"] = "%arg of %from: the Slash has no effect",
  ["fangquan"] = "Delegation",
  [":fangquan"] = "You may skip your play phase; then, at the end of the turn, "
    .. "you may discard a hand card to give another player an extra turn.",
  ["#Fangquan"] = "%arg of %from: %to takes an extra turn",
  ["ruoyu"] = "Seemingly Foolish",
  [":ruoyu"] = "Lord, wake: beginning a turn when nobody has less hp than you, "
    .. "you gain 1 max hp, heal 1 and gain Call to Arms.",

  ["sunce"] = "Sun Ce",
  ["jiang"] = "Fervour",
  [":jiang"] = "When you use a Duel or a red Slash, or are its target, you may draw a card.",
  ["hunzi"] = "Heroic Bearing",
  [":hunzi"] = "Wake: beginning a turn with 1 hp, you lose 1 max hp "
    .. "and gain Yingzi and Heroic Soul.",
  ["zhiba"] = "Hegemony",
  [":zhiba"] = "Lord: once per play phase, another Wu player may fight points with you. "
    .. "Unless they win, you may take both cards. Once you have awakened, you may refuse.",
  ["zhiba_pindian"] = "Hegemony",
  [":zhiba_pindian"] = "Once per play phase, you may fight points with the lord. "
    .. "Unless you win, they may take both cards.",
  ["zhiba:accept"] = "accept",
  ["zhiba:reject"] = "refuse",
  ["#ZhibaReject"] = "%from refuses the point fight (%arg) of %to",

  ["erzhang"] = "Zhang Zhao and Zhang Hong",
  ["zhijian"] = "Frank Advice",
  [":zhijian"] = "In your play phase, you may put an equip of your hand before another player "
    .. "whose place for it is free, and draw a card.",
  ["guzheng"] = "Firm Rule",
  [":guzheng"] = "At the end of another player's discard phase, you may give them back "
    .. "one of the cards they discarded in it, and take the others.",

  ["caiwenji"] = "Cai Wenji",
  ["beige"] = "Song of Sorrow",
  [":beige"] = "After a Slash did damage to a player, you may discard a card; they judge. "
    .. "Heart: they heal 1. Diamond: they draw two cards. Club: the source discards two cards. "
    .. "Spade: the source turns over.",
  ["@beige"] = "A Slash hurt %src: you may discard a card for Song of Sorrow",
  ["duanchang"] = "Heartbreak",
  [":duanchang"] = "Locked: who kills you loses all skills.",
  ["#Duanchang"] = "%arg of %from: %to loses all skills",

  ["zuoci"] = "Zuo Ci",
  ["huashen"] = "Transformation",
  [":huashen"] = "At the start of the game you get two random unused generals as shapes "
    .. "and take on one: you have one of its skills (none of lords, limited ones or wakes), "
    .. "its kingdom and its gender. As your turn begins and after it has ended, you may change.",
  ["@huashen"] = "Shapes",
  ["#Huashen"] = "%from turns into %arg and has %arg2",
  ["xinsheng"] = "Rebirth",
  [":xinsheng"] = "For each point of damage you take, you may get another shape.",
})
