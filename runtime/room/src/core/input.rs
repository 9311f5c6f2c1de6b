//! Applying an input: what each kind does.

use std::sync::Arc;

use fangqi_plugin::host::{
    BadSelection, ClickOutcome, Fields, Host, Legal, Owner, Question, Ready, WakeValue,
};
use fangqi_plugin::{Plugin, PluginInput};
use fangqi_protocol::{
    Audience, Choice, Input, LocalText, OutputBody, PlayerId, Rejection, SeatHolder, SeatIndex,
    ToastKind,
};

use super::fold::{Fold, StepFault};

/// The outcome of an input.
#[derive(Debug)]
pub(super) enum Verdict {
    /// It took effect.
    Done,
    /// It was refused, and nothing changed.
    Refused(Rejection),
    /// The last move of this player is to be taken back.
    Rewind(PlayerId),
    /// Everything after this event is to be undone.
    GoBack(PlayerId, u64),
}

impl Fold {
    /// Applies an input. Room time must already have been advanced to it.
    pub(super) fn input(&mut self, input: &Input) -> Result<Verdict, StepFault> {
        if let Err(rejection) = self.check_known(input) {
            return Ok(Verdict::Refused(rejection));
        }
        let verdict = match input {
            Input::Join { player, name } => self.join(*player, name),
            Input::Leave { player } => self.leave(*player),
            Input::Sit { player, seat } => self.sit(*player, *seat),
            Input::Stand { player } => self.stand(*player),
            Input::SetComputer { player, seat, level } => self.set_computer(*player, *seat, *level),
            Input::Click { player, pos, face } => self.click(*player, *pos, *face),
            Input::Choose { player, request, choice } => self.choose(*player, *request, *choice),
            Input::Action { player, id, value } => self.action(*player, id, value),
            Input::Chat { player, text } => self.chat(*player, text),
            Input::TakeBack { player } => self.take_back(*player),
            Input::GoBack { player, event } => self.go_back(*player, *event),
            Input::JobDone { job, result } => {
                let mut host = self.ctx.host();
                if let Some(token) = host.jobs.done(*job) {
                    host.wake(token, WakeValue::Job(result.clone()));
                }
                Ok(Verdict::Done)
            }
            Input::Tick => Ok(Verdict::Done),
            Input::Checkpoint => self.rebase(),
            Input::StandIn { player, on } => self.hand_over(*player, *on),
            Input::Select { player, request, cells } => self.select(*player, *request, cells),
            Input::Pose { player, pose } => {
                walked(self.hooks().find_map(|hooks| hooks.pose(&self.ctx, *player, pose)))
            }
            Input::Act { player, act } => {
                walked(self.hooks().find_map(|hooks| hooks.act(&self.ctx, *player, act)))
            }
            Input::Plugin { player, plugin, version, payload } => {
                self.plugin_input(*player, plugin, *version, payload)
            }
        };
        match verdict {
            Ok(verdict) => {
                self.run_ready()?;
                Ok(verdict)
            }
            Err(rejection) => Ok(Verdict::Refused(rejection)),
        }
    }

    /// Continues from the state that a checkpoint stores, as the live room did.
    fn rebase(&mut self) -> Result<Verdict, Rejection> {
        let (mut fold, stored) = self.rebased()?;
        fold.rebased_from = Some(stored);
        *self = fold;
        Ok(Verdict::Done)
    }

    /// Every input but a join requires that its player is present. Standing up is also allowed for
    /// an absent player, because the program that runs the room frees seats that way.
    fn check_known(&self, input: &Input) -> Result<(), Rejection> {
        match input.player() {
            Some(player) if !matches!(input, Input::Join { .. }) => {
                let host = self.ctx.host();
                match host.players.get(player) {
                    Some(known) if known.present || matches!(input, Input::Stand { .. }) => Ok(()),
                    _ => Err(refuse("not_here", "你不在这个房间里。", "You are not in this room.")),
                }
            }
            _ => Ok(()),
        }
    }

    fn sit(&self, player: PlayerId, seat: SeatIndex) -> Result<Verdict, Rejection> {
        let mut host = self.ctx.host();
        match host.seats.holder(seat) {
            None => return Err(refuse("no_seat", "没有这个座位。", "There is no such seat.")),
            Some(SeatHolder::Player { player: holder }) if holder == player => {
                return Ok(Verdict::Done);
            }
            Some(SeatHolder::Player { .. }) => {
                return Err(refuse("seat_taken", "座位已有人。", "Somebody sits there already."));
            }
            Some(SeatHolder::Open | SeatHolder::Computer { .. }) => {}
        }
        if let Some(old) = host.seats.of(player) {
            host.give_seat(old, SeatHolder::Open);
            host.raise("Room.Stand", vec![("eventobjid", player.into()), ("seat", old.into())]);
        }
        host.give_seat(seat, SeatHolder::Player { player });
        host.raise("Room.Sit", vec![("eventobjid", player.into()), ("seat", seat.into())]);
        Ok(Verdict::Done)
    }

    fn plugin_input(
        &self,
        player: PlayerId,
        plugin: &str,
        version: u16,
        payload: &str,
    ) -> Result<Verdict, Rejection> {
        let apply = self.map.plugins().named(plugin).and_then(Plugin::input);
        let Some(apply) = apply else {
            let (zh, en) = (
                format!("这里没有接收消息的插件“{plugin}”。"),
                format!("There is no plugin \"{plugin}\" here that takes messages."),
            );
            return Err(Rejection { code: "no_plugin", text: LocalText::new(zh, en) });
        };
        let mut host = self.ctx.host();
        let seat = host.seats.of(player);
        apply(&mut host, &PluginInput { player, seat, version, payload })
            .map(|()| Verdict::Done)
            .map_err(|text| Rejection { code: "plugin_refused", text })
    }

    fn stand(&self, player: PlayerId) -> Result<Verdict, Rejection> {
        let mut host = self.ctx.host();
        let Some(seat) = host.seats.of(player) else { return Err(not_seated()) };
        host.give_seat(seat, SeatHolder::Open);
        host.raise("Room.Stand", vec![("eventobjid", player.into()), ("seat", seat.into())]);
        Ok(Verdict::Done)
    }

    fn set_computer(
        &self,
        player: PlayerId,
        seat: SeatIndex,
        level: Option<u8>,
    ) -> Result<Verdict, Rejection> {
        let mut host = self.ctx.host();
        if host.seats.of(player).is_none() && host.players.host() != Some(player) {
            return Err(not_seated());
        }
        match host.seats.holder(seat) {
            None => return Err(refuse("no_seat", "没有这个座位。", "There is no such seat.")),
            Some(SeatHolder::Player { player: holder }) if holder != player => {
                return Err(refuse("seat_taken", "座位已有人。", "Somebody sits there already."));
            }
            Some(_) => {}
        }
        let levels = host.package.computer_levels();
        if level.is_some_and(|level| level == 0 || level > levels) {
            return Err(Rejection {
                code: "no_level",
                text: LocalText::new(
                    format!("电脑等级为 1 到 {levels}。"),
                    format!("The computer has levels 1 to {levels}."),
                ),
            });
        }
        let holder = level.map_or(SeatHolder::Open, |level| SeatHolder::Computer { level });
        host.give_seat(seat, holder);
        let mut args = vec![("eventobjid", player.into()), ("seat", seat.into())];
        if let Some(level) = level {
            args.push(("level", level.into()));
        }
        host.raise("Room.Computer", args);
        Ok(Verdict::Done)
    }

    fn click(&self, player: PlayerId, pos: [i32; 3], face: u8) -> Result<Verdict, Rejection> {
        let mut host = self.ctx.host();
        let seat = host.seats.of(player);
        if seat.is_some_and(|seat| {
            host.seats.is_stood_in(seat) && host.requests.of_seat(seat).is_none()
        }) {
            return Err(handed_over());
        }
        if seat.is_none() && !host.seats.is_empty() {
            return Err(refuse(
                "not_seated",
                "你在观战；坐下后才能玩。",
                "You are watching; take a seat to play.",
            ));
        }
        let asked = seat.and_then(|seat| host.requests.click(seat, pos));
        let listening = self.has_handler("Player.ClickBlock");
        let refused = match asked {
            Some((id, ClickOutcome::Chosen(choice))) => {
                drop(host);
                self.answer(id, choice, player);
                host = self.ctx.host();
                None
            }
            Some((_, ClickOutcome::Picked)) => None,
            Some((id, ClickOutcome::Refused(path))) => {
                if host.requests.get(id).is_some_and(|question| question.explains) {
                    host.ready.push_back(Ready::Explain { request: id, player, path });
                    None
                } else {
                    Some(refuse("not_a_choice", "这里不能选。", "That is not one of your choices."))
                }
            }
            None => {
                drop(host);
                let taken = self.hooks().any(|hooks| hooks.clicked(&self.ctx, player, pos));
                host = self.ctx.host();
                (!taken).then(|| self.why_not_now(&host, seat))
            }
        };
        if (listening || refused.is_none())
            && let Some(player) = host.players.get_mut(player)
        {
            player.aim = Some(pos);
        }
        match refused {
            Some(rejection) if !listening => Err(rejection),
            _ if listening => {
                let block = host.world.get(pos.into()).id().0;
                let [x, y, z] = pos;
                let args = vec![
                    ("eventobjid", player.into()),
                    ("blockid", block.into()),
                    ("x", x.into()),
                    ("y", y.into()),
                    ("z", z.into()),
                    ("face", face.into()),
                ];
                host.raise("Player.ClickBlock", args);
                Ok(Verdict::Done)
            }
            _ => Ok(Verdict::Done),
        }
    }

    /// Why a click is not the answer to any question.
    fn why_not_now(&self, host: &Host, seat: Option<SeatIndex>) -> Rejection {
        if host.hud.result.is_some() {
            return refuse("game_over", "本局已结束。", "The game is over.");
        }
        let other = host.hud.turn.filter(|turn| Some(*turn) != seat);
        if let Some(name) = other.and_then(|turn| host.seats.name(turn)) {
            return Rejection {
                code: "not_your_turn",
                text: LocalText::new(
                    format!("现在轮到{}。", name.zh),
                    format!("It is {}'s turn.", name.en),
                ),
            };
        }
        refuse("nothing_asked", "现在无需选择。", "There is nothing to choose now.")
    }

    fn choose(&self, player: PlayerId, request: u32, choice: u32) -> Result<Verdict, Rejection> {
        let owner = {
            let host = self.ctx.host();
            let question = question_for(&host, player, request)?;
            if choice as usize >= question.choices.len() {
                return Err(refuse("no_choice", "没有这个选项。", "There is no such choice."));
            }
            question.owner
        };
        self.answer(request, choice, player);
        match owner {
            Owner::TakeBack { by } => Ok(self.take_back_answered(by, choice == 0)),
            Owner::Script(_) => Ok(Verdict::Done),
        }
    }

    /// Closes a question with a choice and wakes the handler that asked it.
    fn answer(&self, request: u32, choice: u32, player: PlayerId) {
        let mut host = self.ctx.host();
        let Some(answered) = host.requests.answer(request, choice) else { return };
        if let Owner::Script(token) = answered.question.owner {
            self.answered.set(true);
            host.wake(token, WakeValue::Choice(choice, Some(player)));
        }
        drop(host);
        self.ctx.script().forget_request(request);
    }

    /// Answers a question with several cells together.
    fn select(&self, player: PlayerId, request: u32, cells: &[u16]) -> Result<Verdict, Rejection> {
        let mut host = self.ctx.host();
        let question = question_for(&host, player, request)?;
        let Some(selection) = &question.selection else {
            return Err(refuse("no_choice", "没有这个选项。", "There is no such choice."));
        };
        let explains = question.explains;
        let by_list = matches!(selection.legal, Legal::Sets(_));
        let legal = match selection.check(cells) {
            Ok(()) => true,
            Err(BadSelection::NotLegal) if explains => false,
            Err(BadSelection::NotLegal) => {
                return Err(Rejection { code: "not_legal", text: not_together() });
            }
            Err(BadSelection::NoSuchCell { .. }) => {
                return Err(refuse(
                    "no_cell",
                    "选了不能选的牌。",
                    "One of these is not there to be selected.",
                ));
            }
            Err(BadSelection::Twice { .. }) => {
                return Err(refuse(
                    "twice",
                    "同一张牌选了两次。",
                    "One of these is selected twice.",
                ));
            }
        };
        if explains && !(legal && by_list) {
            let cells = cells.to_vec();
            host.ready.push_back(Ready::Judge { request, player, cells, legal });
            return Ok(Verdict::Done);
        }
        drop(host);
        self.answer_selection(request, cells.to_vec(), player);
        Ok(Verdict::Done)
    }

    /// Closes a question with the selected cells and wakes the handler that asked it.
    pub(super) fn answer_selection(&self, request: u32, cells: Vec<u16>, player: PlayerId) {
        let mut host = self.ctx.host();
        let Some(question) = host.requests.take(request) else { return };
        if let Owner::Script(token) = question.owner {
            self.answered.set(true);
            host.wake(token, WakeValue::Selected(cells, Some(player)));
        }
        drop(host);
        self.ctx.script().forget_request(request);
    }

    /// Hands a player's seat over to the stand-in, or gives it back to the player.
    fn hand_over(&self, player: PlayerId, on: bool) -> Result<Verdict, Rejection> {
        let mut host = self.ctx.host();
        let Some(seat) = host.seats.of(player) else { return Err(not_seated()) };
        if on && !host.seats.stands_in {
            return Err(refuse(
                "no_stand_in",
                "这张地图不能托管。",
                "Nobody can stand in for you here.",
            ));
        }
        match (on, host.seats.is_stood_in(seat)) {
            (true, true) => Err(handed_over()),
            (false, false) => {
                Err(refuse("not_handed_over", "本来就是你自己在玩。", "You are playing yourself."))
            }
            _ => {
                host.hand_over(seat, player, on);
                Ok(Verdict::Done)
            }
        }
    }

    fn action(&self, player: PlayerId, id: &str, value: &str) -> Result<Verdict, Rejection> {
        let mut host = self.ctx.host();
        let seated = host.seats.of(player).is_some();
        let Some(button) = host.hud.all_buttons().find(|button| button.id == id) else {
            return Err(refuse("no_button", "没有这个按钮。", "There is no such button."));
        };
        if button.seated && !seated {
            return Err(not_seated());
        }
        if !button.enabled {
            return Err(refuse("disabled", "现在不能这样做。", "That cannot be done now."));
        }
        if !button.options.is_empty() && button.options.iter().all(|option| option.value != value) {
            return Err(refuse("no_option", "没有这个选项。", "It does not offer that."));
        }
        let args = vec![("eventobjid", player.into()), ("id", id.into()), ("value", value.into())];
        host.raise("Room.Action", args);
        Ok(Verdict::Done)
    }

    fn chat(&self, player: PlayerId, text: &str) -> Result<Verdict, Rejection> {
        let mut host = self.ctx.host();
        let text = text.trim();
        if text.is_empty() {
            return Err(refuse("empty", "请先输入内容。", "Type something first."));
        }
        if text.chars().count() > host.limits.chat_chars {
            return Err(refuse("too_long", "这句话太长了。", "That is too long."));
        }
        let line = OutputBody::Chat { from: Some(player), text: LocalText::same(text) };
        if host.outbox.send(Audience::All, line).is_ok() {
            let args = vec![("eventobjid", player.into()), ("content", text.into())];
            host.raise("Player.NewInputContent", args);
            // Maps written before the event was split in two listen to this one.
            host.tell("Player.InputContent", Fields::of(player.0).with("content", text));
        }
        Ok(Verdict::Done)
    }

    /// Goes back to an event, for a player who is alone at the table.
    fn go_back(&self, player: PlayerId, event: u64) -> Result<Verdict, Rejection> {
        let host = self.ctx.host();
        let seat = may_take_back(&host, player)?;
        if !opponents(&host, seat).is_empty() {
            return Err(refuse(
                "not_alone",
                "还有别人在对局中，不能回到以前的局面。",
                "Others play here too, so you cannot go back alone.",
            ));
        }
        Ok(Verdict::GoBack(player, event))
    }

    fn take_back(&self, player: PlayerId) -> Result<Verdict, Rejection> {
        let mut host = self.ctx.host();
        let seat = may_take_back(&host, player)?;
        if host.requests.iter().any(|question| matches!(question.owner, Owner::TakeBack { .. })) {
            return Err(refuse(
                "asked",
                "已经有人请求撤回。",
                "A take-back has been asked already.",
            ));
        }
        let others = opponents(&host, seat);
        if others.is_empty() {
            return Ok(Verdict::Rewind(player));
        }
        let name = host.players.get(player).map(|player| player.name.clone()).unwrap_or_default();
        for seat in others {
            host.requests.ask(Question {
                id: 0,
                seat,
                owner: Owner::TakeBack { by: player },
                hint: LocalText::new(
                    format!("{name}想撤回一步，同意吗？"),
                    format!("{name} wants to take a move back. Do you agree?"),
                ),
                choices: Arc::new(vec![button("同意", "Agree"), button("不同意", "Decline")]),
                deadline: None,
                default: None,
                explains: false,
                picked: Vec::new(),
                delegated: None,
                selection: None,
                panel: None,
                shown_since: None,
            });
        }
        Ok(Verdict::Done)
    }

    /// Handles one seat's answer to whether `by` may take its move back.
    fn take_back_answered(&self, by: PlayerId, agreed: bool) -> Verdict {
        let mut host = self.ctx.host();
        let is_open = |question: &Question| question.owner == Owner::TakeBack { by };
        if agreed {
            let all = !host.requests.iter().any(is_open);
            return if all { Verdict::Rewind(by) } else { Verdict::Done };
        }
        host.requests.withdraw(is_open);
        let text = LocalText::new("对方不同意撤回。", "The take-back was declined.");
        // A lost toast is no reason to refuse the answer.
        let _ = host.outbox.toast(Audience::Player(by), ToastKind::Info, text);
        Verdict::Done
    }
}

/// The seat of a player, if moves may be taken back there.
fn may_take_back(host: &Host, player: PlayerId) -> Result<SeatIndex, Rejection> {
    if !host.package.take_back() {
        return Err(refuse(
            "no_take_back",
            "这张地图不能撤回。",
            "Moves cannot be taken back here.",
        ));
    }
    host.seats.of(player).ok_or_else(not_seated)
}

/// The other seats with people who are present.
fn opponents(host: &Host, seat: SeatIndex) -> Vec<SeatIndex> {
    (0..)
        .zip(host.seats.holders())
        .filter(|(index, holder)| {
            *index != seat
                && matches!(holder, SeatHolder::Player { player }
                    if host.players.get(*player).is_some_and(|player| player.present))
        })
        .map(|(index, _)| index)
        .collect()
}

/// The open question that a player answers. It must be put to the player's seat and not be
/// delegated to the stand-in.
fn question_for(host: &Host, player: PlayerId, request: u32) -> Result<&Question, Rejection> {
    let seat = host.seats.of(player).ok_or_else(not_seated)?;
    let question = host.requests.get(request).filter(|question| question.seat == seat);
    let closed = || refuse("closed", "这个问题已经过去了。", "That question is closed.");
    let question = question.ok_or_else(closed)?;
    if question.delegated.is_some() {
        return Err(handed_over());
    }
    Ok(question)
}

/// The message for cells that may not be selected together, if the map gives no reason.
pub(super) fn not_together() -> LocalText {
    LocalText::new("这些牌不能一起选。", "These cannot be selected together.")
}

fn button(zh: &str, en: &str) -> Choice {
    Choice { path: Vec::new(), label: Some(LocalText::new(zh, en)) }
}

pub(super) fn refuse(code: &'static str, zh: &str, en: &str) -> Rejection {
    Rejection { code, text: LocalText::new(zh, en) }
}

fn handed_over() -> Rejection {
    refuse(
        "handed_over",
        "正在托管；先收回座位再走。",
        "The computer plays for you; take your seat back first.",
    )
}

fn not_seated() -> Rejection {
    refuse("not_seated", "请先入座。", "Take a seat first.")
}

/// The verdict on what a walking player did; `None` where there is no walking.
fn walked(done: Option<Result<(), Rejection>>) -> Result<Verdict, Rejection> {
    match done {
        Some(done) => done.map(|()| Verdict::Done),
        None => Err(refuse("no_walking", "这里不能走动。", "There is no walking here.")),
    }
}
