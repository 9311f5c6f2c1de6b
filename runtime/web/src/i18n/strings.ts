/** Everything the client itself says. `{name}` is filled in. */
export const STRINGS = {
  brand: { zh: "方棋", en: "Fangqi" },
  tagline: {
    zh: "方块搭成的棋盘，邀你坐下来下一局",
    en: "Board games made of blocks. Sit down and play.",
  },
  maps: { zh: "开一局", en: "Start a game" },
  rooms: { zh: "正在进行", en: "Open rooms" },
  no_rooms: {
    zh: "此刻没有别人在下棋，开一局吧。",
    en: "Nobody is playing just now. Start a game above.",
  },
  your_name: { zh: "你的名字", en: "Your name" },
  name_hint: { zh: "别人看到的名字", en: "What others see" },
  play: { zh: "坐下", en: "Play" },
  join: { zh: "加入", en: "Join" },
  watch: { zh: "观看", en: "Watch" },
  opening: { zh: "正在摆棋…", en: "Setting up…" },
  people_here: { zh: "{count} 人在场", en: "{count} here" },
  seats_of_map: { zh: "{count} 个座位", en: "{count} seats" },
  lobby_failed: {
    zh: "大厅暂时打不开，请稍后再试。",
    en: "The lobby cannot be reached. Please try again.",
  },
  room_failed: {
    zh: "没能开局，请再试一次。",
    en: "The game could not be opened. Please try again.",
  },
  retry: { zh: "重试", en: "Try again" },
  home: { zh: "回到大厅", en: "Back to the lobby" },

  seats: { zh: "座位", en: "Seats" },
  moves: { zh: "棋谱", en: "Moves" },
  chat: { zh: "聊天", en: "Chat" },
  sit: { zh: "坐这里", en: "Sit here" },
  stand: { zh: "离座", en: "Leave seat" },
  open_seat: { zh: "空位", en: "Open" },
  open_it: { zh: "腾出座位", en: "Open the seat" },
  computer: { zh: "电脑", en: "Computer" },
  computer_level: { zh: "电脑 {level} 级", en: "Computer, level {level}" },
  let_computer: { zh: "让电脑下…", en: "Computer plays…" },
  level_of: { zh: "{seat}由谁来下", en: "Who plays {seat}" },
  you: { zh: "你", en: "you" },
  away: { zh: "暂离", en: "away" },
  away_until: { zh: "暂离（{left}）", en: "away ({left})" },
  stand_in_away: { zh: "暂离 · 托管", en: "away, computer plays" },
  stand_in_wished: { zh: "托管", en: "computer plays" },
  hand_over: { zh: "托管", en: "Let computer play" },
  hand_over_title: {
    zh: "让电脑替你下，随时可以收回",
    en: "The computer plays for you until you take over",
  },
  take_seat_back: { zh: "收回，自己下", en: "Play again" },
  take_seat_back_title: { zh: "不再托管", en: "The computer stops playing for you" },
  clock_of: {
    zh: "{seat}的钟：剩 {minutes} 分 {seconds} 秒",
    en: "{seat}'s clock: {minutes} min {seconds} s left",
  },
  periods_left: { zh: "读秒还有 {count} 次", en: "{count} periods of overtime left" },
  periods_short: { zh: "{count} 次", en: "{count} left" },
  thinking: { zh: "思考中", en: "thinking" },
  to_move: { zh: "轮到此方", en: "to move" },
  watchers: { zh: "观众 {count} 人", en: "{count} watching" },
  you_are: { zh: "你是{name}", en: "You are {name}" },
  rename: { zh: "改名", en: "Change name" },
  no_moves: { zh: "还没有走棋。", en: "No moves yet." },
  say: { zh: "说点什么…", en: "Say something…" },
  send: { zh: "发送", en: "Send" },
  no_chat: { zh: "棋逢对手，打个招呼吧。", en: "Say hello to the table." },
  somebody: { zh: "某人", en: "Somebody" },

  take_back: { zh: "悔棋", en: "Take back" },
  flip: { zh: "转到对面", en: "Turn the board" },
  reset_view: { zh: "视角复位", en: "Reset the view" },
  share: { zh: "邀请", en: "Invite" },
  link_copied: {
    zh: "链接已复制，发给朋友就能一起下。",
    en: "Link copied. Send it to a friend to play together.",
  },
  copy_this: { zh: "复制这个链接发给朋友：", en: "Copy this link and send it to a friend:" },
  sound_on: { zh: "打开声音", en: "Turn sound on" },
  sound_off: { zh: "关闭声音", en: "Turn sound off" },
  language: { zh: "English", en: "中文" },
  help: { zh: "帮助", en: "Help" },
  controls: { zh: "操作", en: "Controls" },
  controls_mouse: {
    zh: "点一枚棋子，再点它要去的地方。拖动可转动视角，滚轮缩放，按住右键拖动可平移。",
    en:
      "Click a piece, then where it shall go. Drag to turn the view, scroll to zoom, " +
      "drag with the right button to move it.",
  },
  controls_touch: {
    zh: "手机上：轻点落子，单指转动，双指缩放和平移。",
    en: "On a phone: tap to play, one finger turns, two fingers zoom and move.",
  },
  controls_keys: {
    zh: "键盘：方向键在可走的棋子与落点之间移动，回车确认，Esc 取消。",
    en: "Keyboard: arrows go between what you may choose, Enter chooses, Esc lets go.",
  },
  close: { zh: "关闭", en: "Close" },
  cancel: { zh: "取消", en: "Cancel" },
  confirm: { zh: "确定", en: "Yes" },
  save: { zh: "保存", en: "Save" },

  coach_sit: {
    zh: "选一方坐下，再请朋友或电脑坐对面。",
    en: "Take a seat, then invite a friend or let the computer take the other.",
  },
  coach_opponent: {
    zh: "对面还空着：把链接发给朋友，或让电脑来下。",
    en: "The other seat is open: invite a friend, or let the computer play.",
  },
  coach_piece: { zh: "点一枚棋子，看它能走到哪里。", en: "Click a piece to see where it can go." },
  coach_target: { zh: "再点一个标记的位置走过去。", en: "Now click one of the marked places." },
  watching: { zh: "你在旁观。", en: "You are watching." },
  your_turn: { zh: "轮到你了", en: "Your turn" },
  seconds_left: { zh: "剩 {seconds} 秒", en: "{seconds} s left" },

  wins: { zh: "{seat}胜", en: "{seat} wins" },
  draw: { zh: "和棋", en: "A draw" },
  new_game: { zh: "再来一局", en: "New game" },
  look_on: { zh: "看棋盘", en: "See the board" },

  connecting: { zh: "正在连接…", en: "Connecting…" },
  lost: { zh: "连接断开，{seconds} 秒后重连", en: "Connection lost. Trying again in {seconds} s" },
  now: { zh: "立即重连", en: "Try now" },
  replaced_title: { zh: "这盘棋在另一个页面打开了", en: "This game is open in another tab" },
  replaced_text: {
    zh: "一个座位只能在一处下棋。可以把它拿回到这里。",
    en: "A seat is played from one place at a time. You can bring it back here.",
  },
  play_here: { zh: "在这里下", en: "Play here" },
  closed_title: { zh: "房间关闭了", en: "The room is closed" },
  not_sent: { zh: "还没连上，稍后再试。", en: "Not connected yet. Try again in a moment." },
  no_webgl: {
    zh: "这个浏览器不能显示三维画面（需要 WebGL 2）。请换一个浏览器，或打开硬件加速。",
    en:
      "This browser cannot show 3D pictures (WebGL 2 is needed). " +
      "Try another one, or turn on hardware acceleration.",
  },

  board_label: {
    zh: "棋盘。用方向键移动，回车选择。",
    en: "The board. Arrow keys move, Enter chooses.",
  },
  say_cell: { zh: "{name}，第 {x} 列，第 {z} 行", en: "{name}, column {x}, row {z}" },
  say_empty: { zh: "空位", en: "empty" },
  say_choices: { zh: "有 {count} 种走法", en: "{count} choices" },
  say_target: { zh: "可以走到这里", en: "can go here" },
} as const satisfies Record<string, { zh: string; en: string }>;

export type StringKey = keyof typeof STRINGS;
