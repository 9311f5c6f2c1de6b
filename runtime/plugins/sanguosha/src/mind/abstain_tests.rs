//! Playing without one's own skills: they are left alone however they are offered, and what others'
//! skills ask for is answered as ever.

use fangqi_sanguosha::event::Damage;
use fangqi_sanguosha::{Answer, Nature, PlayerId, Status, ops};

use super::tests::{A, B, Scene};
use super::{Level, abstain};

/// A general whose skills are offered as a choice, for a card of one's own, and who makes whoever
/// hurts it give up a card.
const MONKS: &str = r##"
module("extensions.monks", package.seeall)
extension = sgs.Package("monks")
monk = sgs.General(extension, "monk", "qun", 4)
local function when_hurt(name, ask)
  monk:addSkill(sgs.CreateTriggerSkill({
    name = name,
    events = sgs.Damaged,
    on_trigger = function(_, _, player, data)
      ask(player:getRoom(), player, data:toDamage().from, data)
      return false
    end,
  }))
end
when_hurt("vow", function(room, player)
  if room:askForChoice(player, "vow", "draw+nothing") == "draw" then player:drawCards(1) end
end)
when_hurt("alms", function(room, player, _, data)
  if room:askForCard(player, "..", "@alms:" .. player:objectName(), data) then player:drawCards(2) end
end)
when_hurt("fine", function(room, _, from, data)
  if not room:askForCard(from, ".", "@fine-card", data) then room:loseHp(from) end
end)
"##;

fn hurt() -> Damage {
    let (from, nature) = (Some(B), Nature::Normal);
    Damage { from, to: A, card: None, amount: 1, nature, chain: false }
}

/// One monk hurts another. What is asked, of whom, and how it would be left alone.
fn asked() -> Vec<(PlayerId, Option<Answer>)> {
    let mut scene = Scene::of(("monks", MONKS), "monk", "");
    scene.deal(A, &["slash", "jink"]);
    scene.deal(B, &["slash", "jink"]);
    scene.table.engine_mut().push(ops::damage(hurt()));
    let mut seen = Vec::new();
    for _ in 0..3 {
        assert_eq!(scene.table.run(), Status::Asking);
        let request = scene.table.request().cloned().expect("a question");
        let stack = scene.table.engine().stack();
        let left = abstain::leave(&scene.table.state(), &stack, request.who, &request.ask);
        let answer = left.clone().unwrap_or(Answer::Decline);
        scene.table.answer(request.who, &answer).expect("an answer");
        seen.push((request.who, left));
    }
    seen
}

#[test]
fn own_skills_are_left_alone_however_they_are_offered() {
    let nothing = Answer::Text("nothing".into());
    assert_eq!(asked(), [(A, Some(nothing)), (A, Some(Answer::Decline)), (B, None)]);
}

#[test]
fn who_abstains_answers_others() {
    let mut scene = Scene::of(("monks", MONKS), "monk", "");
    scene.mind.abstain(A.index(), true);
    scene.deal(A, &["jink"]);
    scene.table.engine_mut().push(ops::ask_choice(
        A,
        "other",
        vec!["one".into(), "nothing".into()],
    ));
    assert_eq!(scene.table.run(), Status::Asking);
    let answer = scene.mind.reply(&scene.table, Level::Smart);
    assert!(
        matches!(answer, Answer::Text(_)),
        "a choice of no skill of its own is made: {answer:?}"
    );
}
