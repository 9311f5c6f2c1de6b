//! Damage, and other changes of hp.

use super::{About, Cx, EnterDying, Flow, Frame, Kill, forks};
use crate::basics::{Nature, PlayerId};
use crate::event::{Damage, Data, Event, Live, Recover, live};
use crate::scripts::Value;
use crate::state::LogLine;

/// The damage in an event's data.
pub(super) fn damage_of(data: &Live) -> Option<Damage> {
    match &*data.borrow() {
        Data::Damage(damage) => Some(damage.clone()),
        _ => None,
    }
}

/// Damage with all its stages: source and target may change or prevent it, hp drops, source and
/// target react, and chained players take it too.
#[derive(Debug, Clone)]
pub struct DamageFrame {
    data: Live,
    at: u8,
}

impl DamageFrame {
    /// Inflicts damage.
    pub fn new(damage: Damage) -> DamageFrame {
        DamageFrame { data: live(Data::Damage(damage)), at: 0 }
    }

    /// The event of a stage and the player it concerns; `None` if the stage is skipped.
    fn stage(&self, cx: &Cx<'_>, at: u8, damage: &Damage) -> Option<(Event, PlayerId)> {
        // Dead players get the event only if a skill's `can_trigger` allows the dead.
        let (event, player) = match at {
            1 if damage.chain => return None,
            1 => (Event::Predamage, damage.from?),
            2 => (Event::Predamaged, damage.to),
            3 => (Event::DamageDone, damage.to),
            4 => (Event::Damage, damage.from?),
            5 => (Event::Damaged, damage.to),
            _ => (Event::DamageComplete, damage.to),
        };
        let ruled = matches!(event, Event::DamageDone | Event::DamageComplete);
        (ruled || cx.heard(event)).then_some((event, player))
    }
}

impl Frame for DamageFrame {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        let Some(damage) = damage_of(&self.data) else { return Flow::done(false) };
        // The result of DamageDone is ignored. A handler that ends an earlier stage prevents the
        // damage. Later on, the damage has been done, and only the remaining stages are cancelled.
        if input.is_true() && self.at != 3 {
            return Flow::done(self.at > 3);
        }
        if self.at == 0 && !cx.alive(damage.to) || self.at < 3 && damage.amount <= 0 {
            return Flow::done(false);
        }
        while self.at < 6 {
            self.at += 1;
            if let Some((event, player)) = self.stage(cx, self.at, &damage) {
                return Flow::raise(cx, event, player, &self.data);
            }
        }
        Flow::done(true)
    }

    fn about(&self) -> About {
        let about = About::new("damage");
        match damage_of(&self.data) {
            Some(Damage { to, card: Some(card), .. }) => about.player(to).card(&card),
            Some(damage) => about.player(damage.to),
            None => about,
        }
    }
}

/// The rules' handler of [`Event::DamageDone`]: hp drops.
#[derive(Debug, Clone)]
pub(super) struct Apply {
    data: Live,
    at: u8,
}

impl Apply {
    pub(super) fn new(data: Live) -> Apply {
        Apply { data, at: 0 }
    }
}

/// Raises the event for a change of hp; `None` if no skill listens.
fn hp_changed(cx: &Cx<'_>, who: PlayerId) -> Option<Flow> {
    let heard = cx.heard(Event::HpChanged);
    heard.then(|| Flow::raise(cx, Event::HpChanged, who, &live(Data::None)))
}

impl Frame for Apply {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        let Some(damage) = damage_of(&self.data) else { return Flow::done(false) };
        self.at += 1;
        if self.at == 1 {
            let mut state = cx.m();
            state.player_mut(damage.to).hp -= damage.amount;
            let key = if damage.from.is_some() { "#Damage" } else { "#DamageNoSource" };
            let mut line = LogLine::new(key).to(&[damage.to]).arg(damage.amount);
            line.from = damage.from;
            state.log.push(line.arg2(format!("{}_nature", damage.nature.text())));
            drop(state);
            if let Some(flow) = hp_changed(cx, damage.to) {
                return flow;
            }
            self.at = 2;
        }
        if self.at == 2 && cx.s().player(damage.to).hp <= 0 {
            return Flow::push(EnterDying::new(damage.to, Some(Live::clone(&self.data))));
        }
        Flow::done(false)
    }

    fn about(&self) -> About {
        About::new("damage")
    }
}

/// The rules' handler of [`Event::DamageComplete`]: iron chains pass on fire and thunder damage,
/// even if the first victim died of it; the dead stay chained until then.
#[derive(Debug, Clone)]
pub(super) struct Spread {
    data: Live,
    left: Option<Vec<PlayerId>>,
}

impl Spread {
    pub(super) fn new(data: Live) -> Spread {
        Spread { data, left: None }
    }
}

impl Frame for Spread {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        let Some(damage) = damage_of(&self.data) else { return Flow::done(false) };
        if damage.nature == Nature::Normal {
            return Flow::done(false);
        }
        if self.left.is_none() {
            let mut state = cx.m();
            let chained = std::mem::take(&mut state.player_mut(damage.to).chained);
            // Damage that came along a chain does not start another pass, though it unchains.
            if !chained || damage.chain {
                return Flow::done(false);
            }
            let mut others = state.in_action_order();
            others.retain(|&id| state.player(id).chained);
            others.reverse();
            self.left = Some(others);
        }
        while let Some(to) = self.left.as_mut().and_then(Vec::pop) {
            let state = cx.s();
            let player = state.player(to);
            if player.alive && player.chained {
                return Flow::push(DamageFrame::new(Damage { to, chain: true, ..damage }));
            }
        }
        Flow::done(false)
    }

    fn about(&self) -> About {
        About::new("iron_chain")
    }
}

/// Recovery of hp.
#[derive(Debug, Clone)]
pub struct RecoverFrame {
    player: PlayerId,
    data: Live,
    at: u8,
}

impl RecoverFrame {
    /// Makes a player recover.
    pub fn new(player: PlayerId, recover: Recover) -> RecoverFrame {
        RecoverFrame { player, data: live(Data::Recover(recover)), at: 0 }
    }
}

impl Frame for RecoverFrame {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        self.at += 1;
        match self.at {
            1 if !cx.alive(self.player) || !cx.s().player(self.player).is_wounded() => {
                return Flow::done(false);
            }
            1 if cx.heard(Event::HpRecover) => {
                return Flow::raise(cx, Event::HpRecover, self.player, &self.data);
            }
            1 => self.at = 2,
            2 => {}
            _ => return Flow::done(true),
        }
        let amount = match &*self.data.borrow() {
            Data::Recover(recover) => recover.amount,
            _ => 0,
        };
        let mut state = cx.m();
        let player = state.player_mut(self.player);
        let gained = amount.min(player.max_hp - player.hp);
        if input.is_true() || !player.alive || gained <= 0 {
            return Flow::done(false);
        }
        player.hp += gained;
        state.log.push(LogLine::new("#Recover").from(self.player).arg(gained));
        drop(state);
        hp_changed(cx, self.player).unwrap_or(Flow::done(true))
    }

    fn about(&self) -> About {
        About::new("recover").player(self.player)
    }
}

/// Loss of hp without damage.
#[derive(Debug, Clone)]
pub struct LoseHp {
    player: PlayerId,
    data: Live,
    at: u8,
}

impl LoseHp {
    /// Makes a player lose hp.
    pub fn new(player: PlayerId, count: i32) -> LoseHp {
        LoseHp { player, data: live(Data::Int(i64::from(count))), at: 0 }
    }
}

impl Frame for LoseHp {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        self.at += 1;
        if self.at == 1 {
            if cx.heard(Event::HpLost) {
                return Flow::raise(cx, Event::HpLost, self.player, &self.data);
            }
            self.at = 2;
        }
        let count = match *self.data.borrow() {
            Data::Int(count) => count as i32,
            _ => 0,
        };
        if self.at == 2 {
            if input.is_true() || count <= 0 || !cx.alive(self.player) {
                return Flow::end();
            }
            let mut state = cx.m();
            state.log.push(LogLine::new("#LoseHp").from(self.player).arg(count));
            state.player_mut(self.player).hp -= count;
            drop(state);
            if let Some(flow) = hp_changed(cx, self.player) {
                return flow;
            }
            self.at = 3;
        }
        if self.at == 3 && cx.s().player(self.player).hp <= 0 {
            return Flow::push(EnterDying::new(self.player, None));
        }
        Flow::end()
    }

    fn about(&self) -> About {
        About::new("lose_hp").player(self.player)
    }
}

/// Loss of maximum hp; a player without any dies.
#[derive(Debug, Clone)]
pub struct LoseMaxHp {
    player: PlayerId,
    data: Live,
    at: u8,
}

impl LoseMaxHp {
    /// Reduces a player's maximum hp.
    pub fn new(player: PlayerId, count: i32) -> LoseMaxHp {
        LoseMaxHp { player, data: live(Data::Int(i64::from(count))), at: 0 }
    }

    fn lose(&self, cx: &Cx<'_>) {
        let count = match *self.data.borrow() {
            Data::Int(count) => count as i32,
            _ => 0,
        };
        let mut state = cx.m();
        state.log.push(LogLine::new("#LoseMaxHp").from(self.player).arg(count));
        let player = state.player_mut(self.player);
        player.max_hp = (player.max_hp - count).max(0);
        player.hp = player.hp.min(player.max_hp);
    }
}

impl Frame for LoseMaxHp {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        self.at += 1;
        if self.at == 1 {
            if cx.heard(Event::MaxHpLost) {
                return Flow::raise(cx, Event::MaxHpLost, self.player, &self.data);
            }
            self.at = 2;
        }
        if self.at == 2 {
            if input.is_true() {
                return Flow::end();
            }
            self.lose(cx);
            if cx.heard(Event::MaxHpChanged) {
                return Flow::raise(cx, Event::MaxHpChanged, self.player, &live(Data::None));
            }
        }
        let state = cx.s();
        let player = state.player(self.player);
        if player.max_hp > 0 || !player.alive {
            return Flow::end();
        }
        drop(state);
        Flow::Become(Box::new(Kill::new(self.player, None)))
    }

    fn about(&self) -> About {
        About::new("lose_max_hp").player(self.player)
    }
}

/// Sets hp directly, as scripts do.
#[derive(Debug, Clone)]
pub struct SetHp {
    player: PlayerId,
    hp: i32,
    set: bool,
}

impl SetHp {
    /// Sets a player's hp, unless it exceeds the maximum.
    pub fn new(player: PlayerId, hp: i32) -> SetHp {
        SetHp { player, hp, set: false }
    }
}

impl Frame for SetHp {
    forks!();

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        if self.set {
            return Flow::end();
        }
        self.set = true;
        let mut state = cx.m();
        state.player_mut(self.player).set_hp(self.hp);
        drop(state);
        hp_changed(cx, self.player).unwrap_or(Flow::end())
    }

    fn about(&self) -> About {
        About::new("set_hp").player(self.player)
    }
}
