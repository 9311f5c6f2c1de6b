//! Moves are taken back in every map, whoever wrote it and whatever its moves look like.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::PLUGINS;
use crate::common::shipped_files;
use fangqi_protocol::run_job_alone;
use fangqi_protocol::{Input, PlayerId, Record, RequestView, SelectView, Tick};
use fangqi_room::{MapPackage, Room, RoomOptions};

/// Most inputs until somebody can move.
const PATIENCE: usize = 400;

/// A room with people on all its seats.
struct Game {
    room: Room,
    people: Vec<PlayerId>,
    now: Tick,
    picks: u64,
}

impl Game {
    fn open(map: Arc<MapPackage>) -> Self {
        let options = RoomOptions { seed: 5, ..RoomOptions::default() };
        let (room, _) = Room::open(map, options).unwrap();
        let mut game = Self { room, people: Vec::new(), now: 0, picks: 1 };
        for seat in 0..game.room.seats().len() as u8 {
            let player = PlayerId(1001 + u64::from(seat));
            game.apply(Input::Join { player, name: format!("p{seat}") });
            // Whoever comes first may have been given a seat by the map.
            game.apply(Input::Sit { player, seat });
            game.people.push(player);
        }
        game
    }

    /// Whether it was taken.
    fn apply(&mut self, input: Input) -> bool {
        self.refusal(input).is_none()
    }

    /// Why it was not taken, if it was not.
    fn refusal(&mut self, input: Input) -> Option<&'static str> {
        let applied = self.room.apply(self.now, input);
        let refused = applied.rejected.map(|rejection| rejection.code);
        for job in applied.jobs {
            let result = run_job_alone(&job.spec);
            self.apply(Input::JobDone { job: job.id, result });
        }
        refused
    }

    fn pick(&mut self, bound: usize) -> usize {
        self.picks = self.picks.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.picks >> 33) as usize % bound.max(1)
    }

    /// Somebody who is asked something by the map; time passes until then.
    fn asked(&mut self) -> Option<(PlayerId, RequestView)> {
        for _ in 0..PATIENCE {
            let request = |&player: &PlayerId| Some((player, self.room.scene(player).request?));
            if let Some(found) = self.people.iter().find_map(request) {
                return Some(found);
            }
            self.now = self.room.next_wake()?.max(self.now + 1);
            self.apply(Input::Tick);
        }
        None
    }

    /// The player answers; whether it found an answer. What it tries besides belongs to its move.
    fn answer(&mut self, player: PlayerId, request: &RequestView) -> bool {
        for _ in 0..40 {
            if let Some(selection) = &request.selection
                && self.pick(3) > 0
            {
                let cells = self.selected(selection);
                self.apply(Input::Select { player, request: request.id, cells });
            } else if !request.choices.is_empty() {
                let choice = self.pick(request.choices.len());
                let path = &request.choices[choice].path;
                for &pos in path {
                    assert!(self.apply(Input::Click { player, pos, face: 5 }));
                }
                if path.is_empty() {
                    let choice = choice as u32;
                    self.apply(Input::Choose { player, request: request.id, choice });
                }
            }
            let still = self.room.scene(player).request.is_some_and(|now| now.id == request.id);
            if !still {
                return true;
            }
        }
        false
    }

    /// Something that may be selected, as far as the question tells.
    fn selected(&mut self, selection: &SelectView) -> Vec<u16> {
        if let Some(set) = selection.legal.get(self.pick(selection.legal.len())) {
            let mut cells = Vec::new();
            for class in set.chars() {
                let fits = |(cell, it): &(u16, char)| *it == class && !cells.contains(cell);
                cells.extend((0..).zip(selection.classes.chars()).find(fits).map(|(cell, _)| cell));
            }
            return cells;
        }
        let suggested = selection.suggest.get(self.pick(selection.suggest.len())).cloned();
        suggested.unwrap_or_else(|| (0..selection.max.min(4) as u16).collect())
    }

    /// The player takes its last move back, with everybody's consent.
    fn take_back(&mut self, player: PlayerId) {
        assert_eq!(self.refusal(Input::TakeBack { player }), None, "{}", self.map());
        for other in self.people.clone().into_iter().filter(|other| *other != player) {
            let Some(asked) = self.room.scene(other).request else { continue };
            let agree = asked
                .choices
                .iter()
                .position(|choice| choice.label.as_ref().is_some_and(|label| label.en == "Agree"));
            let choice = agree.expect("it is asked whether it agrees") as u32;
            let consent = Input::Choose { player: other, request: asked.id, choice };
            assert_eq!(self.refusal(consent), None, "{}", self.map());
        }
    }

    fn map(&self) -> String {
        let last = self.room.history().split_off(self.room.history().len().saturating_sub(6));
        format!("{}: {last:?}", self.room.package().id())
    }

    /// What the state is made of.
    fn parts(&self) -> Vec<(&'static str, u64)> {
        self.room.state_parts()
    }
}

/// Takes moves back as they are made; how many.
fn play(map: &str, mut game: Game) -> usize {
    for round in 0..6 {
        let Some((player, request)) = game.asked() else { return round };
        let (before, event) = (game.parts(), game.room.event());
        assert!(game.answer(player, &request), "{map}: no answer to {request:?} was taken");
        game.take_back(player);
        let rewound = game.room.history().last().and_then(|record: &Record| record.rewound);
        assert_eq!(rewound, Some(event), "{map}, move {round}: this move, and nothing before it");
        let now = game.parts();
        let differ: BTreeSet<&str> =
            now.iter().filter(|part| !before.contains(part)).map(|(name, _)| *name).collect();
        assert!(differ.is_empty(), "{map}, move {round}: {differ:?} are not as they were");
        let replayed = Room::replay(
            Arc::clone(game.room.package()),
            game.room.options().clone(),
            game.room.history(),
        );
        assert_eq!(replayed.unwrap().state_hash(), game.room.state_hash(), "{map}");
        // And it goes on from there.
        let Some((player, request)) = game.asked() else { return round + 1 };
        game.answer(player, &request);
    }
    6
}

#[test]
fn every_map_takes_moves_back() {
    let files = shipped_files();
    let maps = files.keys().filter_map(|path| path.strip_suffix("/map.toml"));
    let (mut without, mut tried_in) = (Vec::new(), 0);
    for name in maps {
        let map = Arc::new(MapPackage::load(&files, name, PLUGINS).unwrap());
        if !map.take_back() {
            without.push((name, map.seats().is_empty()));
            continue;
        }
        let tried = play(name, Game::open(map));
        assert!(tried > 0, "{name}: nobody was asked anything");
        tried_in += 1;
    }
    // One map is the lesson in which an author writes taking back.
    let refused: Vec<_> =
        without.iter().filter(|(_, seatless)| !seatless).map(|(name, _)| *name).collect();
    assert_eq!(refused, ["tutorial-xiangqi"]);
    assert!(tried_in >= 18, "{tried_in} maps");
}
