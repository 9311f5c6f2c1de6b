//! A room's recent events, for clients that resume after a short disconnection.

use std::collections::VecDeque;
use std::sync::Arc;

use fangqi_protocol::{Audience, PlayerId, Tick};

use crate::wire::{Frame, ServerMessage};

/// The frames that one event showed, each with its audience.
#[derive(Debug)]
pub(super) struct EventFrames {
    /// The event's number.
    pub(super) event: u64,
    frames: Vec<(Audience, Frame)>,
    end: Frame,
    bytes: usize,
}

impl EventFrames {
    pub(super) fn new(event: u64, tick: Tick, frames: Vec<(Audience, Frame)>) -> Self {
        let end = Frame::message(&ServerMessage::Event { event, tick });
        let bytes = frames.iter().map(|(_, frame)| frame.size()).sum::<usize>() + end.size();
        Self { event, frames, end, bytes }
    }

    /// Appends to `batch` the frames whose audience includes `viewer`, and the end of the event.
    pub(super) fn show(&self, viewer: PlayerId, batch: &mut Vec<Frame>) {
        let seen = self.frames.iter().filter(|(audience, _)| audience.includes(viewer));
        batch.extend(seen.map(|(_, frame)| frame.clone()));
        batch.push(self.end.clone());
    }
}

/// The newest events, bounded in number and bytes.
#[derive(Debug)]
pub(super) struct Ring {
    events: VecDeque<Arc<EventFrames>>,
    bytes: usize,
    /// The newest event that is no longer kept.
    floor: u64,
    events_max: usize,
    bytes_max: usize,
}

impl Ring {
    /// An empty ring for a room whose last event is `floor`.
    pub(super) fn new(floor: u64, events_max: usize, bytes_max: usize) -> Self {
        Self { events: VecDeque::new(), bytes: 0, floor, events_max, bytes_max }
    }

    /// The number of the newest event.
    pub(super) fn last(&self) -> u64 {
        self.events.back().map_or(self.floor, |event| event.event)
    }

    /// Adds the next event and drops the oldest ones over the limits.
    pub(super) fn push(&mut self, event: Arc<EventFrames>) {
        self.bytes += event.bytes;
        self.events.push_back(event);
        while self.events.len() > self.events_max || self.bytes > self.bytes_max {
            let Some(old) = self.events.pop_front() else { break };
            self.bytes -= old.bytes;
            self.floor = old.event;
        }
    }

    /// Drops all events: neither `event` nor anything before it can be told by frames.
    pub(super) fn restart(&mut self, event: u64) {
        self.events.clear();
        self.bytes = 0;
        self.floor = event;
    }

    /// Whether a viewer that has seen events up to `after` can be sent what it missed.
    pub(super) fn covers(&self, after: u64) -> bool {
        (self.floor..=self.last()).contains(&after)
    }

    /// The frames for `viewer` of all events after `after`.
    pub(super) fn missed(&self, after: u64, viewer: PlayerId) -> Vec<Frame> {
        let mut frames = Vec::new();
        for event in self.events.iter().filter(|event| event.event > after) {
            event.show(viewer, &mut frames);
        }
        frames
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: PlayerId = PlayerId(1001);
    const TWO: PlayerId = PlayerId(1002);

    fn text(text: &str) -> Frame {
        Frame::Text(text.into())
    }

    fn event(number: u64, frames: Vec<(Audience, Frame)>) -> Arc<EventFrames> {
        Arc::new(EventFrames::new(number, 0, frames))
    }

    #[test]
    fn a_viewer_is_shown_only_what_it_may_see() {
        let event = event(
            1,
            vec![
                (Audience::All, text("all")),
                (Audience::Player(ONE), text("one")),
                (Audience::Except(ONE), text("others")),
            ],
        );
        let shown = |viewer| {
            let mut batch = Vec::new();
            event.show(viewer, &mut batch);
            batch.truncate(batch.len() - 1);
            batch
        };
        assert_eq!(shown(ONE), [text("all"), text("one")]);
        assert_eq!(shown(TWO), [text("all"), text("others")]);
    }

    #[test]
    fn old_events_go_and_the_floor_follows() {
        let mut ring = Ring::new(7, 3, 1 << 20);
        assert!(ring.covers(7));
        for number in 8..=12 {
            ring.push(event(number, Vec::new()));
        }
        assert_eq!(ring.last(), 12);
        let covered: Vec<u64> = (0..20).filter(|after| ring.covers(*after)).collect();
        assert_eq!(covered, [9, 10, 11, 12]);
        assert_eq!(ring.missed(10, ONE).len(), 2);
        ring.restart(13);
        assert!(!ring.covers(12) && ring.covers(13));
    }

    #[test]
    fn bytes_are_limited_too() {
        let mut ring = Ring::new(0, 100, 1000);
        for number in 1..=50 {
            ring.push(event(number, vec![(Audience::All, text(&"x".repeat(100)))]));
        }
        assert!(ring.bytes <= 1000 && !ring.events.is_empty());
        assert_eq!(ring.floor + ring.events.len() as u64, 50);
    }
}
