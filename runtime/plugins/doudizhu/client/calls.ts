import type { CallBook } from "@page/plugins/calls";
import type { LocalText } from "@page/wire.generated";

const text = (zh: string, en: string): LocalText => ({ zh, en });

/** What is said for ranks, as the cards in a line of the list of moves are written. */
const RANKS: Readonly<Record<string, LocalText>> = {
  "3": text("三", "three"),
  "4": text("四", "four"),
  "5": text("五", "five"),
  "6": text("六", "six"),
  "7": text("七", "seven"),
  "8": text("八", "eight"),
  "9": text("九", "nine"),
  "10": text("十", "ten"),
  J: text("勾", "jack"),
  Q: text("圈", "queen"),
  K: text("K", "king"),
  A: text("尖", "ace"),
  "2": text("二", "two"),
  "🃏": text("小王", "small joker"),
  "🃟": text("大王", "big joker"),
};

/** What is said for several cards of a rank. */
const SAME: Readonly<Record<string, (rank: LocalText) => LocalText>> = {
  单张: (rank) => rank,
  对子: ({ zh, en }) => text(`对${zh}`, `pair of ${plural(en)}`),
  三张: ({ zh, en }) => text(`三个${zh}`, `three ${plural(en)}`),
};

const plural = (rank: string): string => (rank === "six" ? "sixes" : `${rank}s`);

/** What is said for other combinations, by the name that the engine gives them. */
const KINDS: Readonly<Record<string, LocalText>> = {
  三带一: text("三带一", "three with one"),
  三带二: text("三带一对", "three with a pair"),
  顺子: text("顺子", "straight"),
  连对: text("连对", "pairs in a row"),
  飞机: text("飞机", "aircraft"),
  飞机带单: text("飞机带翅膀", "aircraft with wings"),
  飞机带对: text("飞机带翅膀", "aircraft with wings"),
  四带二: text("四带二", "four with two"),
  四带两对: text("四带两对", "four with two pairs"),
  炸弹: text("炸弹！", "Bomb!"),
  王炸: text("王炸！", "Rocket!"),
};

/** What is said in the auction, as the map writes it. */
const WORDS: Readonly<Record<string, LocalText>> = {
  不叫: text("不叫", "pass"),
  "1 分": text("一分", "one"),
  "2 分": text("两分", "two"),
  "3 分": text("三分", "three"),
  叫地主: text("叫地主！", "I call!"),
  不抢: text("不抢", "no"),
  抢地主: text("抢地主！", "I take it!"),
  不加倍: text("不加倍", "no double"),
  加倍: text("加倍", "double"),
  超级加倍: text("超级加倍！", "redouble!"),
};

/** What is said by one who does not beat a play: players vary it. */
const PASSES = [text("不要", "pass"), text("要不起", "I can't beat that"), text("过", "pass")];

/** What is called out after a play. Bombs and aircraft were called with it. */
const SHOUTS: readonly (readonly [RegExp, LocalText])[] = [
  [/报单/, text("报单，只剩一张了！", "One card left!")],
  [/报双/, text("报双，还剩两张！", "Two cards left!")],
  [/反春天/, text("反春天！", "Counter-spring!")],
  [/春天/, text("春天！", "Spring!")],
];

/** The first of cards as a line shows them: `10` has two signs, a joker is one. */
const firstOf = (cards: string): string => /^10|^./u.exec(cards)?.[0] ?? "";

/** What players say at a table of Dou Dizhu: bids, combinations, and few cards left. */
const CALLS: CallBook = {
  fits: ({ id }) => id.includes("doudizhu"),

  ofMove({ text: { zh } }, number) {
    const word = WORDS[zh];
    if (word) return word;
    if (zh === "不出") return PASSES[number % PASSES.length] as LocalText;
    const [kind = "", cards = ""] = zh.split(" ").filter((part) => part !== "");
    const same = SAME[kind];
    const rank = RANKS[firstOf(cards)];
    return (same && rank && same(rank)) ?? KINDS[kind] ?? null;
  },

  ofShout: ({ zh }) => SHOUTS.find(([said]) => said.test(zh))?.[1] ?? null,
};

export default CALLS;
