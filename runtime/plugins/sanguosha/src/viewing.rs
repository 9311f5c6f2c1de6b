//! View-as skills: what the engine asks of packages about skills and the cards that they take. What
//! is answered in a look is kept for as long as it lasts.

use fangqi_sanguosha::{Card, CardId, Occasion, PlayerId, SkillId};

use super::convert::{Id, Ids, Made, Who};
use super::host::Host;
use super::query_cache::{What, numbered};

/// A view-as skill in somebody's hands.
#[derive(Debug, Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) skill: SkillId,
    pub(super) player: PlayerId,
    /// The cards chosen so far.
    pub(super) chosen: &'a [CardId],
    /// What is wanted, if a card is asked for.
    pub(super) pattern: &'a str,
}

impl Host {
    /// What a filter skill of a player makes of a card; nothing if it stays what it is.
    pub(super) fn filtered(&self, skill: SkillId, player: PlayerId, card: CardId) -> Option<Card> {
        let args = || (skill.0, Who(player), Id(card));
        let made: Option<Option<Made>> =
            self.ask(&self.run.filtered, args, || self.skill_name(skill));
        made.flatten().map(|made| made.0)
    }

    /// Whether a skill may be used now.
    pub(super) fn is_enabled(
        &self,
        skill: SkillId,
        player: PlayerId,
        occasion: Occasion<'_>,
    ) -> bool {
        let responds = occasion == Occasion::Play || self.shared.catalogue.skill(skill).responds;
        let looking = &self.shared.looking;
        responds
            && looking.kept(looking.on_occasion(skill, player, occasion), || {
                let (number, pattern) = numbered(occasion);
                let args = || (skill.0, Who(player), number, some(pattern));
                self.ask(&self.run.enabled, args, || self.skill_name(skill)).unwrap_or(false)
            })
    }

    /// Whether a skill takes a card beside those chosen.
    pub(super) fn view_takes(&self, view: View<'_>, candidate: CardId) -> bool {
        let looking = &self.shared.looking;
        looking.kept(looking.about_skill(What::Takes, view, Some(candidate)), || {
            let View { skill, player, chosen, pattern } = view;
            let args = || (skill.0, Who(player), Ids(chosen), Id(candidate), some(pattern));
            self.ask(&self.run.view_filter, args, || self.skill_name(skill)).unwrap_or(false)
        })
    }

    /// The card that a skill makes of those chosen.
    pub(super) fn view_makes(&self, view: View<'_>) -> Option<Card> {
        let looking = &self.shared.looking;
        looking.made(looking.about_skill(What::Makes, view, None), || {
            let View { skill, player, chosen, pattern } = view;
            let args = || (skill.0, Who(player), Ids(chosen), some(pattern));
            let made: Option<Option<Made>> =
                self.ask(&self.run.view_as, args, || self.skill_name(skill));
            made.flatten().map(|made| made.0)
        })
    }
}

/// A pattern, if there is one: none is made for the play phase.
fn some(pattern: &str) -> Option<&str> {
    Some(pattern).filter(|pattern| !pattern.is_empty())
}
