/** The texts of the client. `{name}` is a placeholder. */
export const STRINGS = {
  brand: { zh: "方棋", en: "Fangqi" },
  tagline: {
    zh: "方块搭成的棋盘，邀你坐下来下一局",
    en: "Board games made of blocks. Sit down and play.",
  },
  maps: { zh: "开一局", en: "Start a game" },
  rooms: { zh: "有人在玩", en: "Open tables" },
  your_name: { zh: "你的名字", en: "Your name" },
  name_hint: { zh: "别人看到的名字", en: "What others see" },
  play: { zh: "坐下", en: "Play" },
  join: { zh: "加入", en: "Join" },
  watch: { zh: "观看", en: "Watch" },
  opening: { zh: "正在摆棋…", en: "Setting up…" },
  people_here: { zh: "{count} 人在场", en: "{count} here" },
  seats_of_map: { zh: "{count} 个座位", en: "{count} seats" },
  room_failed: {
    zh: "没能开局，请再试一次。",
    en: "The game could not be opened. Please try again.",
  },
  quick_match: { zh: "快速配对", en: "Quick match" },
  quick_match_title: {
    zh: "加入正在等人的一桌；没有的话，开一桌等人来",
    en: "Joins a table that waits for a player, or opens one",
  },
  quick_match_game: { zh: "配对的游戏", en: "Game of the quick match" },
  match_waits: {
    zh: "这一桌已列在大厅里，等人加入。不想等，也可以让电脑先坐下。",
    en: "The lobby lists this table, and it waits for a player. A computer can take the seat meanwhile.",
  },
  continue_games: { zh: "继续", en: "Continue" },
  go_on: { zh: "继续", en: "Continue" },
  forget_room: { zh: "不再显示", en: "Take it off this list" },
  search_games: { zh: "搜索游戏", en: "Search games" },
  kinds: { zh: "游戏种类", en: "Kinds of games" },
  shelf_all: { zh: "全部", en: "All" },
  shelf_boards: { zh: "棋类", en: "Board games" },
  shelf_cards: { zh: "牌类", en: "Cards and dice" },
  shelf_puzzles: { zh: "残局", en: "Puzzles" },
  shelf_worlds: { zh: "方块世界", en: "Worlds" },
  shelf_other: { zh: "其他", en: "Others" },
  none_found: { zh: "没有找到这样的游戏。", en: "No game has such a name." },
  workshop: { zh: "工坊", en: "Workshop" },
  workshop_text: {
    zh: "给地图作者看的示例：同样的游戏，换一种写法。",
    en: "Examples for authors of maps, to play and to read.",
  },
  private_room: { zh: "私密房间", en: "Private room" },
  private_title: {
    zh: "不在大厅列出，只有拿到链接的人才能进来",
    en: "The lobby does not list it: only people who have the link can come in",
  },
  private_note: { zh: "私密", en: "private" },
  retry: { zh: "重试", en: "Try again" },
  home: { zh: "回到大厅", en: "Back to the lobby" },
  cut_off_title: { zh: "连接断开了", en: "You are no longer connected" },
  full_title: { zh: "房间满了", en: "The room is full" },
  come_back: { zh: "回到房间", en: "Come back in" },

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
  hand_over: { zh: "托管", en: "Hand over" },
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
  play_cards: { zh: "出牌", en: "Play" },
  suggest_cards: { zh: "提示", en: "Hint" },
  no_suggestion: { zh: "没有可以出的牌", en: "There is nothing to play" },
  select_first: { zh: "请先选牌", en: "Choose cards first" },
  nothing_to_select: { zh: "没有可以出的牌", en: "There is nothing to play" },
  lives: { zh: "体力 {life}/{most}", en: "{life} of {most} lives" },
  cards_held: { zh: "手里 {count} 张", en: "{count} cards in hand" },
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
  looking_back: { zh: "第 {move} 步之后（共 {all} 步）", en: "After move {move} of {all}" },
  back_to_now: { zh: "回到当前", en: "Back to now" },
  flat_view: { zh: "平面视角", en: "View from above" },
  side_view: { zh: "立体视角", en: "View from the side" },
  reset_view: { zh: "视角复位", en: "Reset the view" },
  host_menu: { zh: "房主", en: "Host" },
  host_title: { zh: "你开的房间", en: "The room you opened" },
  host_text: {
    zh: "暂离的人占着座位时，可以请他们让座；也可以关闭房间。",
    en: "You can open the seats of people who are away, and close the room.",
  },
  unseat: { zh: "请离座", en: "Open the seat" },
  unseat_confirm: {
    zh: "{name}不在，把{seat}的座位空出来给别人坐？",
    en: "{name} is away. Open {seat}'s seat for others?",
  },
  close_room: { zh: "关闭房间", en: "Close the room" },
  close_room_confirm: {
    zh: "关闭后所有人都会离开，这盘棋也就没有了。确定关闭？",
    en: "Everybody has to leave, and the game is gone for good. Close the room?",
  },
  share: { zh: "邀请", en: "Invite" },
  link_copied: {
    zh: "链接已复制，发给朋友就能一起下。",
    en: "Link copied. Send it to a friend to play together.",
  },
  invite_title: { zh: "邀请朋友", en: "Invite a friend" },
  invite_free: {
    zh: "“{seat}”的座位空着：朋友打开链接或扫码，就能坐下。",
    en: "{seat} is free: a friend who opens the link or scans the code can sit down there.",
  },
  invite_taken: { zh: "现在没有空座位。", en: "There is no free seat just now." },
  invite_open: { zh: "让电脑让出“{seat}”", en: "Take {seat} from the computer" },
  invite_watch: {
    zh: "座位都有人了：打开链接或扫码可以旁观。",
    en: "Every seat is taken: those who open the link or scan the code can watch.",
  },
  invite_link: { zh: "邀请链接", en: "The link" },
  invite_code: { zh: "邀请链接的二维码", en: "The link as a QR code" },
  invite_send: { zh: "发送…", en: "Send…" },
  copy_link: { zh: "复制链接", en: "Copy the link" },
  invited_title: { zh: "朋友邀你来玩", en: "A friend invites you" },
  invited_text: { zh: "{game}：怎么称呼你？", en: "{game}: what shall we call you?" },
  invited_watch: { zh: "先看看", en: "Only watch" },
  invited_late: {
    zh: "座位已经坐满了，你可以先旁观。",
    en: "Every seat is taken already, but you can watch.",
  },
  arrived: { zh: "{name} 来了！", en: "{name} is here!" },
  copy_this: { zh: "复制这个链接发给朋友：", en: "Copy this link and send it to a friend:" },
  sound_on: { zh: "打开声音", en: "Turn sound on" },
  sound_off: { zh: "关闭声音", en: "Turn sound off" },
  language: { zh: "English", en: "中文" },

  settings: { zh: "设置", en: "Settings" },
  settings_kept: {
    zh: "只保存在这个浏览器里，立即生效。",
    en: "Kept in this browser only. Changes show at once.",
  },
  settings_reset: { zh: "恢复默认", en: "Back to the defaults" },
  light: { zh: "明暗", en: "Day and night" },
  light_system: { zh: "跟随系统", en: "As the system" },
  light_day: { zh: "白天", en: "Day" },
  light_night: { zh: "夜晚", en: "Night" },
  table_theme: { zh: "桌面", en: "Table" },
  board_theme: { zh: "棋盘", en: "Board" },
  clear_sides: { zh: "色觉友好", en: "Colour-blind friendly" },
  clear_sides_about: {
    zh: "双方不靠颜色也能分清，标记改用蓝色和橙色。",
    en: "Sides differ by more than colour, and marks are blue and orange.",
  },
  sound: { zh: "声音", en: "Sound" },
  volume: { zh: "音量", en: "Volume" },
  mute_table: { zh: "这一桌静音", en: "Mute this table" },
  motion: { zh: "动画", en: "Motion" },
  motion_system: { zh: "跟随系统", en: "As the system" },
  motion_less: { zh: "减少", en: "Less" },
  motion_full: { zh: "全部", en: "Full" },
  motion_about: {
    zh: "减少后，棋子和镜头直接到位。",
    en: "With less motion, pieces and the camera jump into place.",
  },

  help: { zh: "帮助", en: "Help" },
  more_tools: { zh: "更多", en: "More" },
  controls: { zh: "操作", en: "Controls" },
  controls_mouse: {
    zh:
      "点一枚棋子，再点它要去的地方，或者直接把它拖过去。按住右键拖动可转动视角，滚轮缩放，" +
      "按住中键拖动可平移；在棋盘外双击可复位。右键单击圈出一格，在平面视角里按住右键拖动画箭头。",
    en:
      "Click a piece, then its destination, or drag it there. Drag with the right button to turn " +
      "the view, scroll to zoom, drag with the middle button to move it; double-click beside the " +
      "board to reset it. Right-click rings a cell; seen from above, dragging with the right button " +
      "draws an arrow.",
  },
  controls_touch: {
    zh: "手机上：轻点或拖动棋子走棋，双指缩放、平移和转动，在棋盘外双击可复位。",
    en:
      "On a phone: tap or drag pieces to play, use two fingers to zoom, move and turn, double-tap " +
      "beside the board to reset the view.",
  },
  controls_plan: {
    zh: "轮到对方时可以预先走一步，轮到你时若仍合法就会自动走出；按 Esc 或右键取消。",
    en:
      "While the others play you can plan a move: it is made when your turn comes, if it is legal " +
      "then. Esc or the right button cancels it.",
  },
  controls_keys: {
    zh: "键盘：方向键在可走的棋子与落点之间移动，回车确认，Esc 取消；点过棋盘后，左右方向键逐步回看棋局；V 切换平面视角，F 翻转棋盘。",
    en:
      "Keyboard: arrow keys move between possible choices, Enter chooses, Esc cancels; " +
      "after a click on the board, left and right go through the game; V changes to the view from " +
      "above and back, F turns the board.",
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
  game_over: { zh: "本局结束", en: "The game is over" },
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
    zh: "这个世界要用 WebGL 2 才能显示。请换一个浏览器，或打开硬件加速。",
    en:
      "This world can be shown only with WebGL 2. " +
      "Try another browser, or turn on hardware acceleration.",
  },

  plain_board: {
    zh: "没有 WebGL，棋盘改用简单的画法，照常下棋。",
    en: "Without WebGL the board is drawn more simply. It is played as ever.",
  },

  waiting_server: {
    zh: "正在等服务器，{seconds} 秒后再试",
    en: "Waiting for the server. Trying again in {seconds} s",
  },
  waiting_network: {
    zh: "没有网络，恢复后会自动连上",
    en: "You are offline. The page connects again by itself.",
  },
  lobby_waiting: {
    zh: "正在等服务器。它一有回应，大厅就会自动打开。",
    en: "Waiting for the server. The lobby opens by itself when it answers.",
  },
  lobby_offline: {
    zh: "没有网络。恢复后，大厅会自动打开。",
    en: "You are offline. The lobby opens by itself when you are back.",
  },
  lobby_stale: {
    zh: "服务器暂时没有回应，下面的内容可能不是最新的。",
    en: "The server does not answer just now. What you see here may be out of date.",
  },
  new_version: { zh: "方棋有新版本了", en: "There is a new version of Fangqi" },
  new_version_text: {
    zh: "刷新后就能用上。棋局都保存着，可以接着下。",
    en: "Reload the page to use it. Your games are kept and go on from where they are.",
  },
  part_missing: { zh: "页面没有载入完整", en: "A part of the page is missing" },
  part_missing_text: {
    zh: "有一部分没能载入，刷新后再试。棋局不受影响。",
    en: "It could not be loaded. Reload the page to try again; your games are kept.",
  },
  later: { zh: "稍后", en: "Later" },
  reload_page: { zh: "刷新", en: "Reload" },

  reload_title: { zh: "地图有了新版本", en: "The map has a new version" },
  reload_text: {
    zh: "它会让这局棋变样，所以先用旧版本继续下。",
    en: "It would change this game, so the old one stays for now.",
  },
  reload_from: { zh: "从第 {number} 个输入起不同：{what}", en: "From input {number} on: {what}" },
  reload_from_by: {
    zh: "从第 {number} 个输入起不同：{player} {what}",
    en: "From input {number} on: {what}, by {player}",
  },
  reload_from_start: { zh: "从一开始就不同", en: "From the beginning" },
  reload_refused: { zh: "新版本不接受它：{text}", en: "The new version refuses it: {text}" },
  reload_parts: { zh: "不同之处：{parts}", en: "What differs: {parts}" },
  reload_keep: { zh: "留用旧版", en: "Keep the old version" },
  reload_accept: { zh: "采用新版", en: "Use the new version" },
  reload_others: {
    zh: "由运行服务器的人决定用哪一版。",
    en: "The operator of the server decides which version is played.",
  },
  reload_accepted: {
    zh: "本局改用地图的新版本。",
    en: "The game goes on with the map's new version.",
  },
  reload_gone: {
    zh: "已经没有等待采用的新版本了。",
    en: "There is no new version to accept any more.",
  },
  reload_failed_title: { zh: "地图的新版本有错", en: "The new version has an error" },
  reload_failed_text: { zh: "这局棋继续用旧版本。", en: "The game goes on with the old one." },
  reload_unsent: {
    zh: "服务器没有回应，请再试一次。",
    en: "The server did not answer. Please try again.",
  },
  reload_fold: { zh: "展开或收起", en: "Show or hide the details" },

  replay: { zh: "回放", en: "Replay" },
  live: { zh: "回到棋局", en: "To the room" },
  scrub: { zh: "进度", en: "Position" },
  speed: { zh: "速度", en: "Speed" },
  move_a_second: { zh: "每秒一步", en: "1 move/s" },
  to_start: { zh: "到开头", en: "To the start" },
  to_end: { zh: "到结尾", en: "To the end" },
  move_before: { zh: "上一步", en: "Move before" },
  move_after: { zh: "下一步", en: "Move after" },
  play_it: { zh: "播放", en: "Play" },
  pause: { zh: "暂停", en: "Pause" },
  copy_move_link: { zh: "复制这一步的链接", en: "Copy a link to this move" },
  move_link_copied: { zh: "这一步的链接已复制。", en: "The link to this move is copied." },
  branch: { zh: "从此处试下", en: "Try it from here" },
  replay_cut: {
    zh: "这盘棋的后半段无法重现，只能看到这里为止。",
    en: "What came later cannot be shown again; the replay ends early.",
  },
  replay_failed: {
    zh: "回放打不开，请再试一次。",
    en: "The replay could not be opened. Please try again.",
  },

  bar: { zh: "局势：{text}。", en: "How the game stands: {text}." },
  bar_fold: { zh: "点一下收起", en: "Click to fold it away" },
  bar_unfold: { zh: "点一下展开", en: "Click to unfold it" },
  curve: { zh: "局势曲线", en: "How the game went" },
  review_looking: { zh: "正在复盘：{known} / {all}", en: "Reviewing the game: {known} of {all}" },
  review_pick: {
    zh: "点曲线上的点，看那一步的评语。",
    en: "Click a point of the curve to read about that move.",
  },
  review_clean: { zh: "没有明显的失误。", en: "No notable mistakes." },
  review_open: { zh: "回放这一步", en: "See it in the replay" },

  board_label: {
    zh: "棋盘。用方向键移动，回车选择。",
    en: "The board. Arrow keys move, Enter chooses.",
  },
  say_named_cell: { zh: "{cell}上：{name}", en: "{name} on {cell}" },
  say_cell: { zh: "{name}，第 {x} 列，第 {z} 行", en: "{name}, column {x}, row {z}" },
  say_empty: { zh: "空位", en: "empty" },
  say_choices: { zh: "有 {count} 种走法", en: "{count} choices" },
  say_target: { zh: "可以走到这里", en: "can go here" },
  say_move: { zh: "{seat}这一手：{move}", en: "{seat}: {move}" },
  say_taken_back: { zh: "已悔棋", en: "Move taken back" },
} as const satisfies Record<string, { zh: string; en: string }>;

export type StringKey = keyof typeof STRINGS;
