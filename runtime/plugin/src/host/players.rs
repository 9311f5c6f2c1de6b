use fangqi_protocol::{LocalText, PlayerId, PlayerView, SeatHolder, SeatIndex, SeatView, Tick};
use serde::{Deserialize, Serialize};

use super::absence::Care;
use crate::package::SeatDef;

/// Someone who has joined the room, present or not.
#[derive(Debug, Clone, PartialEq, Hash, Serialize, Deserialize)]
pub struct Player {
    /// Its number in the room.
    pub id: PlayerId,
    /// The name shown to others.
    pub name: String,
    /// Whether it is connected now.
    pub present: bool,
    /// Its position in blocks. On board maps that is the camera's target.
    pub position: [i32; 3],
    /// Its score.
    pub score: i64,
    /// Its place in the ranking; 0 when it has none.
    pub ranking: i64,
    /// Its result: 0 playing, 1 won, 2 ended.
    pub result: u8,
    /// Its team; 0 for none.
    pub team: i32,
    /// The cell it clicked last, if that is what it looks at.
    pub aim: Option<[i32; 3]>,
}

/// Everyone who has been in the room, in order of arrival.
#[derive(Debug, Default, Hash)]
pub struct Players {
    list: Vec<Player>,
}

impl Players {
    /// Adds a player, or marks a known one as present under its new name. Returns whether it is
    /// new.
    pub fn join(&mut self, id: PlayerId, name: &str, position: [i32; 3]) -> bool {
        if let Some(player) = self.list.iter_mut().find(|player| player.id == id) {
            player.present = true;
            name.clone_into(&mut player.name);
            return false;
        }
        self.list.push(Player {
            id,
            name: name.to_owned(),
            present: true,
            position,
            score: 0,
            ranking: 0,
            result: 0,
            team: 0,
            aim: None,
        });
        true
    }

    /// The player with a number.
    pub fn get(&self, id: PlayerId) -> Option<&Player> {
        self.list.iter().find(|player| player.id == id)
    }

    /// The player with a number, mutably.
    pub fn get_mut(&mut self, id: PlayerId) -> Option<&mut Player> {
        self.list.iter_mut().find(|player| player.id == id)
    }

    /// The players of a restored room.
    pub fn restored(list: Vec<Player>) -> Self {
        Self { list }
    }

    /// All players, in order of arrival.
    pub fn iter(&self) -> impl Iterator<Item = &Player> {
        self.list.iter()
    }

    /// All players, mutably, in order of arrival.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Player> {
        self.list.iter_mut()
    }

    /// Number of players, present or not.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// The player who is host of the room: the present one with the lowest number, else the first
    /// who came. Numbers ascend, and the lowest is reserved for the player who opened the room.
    pub fn host(&self) -> Option<PlayerId> {
        let present = self.list.iter().filter(|player| player.present).map(|player| player.id);
        present.min().or(self.list.first().map(|player| player.id))
    }

    /// The players as everyone sees them.
    pub fn view(&self) -> Vec<PlayerView> {
        self.list
            .iter()
            .map(|player| PlayerView {
                id: player.id,
                name: player.name.clone(),
                present: player.present,
            })
            .collect()
    }

    /// Whether [`Self::view`] would return the same.
    pub fn is_same_view(&self, view: &[PlayerView]) -> bool {
        let same = |player: &Player, view: &PlayerView| {
            (player.id, player.present) == (view.id, view.present) && player.name == view.name
        };
        self.list.len() == view.len() && self.list.iter().zip(view).all(|(own, v)| same(own, v))
    }
}

/// Who holds which seat, and who plays it.
#[derive(Debug)]
pub struct Seats {
    defs: Vec<SeatDef>,
    holders: Vec<SeatHolder>,
    cares: Vec<Care>,
    /// Whether the map has a stand-in.
    pub stands_in: bool,
}

impl Seats {
    /// All seats open.
    pub fn new(defs: &[SeatDef]) -> Self {
        Self {
            defs: defs.to_vec(),
            holders: vec![SeatHolder::Open; defs.len()],
            cares: vec![Care::Own; defs.len()],
            stands_in: false,
        }
    }

    /// Number of seats in play.
    pub fn len(&self) -> usize {
        self.holders.len()
    }

    /// Sets how many of the map's seats are in play, from the first on; at most all. Players on
    /// removed seats become spectators, and added seats are open.
    pub fn set_len(&mut self, count: usize) {
        let count = count.min(self.defs.len());
        self.holders.resize(count, SeatHolder::Open);
        self.cares.resize(count, Care::Own);
    }

    /// Whether the map has no seats, so that everybody who enters may play.
    pub fn is_empty(&self) -> bool {
        self.holders.is_empty()
    }

    /// Who holds a seat; `None` if there is no such seat.
    pub fn holder(&self, seat: SeatIndex) -> Option<SeatHolder> {
        self.holders.get(usize::from(seat)).copied()
    }

    /// Gives a seat, which must exist, to a holder, who also plays it.
    pub fn give(&mut self, seat: SeatIndex, holder: SeatHolder) {
        self.holders[usize::from(seat)] = holder;
        self.cares[usize::from(seat)] = Care::Own;
    }

    /// Swaps the holders of two seats, which must exist, and who plays them.
    pub fn swap(&mut self, first: SeatIndex, second: SeatIndex) {
        self.holders.swap(usize::from(first), usize::from(second));
        self.cares.swap(usize::from(first), usize::from(second));
    }

    /// Who plays a seat that a person holds.
    pub fn care(&self, seat: SeatIndex) -> Care {
        self.cares.get(usize::from(seat)).copied().unwrap_or_default()
    }

    /// Who plays each seat, in order.
    pub fn cares(&self) -> &[Care] {
        &self.cares
    }

    /// Sets who plays a seat, which must exist.
    pub fn set_care(&mut self, seat: SeatIndex, care: Care) {
        self.cares[usize::from(seat)] = care;
    }

    /// Applies a change to who plays each seat.
    pub fn change_cares(&mut self, change: impl FnMut(&mut Care)) {
        self.cares.iter_mut().for_each(change);
    }

    /// Whether the stand-in plays a seat.
    pub fn is_stood_in(&self, seat: SeatIndex) -> bool {
        matches!(self.care(seat), Care::StandIn { .. })
    }

    /// The seat of a player.
    pub fn of(&self, player: PlayerId) -> Option<SeatIndex> {
        let index =
            self.holders.iter().position(|holder| *holder == SeatHolder::Player { player })?;
        u8::try_from(index).ok()
    }

    /// How many seats the map has.
    pub fn most(&self) -> usize {
        self.defs.len()
    }

    /// What a seat is called among those who play; `None` if the map has no such seat.
    pub fn name(&self, seat: SeatIndex) -> Option<&LocalText> {
        self.defs.get(usize::from(seat)).map(|def| def.name(self.len()))
    }

    /// The holders, in order.
    pub fn holders(&self) -> &[SeatHolder] {
        &self.holders
    }

    /// The seats as everyone sees them; `shift` is how far outside time is ahead of the room's.
    pub fn view(&self, shift: Tick) -> Vec<SeatView> {
        self.defs
            .iter()
            .zip(&self.holders)
            .zip(&self.cares)
            .map(|((def, holder), care)| SeatView {
                name: def.name(self.len()).clone(),
                colour: def.colour(self.len()).to_owned(),
                holder: *holder,
                care: care.view(self.stands_in, shift),
                can_hand_over: self.stands_in && matches!(holder, SeatHolder::Player { .. }),
            })
            .collect()
    }
}
