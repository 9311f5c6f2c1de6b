//! The fields of events about what lives and moves.

use crate::room::MiniRoom;
use fangqi_plugin::Fields;

/// Fields about a second object.
pub trait Toward {
    /// Who else has to do with it: `toobjid`, and its creature type, 0 for others. Older scripts
    /// read the first, newer ones the second.
    fn to(self, room: &MiniRoom<'_>, objid: u64) -> Self;
}

impl Toward for Fields {
    fn to(self, room: &MiniRoom<'_>, objid: u64) -> Self {
        let actorid = room.sim.actors.get(&objid).map_or(0, |actor| actor.actorid());
        self.with("toobjid", objid).with("targetactorid", u64::from(actorid))
    }
}

impl MiniRoom<'_> {
    /// The fields of most events of players: who, the slot at hand, and where.
    pub fn player_fields(&self, id: u64) -> Fields {
        self.with_player_fields(Fields::of(id), id)
    }

    /// The same with the fields that are there already.
    pub fn with_player_fields(&self, fields: Fields, id: u64) -> Fields {
        let slot = self.sim.people.get(&id).map_or(0, |person| person.slot);
        let fields = fields.with("shortix", u64::from(slot) + 1);
        match self.sim.actors.get(&id) {
            Some(actor) => fields.at(actor.pos),
            None => fields,
        }
    }

    /// The fields of events of creatures: who, and of which type.
    pub fn creature_fields(&self, id: u64) -> Fields {
        let actorid = self.sim.actors.get(&id).map_or(0, |actor| actor.actorid());
        Fields::of(id).with("actorid", u64::from(actorid))
    }
}
