/**
 * What the generals look like. Those whom novel, opera and woodcuts describe look as they do there:
 * Guan Yu's red face and long beard, Zhang Fei's bristles, Zhuge Liang's fan of feathers. The others
 * wear what their office and temper suggest.
 */

export type Kingdom = "wei" | "shu" | "wu" | "qun" | "god";
export type Skin = "fair" | "tan" | "red" | "dark" | "pale" | "old";
export type Beard =
  "none" | "moustache" | "goatee" | "strands" | "long" | "full" | "bristle" | "short" | "sage";
export type Head =
  | "topknot"
  | "coronet"
  | "mian"
  | "helmet"
  | "plumed"
  | "pheasant"
  | "scarf"
  | "cap"
  | "official"
  | "turban"
  | "horns"
  | "wild"
  | "taoist"
  | "hood"
  | "buns"
  | "phoenix"
  | "blossom"
  | "ponytail"
  | "matron";
export type Dress = "armour" | "robe" | "fur" | "gown" | "bare" | "rags";
export type Held =
  | "none"
  | "glaive"
  | "spear"
  | "serpent"
  | "halberd"
  | "sword"
  | "swords"
  | "axe"
  | "bow"
  | "fan"
  | "scroll"
  | "staff"
  | "lute"
  | "cup"
  | "bells"
  | "knives"
  | "hammer"
  | "shield"
  | "gourd"
  | "banner";
export type Eyes = "calm" | "fierce" | "narrow" | "patch" | "shut";

export interface Traits {
  readonly kingdom: Kingdom;
  readonly woman?: true;
  readonly skin: Skin;
  /** Colour of hair and beard. */
  readonly hair: string;
  readonly beard: Beard;
  readonly head: Head;
  readonly dress: Dress;
  readonly held: Held;
  readonly eyes: Eyes;
  /** Colour of what is worn on the head, and of the collar. */
  readonly accent: string;
  /** The character of the seal. */
  readonly seal: string;
}

const BLACK = "#231c1a";
const BROWN = "#4a3020";
const GREY = "#8d8780";
const WHITE = "#e9e4da";

/** Colour of hair: b, n, g and w are black, brown, grey and white; r is the red of a foreigner's. */
const HAIR: Record<string, string> = { b: BLACK, n: BROWN, g: GREY, w: WHITE, r: "#7c3418" };

/**
 * One general a line: name, skin, hair, beard, head, dress, what is held, eyes, accent and the seal's
 * character. A name that begins with `+` is a woman's.
 */
const TABLE: Record<Kingdom, string> = {
  wei: `
    曹操 fair b strands coronet robe sword narrow #6b1f1f 操
    司马懿 old g strands official robe none narrow #2a2a33 懿
    夏侯惇 tan b short helmet armour glaive patch #7c8794 惇
    张辽 tan b moustache plumed armour halberd fierce #8f9aa6 辽
    许褚 tan b full wild bare hammer fierce #54402c 褚
    郭嘉 pale b none scarf robe cup calm #8fb1d4 嘉
    +甄姬 pale b none phoenix gown lute calm #8fc3d8 甄
    荀彧 fair b strands official robe scroll calm #35506e 彧
    典韦 dark b bristle topknot armour axe fierce #6a4a2a 典
    张郃 fair b goatee plumed armour spear narrow #5d8cc0 郃
    邓艾 tan n short helmet fur scroll calm #63707d 艾
    杨修 fair b none official robe scroll narrow #7a3550 修
    SP关羽 red b long cap armour glaive narrow #2c5d8f 羽
    徐晃 tan b full plumed armour axe calm #c9ced4 晃
    曹丕 pale b goatee mian robe sword narrow #23345a 丕
    夏侯渊 tan b moustache plumed armour bow fierce #9a6a34 渊
    曹仁 tan b full helmet armour shield calm #53657c 仁
    +夏侯涓 fair b none buns gown bow calm #d99ab2 涓
    曹植 pale b none coronet robe cup calm #9fc0e2 植
    +张春华 pale b none blossom gown knives narrow #6d5a9c 春
    于禁 tan b strands helmet armour banner calm #8b6f3e 禁
    SP庞德 tan b short plumed armour glaive fierce #e4e1da 庞
    +SP蔡文姬 fair b none phoenix gown lute calm #d9c7a0 文
    SP贾诩 old g sage hood robe fan narrow #3a3350 诩`,
  shu: `
    刘备 fair b goatee coronet robe swords calm #d7b04a 备
    关羽 red b long cap armour glaive narrow #2f7a45 羽
    张飞 dark b bristle plumed armour serpent fierce #2b2b2b 飞
    诸葛亮 pale b goatee scarf robe fan calm #f1ece0 亮
    赵云 fair b none plumed armour spear calm #f0f2f5 云
    马超 fair b none pheasant fur spear fierce #f2efe6 超
    +黄月英 tan r none buns gown scroll calm #c9803a 英
    卧龙诸葛亮 pale b none scarf robe scroll calm #a8c4b0 龙
    庞统 tan b short hood robe cup narrow #7a5a34 统
    姜维 fair b goatee helmet armour spear fierce #4d8a73 维
    刘禅 fair b moustache mian robe none shut #d7b04a 禅
    孟获 dark r full horns fur axe fierce #d99a3a 孟
    +祝融 tan r none ponytail fur knives fierce #e0662a 祝
    黄忠 old w full helmet armour bow fierce #c98d3a 忠
    魏延 red b short plumed armour glaive fierce #5a2a20 延
    徐庶 fair b strands scarf robe sword calm #5d6f86 庶
    马谡 pale b goatee official robe banner narrow #8a3f2a 谡
    法正 fair b moustache official robe scroll narrow #3a2c4a 法
    +SP孙尚香 fair b none phoenix gown bow calm #d84a5c 香`,
  wu: `
    孙权 fair r full mian robe sword calm #d7b04a 权
    甘宁 tan b moustache turban bare bells fierce #e0662a 宁
    吕蒙 tan b short helmet armour scroll calm #7f8f9a 蒙
    黄盖 old g full turban armour hammer fierce #8b3a2a 盖
    周瑜 fair b none coronet armour lute calm #d6452f 瑜
    +大乔 fair b none blossom gown none calm #f0a6b8 乔
    陆逊 fair b none scarf robe sword calm #d98a3a 逊
    +孙尚香 fair b none ponytail gown bow fierce #d62f3c 香
    太史慈 tan b goatee plumed armour halberd fierce #3f8aa0 慈
    孙策 fair b none pheasant armour spear fierce #e0a03a 策
    张昭张纮 old w sage official robe scroll narrow #4a5a3a 昭
    孙坚 tan b strands turban armour sword fierce #b8312a 坚
    鲁肃 fair b strands official robe scroll calm #6a8a4a 肃
    +小乔 fair b none buns gown fan calm #f3b8cf 小
    周泰 tan b short topknot bare sword fierce #5a6a3a 泰
    凌统 fair b none turban armour knives fierce #3a8a8a 凌
    徐盛 tan b full helmet armour sword calm #5f8f5f 徐
    +吴国太 old g none matron gown staff calm #8a4a6a 吴`,
  qun: `
    华佗 old w sage hood robe gourd calm #7d9a6a 佗
    吕布 fair b none pheasant armour halberd fierce #c9302c 布
    +貂蝉 pale b none blossom gown none calm #e887a8 蝉
    袁绍 fair b strands coronet armour sword calm #d7b04a 绍
    双雄 tan b bristle helmet armour swords fierce #8a4a2a 雄
    庞德 tan b short plumed armour axe fierce #b07a3a 庞
    +蔡文姬 pale b none phoenix gown lute shut #c9b07a 姬
    左慈 old w sage taoist robe cup patch #4a3a6a 慈
    袁术 fair b moustache mian robe cup narrow #a8742a 术
    公孙瓒 fair b goatee plumed fur spear fierce #f2efe6 瓒
    董卓 tan b full coronet fur cup fierce #8a2a2a 卓
    贾诩 old g goatee hood robe none narrow #4a3a4a 诩
    张角 old g long turban robe staff fierce #e3b22f 角
    于吉 old w long taoist robe gourd calm #6a8a8a 吉
    张鲁 fair b strands taoist robe banner calm #a04a3a 鲁
    陈宫 fair b goatee official robe scroll calm #5a5a6a 宫
    高顺 tan b moustache helmet armour spear calm #3a3a42 顺
    +SP貂蝉 fair b none ponytail gown fan calm #b06ad0 蝉
    SP马超 pale b none pheasant armour serpent narrow #c04a3a 超`,
  god: `
    神关羽 red b long cap armour glaive fierce #1f6a4a 羽
    神吕蒙 pale g strands helmet armour none shut #6a8aa0 蒙
    神周瑜 pale b none coronet robe lute fierce #ff6a2a 瑜
    神司马懿 pale w strands hood robe staff fierce #3a2a5a 懿
    神诸葛亮 pale w sage scarf robe fan narrow #dfe6f5 亮
    神曹操 pale b full mian armour sword fierce #5a1f4a 操
    神吕布 red b none pheasant armour halberd fierce #e0462a 布
    神赵云 pale w none plumed armour spear fierce #bfe0ff 云`,
};

function read(row: string, kingdom: Kingdom): [string, Traits] {
  const [called = "", skin, hair = "b", beard, head, dress, held, eyes, accent = "", seal = ""] =
    row.trim().split(" ");
  const woman = called.startsWith("+");
  const traits = {
    kingdom,
    ...(woman ? { woman } : {}),
    skin: skin as Skin,
    hair: HAIR[hair] ?? BLACK,
    beard: beard as Beard,
    head: head as Head,
    dress: dress as Dress,
    held: held as Held,
    eyes: eyes as Eyes,
    accent,
    seal,
  };
  return [called.replace("+", ""), traits as Traits];
}

/** The generals by their Chinese names. */
export const GENERALS: ReadonlyMap<string, Traits> = new Map(
  Object.entries(TABLE).flatMap(([kingdom, rows]) =>
    rows
      .trim()
      .split("\n")
      .map((row) => read(row, kingdom as Kingdom)),
  ),
);
