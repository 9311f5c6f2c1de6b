//! The fields of events about what lives and moves.

use fangqi_plugin::Fields;

use crate::room::MiniRoom;

/// Fields that only events of Mini World have.
pub trait EventFields {
    /// A page of the custom interface, under both spellings that scripts read.
    fn page(self, page: &str) -> Self;

    /// An item.
    fn item(self, item: u32, count: u32) -> Self;

    /// Who else has to do with it: `toobjid`, and its creature type, 0 for others. Older scripts
    /// read the first, newer ones the second.
    fn to(self, room: &MiniRoom<'_>, objid: u64) -> Self;
}

impl EventFields for Fields {
    fn page(self, page: &str) -> Self {
        self.with("CustomUI", page).with("CoustomUI", page)
    }

    fn item(self, item: u32, count: u32) -> Self {
        self.with("itemid", u64::from(item)).with("itemnum", u64::from(count))
    }

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
