import { say } from "../i18n/language";

/** Everything the client says where players walk. `{name}` is filled in. */
export const WORDS = {
  go_on: { zh: "点一下画面继续", en: "Click to go on" },
  start: { zh: "点一下画面开始", en: "Click to begin" },
  keys_move: { zh: "移动", en: "Move" },
  keys_jump: { zh: "跳跃", en: "Jump" },
  keys_sneak: { zh: "潜行", en: "Sneak" },
  keys_run: { zh: "双击 W 奔跑", en: "Double W to run" },
  keys_fly: { zh: "双击空格飞行", en: "Double Space to fly" },
  left_button: { zh: "左键", en: "Left" },
  right_button: { zh: "右键", en: "Right" },
  keys_dig: { zh: "挖掘、攻击", en: "Dig, strike" },
  keys_place: { zh: "放置、使用", en: "Place, use" },
  keys_view: { zh: "切换视角", en: "Change the view" },
  keys_bag: { zh: "背包", en: "Inventory" },
  keys_chat: { zh: "说话", en: "Chat" },
  keys_slots: { zh: "快捷栏", en: "Hotbar" },
  keys_look: { zh: "用键盘转动视角", en: "Look around by keys" },
  keys_hands: { zh: "用键盘挖掘、放置", en: "Dig and place by keys" },
  let_go: { zh: "按 Esc 放开鼠标", en: "Esc lets the mouse go" },
  life: { zh: "生命", en: "Life" },
  hunger: { zh: "饱食", en: "Food" },
  air: { zh: "氧气", en: "Air" },
  vital: { zh: "{name}：{value}，最多 {most}", en: "{name} {value} of {most}" },
  hotbar: { zh: "快捷栏", en: "Hotbar" },
  slot_empty: { zh: "第 {slot} 格，空", en: "Slot {slot}, empty" },
  slot_held: { zh: "第 {slot} 格：{name} × {count}", en: "Slot {slot}: {name} × {count}" },
  bag: { zh: "背包", en: "Inventory" },
  store: { zh: "存储", en: "Storage" },
  worn: { zh: "装备", en: "Equipment" },
  box: { zh: "箱子", en: "Box" },
  head: { zh: "头", en: "Head" },
  chest: { zh: "胸", en: "Chest" },
  legs: { zh: "腿", en: "Legs" },
  feet: { zh: "脚", en: "Feet" },
  back: { zh: "背", en: "Back" },
  discard: { zh: "丢弃", en: "Drop" },
  bag_help: {
    zh: "点一格拿起，再点一格放下；右键拿一半，Shift 点击送到另一栏。",
    en:
      "Click a slot to pick up, another to put down; " +
      "right click takes half, Shift-click sends across.",
  },
  palette: { zh: "全部方块与物品", en: "All blocks and items" },
  palette_search: { zh: "按名称或编号查找…", en: "Search by name or number…" },
  palette_count: { zh: "{count} 种", en: "{count} kinds" },
  palette_none: { zh: "没有找到", en: "Nothing found" },
  palette_help: {
    zh: "点一种放进手中的格，数字键放进那一格，Shift 点击放进空格。",
    en: "Click to take into the slot in hand; a digit says which, Shift-click takes an empty one.",
  },
  locked: { zh: "已锁定", en: "locked" },
  board_number: { zh: "显示板 {number}", en: "Board {number}" },
  close: { zh: "关闭", en: "Close" },
  died: { zh: "你倒下了", en: "You have fallen" },
  revive: { zh: "复活", en: "Come back" },
  revive_in: { zh: "{seconds} 秒后自动复活", en: "Back by itself in {seconds} s" },
  no_revive: { zh: "没有生命了，可以继续观看。", en: "No lives are left. You can go on watching." },
  say: { zh: "说点什么，回车发送…", en: "Say something, Enter sends…" },
  people: { zh: "玩家", en: "Players" },
  you: { zh: "你", en: "you" },
  panel: { zh: "玩家与聊天", en: "Players and chat" },
  to_board: { zh: "俯瞰", en: "Look from above" },
  to_walk: { zh: "走动", en: "Walk" },
  view: { zh: "切换视角", en: "Change the view" },
  jump: { zh: "跳", en: "Jump" },
  sneak: { zh: "潜行", en: "Sneak" },
  dig: { zh: "挖", en: "Dig" },
  place: { zh: "放", en: "Place" },
  stick: { zh: "移动摇杆", en: "Stick to walk" },
  level: { zh: "{name} {level} 级", en: "{name}, level {level}" },
  close_page: { zh: "关闭界面", en: "Close the page" },
} as const satisfies Record<string, { zh: string; en: string }>;

/** A name of one of the words. */
export type Word = keyof typeof WORDS;

/** One of the words in the person's language. */
export const w = (word: Word, values: Readonly<Record<string, string | number>> = {}): string =>
  say(WORDS[word], values);
