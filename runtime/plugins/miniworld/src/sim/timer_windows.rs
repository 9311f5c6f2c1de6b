//! Showing timers to players.

use fangqi_protocol::{Audience, PlayerId, TICKS_PER_SECOND};
use fangqi_world::{EffectChange, Effects, FloatingText, Rgb, TextId, ViewerId};

use crate::globals::Window;
use crate::map::MiniMap;
use crate::room::MiniRoom;
use crate::views::TimerView;

/// Height of the lowest window above the camera's target, in blocks.
const HEIGHT: f32 = 4.0;
/// Distance between the windows of one player, in blocks.
const SPACING: f32 = 0.75;
/// Letter height.
const SIZE: u8 = 20;
/// Maximum number of windows for one player.
const PER_PLAYER_MAX: usize = 8;

impl MiniRoom<'_> {
    /// Shows a timer to a player under a title, or changes the title.
    ///
    /// # Errors
    /// Why no more windows can be shown.
    pub fn show_timer_window(
        &mut self,
        timer: u32,
        player: PlayerId,
        title: &str,
    ) -> Result<(), String> {
        if let Some(window) = self.globals.timer_windows.shown.get_mut(&(timer, player)) {
            title.clone_into(&mut window.title);
        } else {
            let windows = self.globals.timer_windows.shown.iter();
            let own = windows.filter(|((_, viewer), _)| *viewer == player);
            let taken: Vec<u8> = own.map(|(_, window)| window.place).collect();
            let full = !self.package.walks() && self.effects.len() >= Effects::COUNT_MAX;
            if taken.len() >= PER_PLAYER_MAX || full {
                return Err(format!("player {} is shown {} timers already", player.0, taken.len()));
            }
            let place = (0..).find(|place| !taken.contains(place)).unwrap_or_default();
            let window = Window { text: self.globals.fresh_id(), title: title.to_owned(), place };
            self.globals.timer_windows.shown.insert((timer, player), window);
        }
        self.refresh_timer_windows(timer);
        Ok(())
    }

    /// Hides a timer from a player, or from everyone.
    pub fn hide_timer_windows(&mut self, timer: u32, player: Option<PlayerId>) {
        let of_timer = self.globals.timer_windows.shown.range(of(timer));
        let keys: Vec<(u32, PlayerId)> = of_timer
            .map(|(key, _)| *key)
            .filter(|(_, viewer)| player.is_none_or(|player| player == *viewer))
            .collect();
        for key in keys {
            if let Some(window) = self.globals.timer_windows.shown.remove(&key) {
                let change = EffectChange::RemoveText { id: TextId(window.text) };
                self.show_window(key.1, change);
            }
        }
    }

    /// The windows in players' own views, with those players, ordered by timer. Empty in maps where
    /// players do not walk.
    pub fn timer_views(&self) -> impl Iterator<Item = (PlayerId, TimerView)> {
        let walks = self.package.walks();
        let windows = self.globals.timer_windows.shown.iter().filter(move |_| walks);
        windows.filter_map(|((timer, player), window)| {
            let (time, since, way) = self.globals.minitimers.get(*timer)?.course();
            Some((*player, TimerView { title: window.title.clone(), time, since, way }))
        })
    }

    /// Updates the floating texts of a timer's windows.
    pub fn refresh_timer_windows(&mut self, timer: u32) {
        if self.package.walks() {
            return;
        }
        let Some(time) = self.globals.minitimers.get(timer).map(|timer| timer.time(self.clock))
        else {
            return;
        };
        let seconds = time / TICKS_PER_SECOND as i64;
        let clock = format!("{}:{:02}", seconds / 60, seconds % 60);
        let [x, y, z] = self.package.camera().target;
        let of_timer = self.globals.timer_windows.shown.range(of(timer));
        let changes: Vec<(PlayerId, EffectChange)> = of_timer
            .map(|((_, player), window)| {
                let text = FloatingText {
                    pos: [x, y + HEIGHT + SPACING * f32::from(window.place), z],
                    text: format!("{} {clock}", window.title).trim_start().to_owned(),
                    size: SIZE,
                    colour: Rgb::hex(0xff_ffff),
                    viewer: Some(ViewerId(player.0)),
                };
                (*player, EffectChange::SetText { id: TextId(window.text), text })
            })
            .collect();
        for (player, change) in changes {
            self.show_window(player, change);
        }
    }

    fn show_window(&mut self, player: PlayerId, change: EffectChange) {
        // The text is short, and its place was checked when the window was created. If the outbox
        // is full, the player sees the next second instead.
        if let Ok(Some(_)) = self.effects.apply(change.clone()) {
            let _ = self.outbox.effect(Audience::Player(player), change);
        }
    }
}

/// The range of keys of a timer's windows.
fn of(timer: u32) -> std::ops::RangeInclusive<(u32, PlayerId)> {
    (timer, PlayerId(0))..=(timer, PlayerId(u64::MAX))
}
