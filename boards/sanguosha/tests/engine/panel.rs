//! Possible clicks, from nothing chosen to an answer.

use crate::simple::{Simple, give, table};
use fangqi_sanguosha::panel::answer_text;
use fangqi_sanguosha::{Answer, Card, Chosen, Cx, Engine, Panel, PlayerId, Status, request};

const A: PlayerId = PlayerId(0);
const B: PlayerId = PlayerId(1);

fn duel() -> (Engine, Simple) {
    let (mut engine, scripts) = table(2, 7);
    assert_eq!(engine.run(&scripts), Status::Asking);
    for id in [A, B] {
        crate::simple::empty_hand(&engine, id);
    }
    (engine, scripts)
}

fn panel(engine: &Engine, scripts: &Simple, chosen: &Chosen) -> Panel {
    let request = engine.request().expect("somebody is asked");
    Panel::of(&Cx::new(engine.state(), scripts), request.who, &request.ask, chosen)
}

#[test]
fn a_slash_wants_a_card_and_then_a_target() {
    let (mut engine, scripts) = duel();
    let slash = give(&engine, A, "slash");
    let jink = give(&engine, A, "jink");
    let mut chosen = Chosen::default();
    let before = panel(&engine, &scripts, &chosen);
    assert_eq!((&before.cards[..], &before.players[..]), (&[slash][..], &[][..]));
    assert!(before.ready.is_none() && before.decline);
    chosen.cards.push(slash);
    let half = panel(&engine, &scripts, &chosen);
    assert_eq!((&half.players[..], half.ready), (&[B][..], None));
    chosen.targets.push(B);
    let ready = panel(&engine, &scripts, &chosen);
    assert!(ready.players.is_empty(), "one target is enough");
    let answer = ready.ready.expect("it is an answer");
    assert_eq!(answer, Answer::Card(Card::Real(slash), vec![B]));
    engine.answer(&scripts, A, &answer).unwrap();
    engine.run(&scripts);
    let wrong = Chosen { cards: vec![jink], ..Chosen::default() };
    assert_eq!(panel(&engine, &scripts, &wrong).ready, None, "it is in another's hand");
}

#[test]
fn answers_are_written_as_they_are_read() {
    let (mut engine, scripts) = table(4, 3);
    let mut plain = fangqi_sanguosha::players::Plain::new(5);
    for _ in 0..300 {
        if engine.run(&scripts) != Status::Asking {
            break;
        }
        let request = engine.request().expect("a question").clone();
        let cx = Cx::new(engine.state(), &scripts);
        let answer = plain.answer(&cx, &request);
        let text = answer_text(&cx.s(), &answer);
        assert_eq!(request::read_answer(&cx, &request.ask, &text), Some(answer.clone()), "{text}");
        if engine.answer(&scripts, request.who, &answer).is_err() {
            engine.answer_by_default(&scripts);
        }
    }
}

/// A player who clicks only what is offered, and confirms when possible, is never refused.
#[test]
fn what_is_offered_is_accepted() {
    let (mut engine, scripts) = table(5, 11);
    let mut accepted = 0;
    for step in 0..400_usize {
        if engine.run(&scripts) != Status::Asking {
            break;
        }
        let who = engine.request().expect("a question").who;
        let mut chosen = Chosen::default();
        let mut ready = None;
        for click in 0..6 {
            let next = panel(&engine, &scripts, &chosen);
            ready = next.ready.or(ready);
            if let Some(option) = next.options.first() {
                ready = Some(Answer::Text(option.to_string()));
            }
            let card = next.cards.get((step + click) % next.cards.len().max(1));
            match (card, next.players.first()) {
                _ if ready.is_some() => break,
                (_, Some(&player)) => chosen.targets.push(player),
                (Some(&card), None) if next.count == 1 => chosen.cards = vec![card],
                (Some(&card), None) => chosen.cards.push(card),
                (None, None) => break,
            }
        }
        match ready {
            Some(answer) => {
                engine.answer(&scripts, who, &answer).unwrap_or_else(|why| {
                    panic!("{chosen:?} was offered and refused: {why}");
                });
                accepted += 1;
            }
            None => engine.answer_by_default(&scripts),
        }
    }
    assert!(accepted > 50, "only {accepted} answers were found");
}
