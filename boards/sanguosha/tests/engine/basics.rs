//! The engine without Lua, with a few cards whose effects are written in Rust.

use crate::simple::{Simple, card_named, game, give, table};
use fangqi_sanguosha::{Answer, Card, Engine, Place, PlayerId, Refusal, Status, View, notation};

const A: PlayerId = PlayerId(0);
const B: PlayerId = PlayerId(1);

/// A two-player game in the first player's play phase, with empty hands.
fn duel() -> (Engine, Simple) {
    let (mut engine, scripts) = table(2, 7);
    assert_eq!(engine.run(&scripts), Status::Asking);
    for id in [A, B] {
        crate::simple::empty_hand(&engine, id);
    }
    (engine, scripts)
}

fn answer(engine: &mut Engine, scripts: &Simple, who: PlayerId, text: &str) -> Result<(), Refusal> {
    let ask = engine.request().expect("somebody is asked").ask.clone();
    let answer = {
        let cx = fangqi_sanguosha::Cx::new(engine.state(), scripts);
        fangqi_sanguosha::request::read_answer(&cx, &ask, text).expect("a readable answer")
    };
    engine.answer(scripts, who, &answer)?;
    engine.run(scripts);
    Ok(())
}

#[test]
fn a_slash_that_is_not_answered_hurts() {
    let (mut engine, scripts) = duel();
    let slash = give(&engine, A, "slash");
    let jink = give(&engine, B, "jink");
    answer(&mut engine, &scripts, A, &format!("{}->sgs2", slash.0)).unwrap();
    let request = engine.request().unwrap();
    assert_eq!((request.who, request.ask.kind(), request.ask.detail()), (B, "card", "jink"));
    answer(&mut engine, &scripts, B, ".").unwrap();
    let state = engine.state().borrow();
    assert_eq!(state.player(B).hp, 3);
    assert_eq!(state.location(slash).place, Place::Discard);
    assert_eq!(state.location(jink).owner, Some(B));
}

#[test]
fn a_jink_answers_a_slash() {
    let (mut engine, scripts) = duel();
    let slash = give(&engine, A, "slash");
    let jink = give(&engine, B, "jink");
    answer(&mut engine, &scripts, A, &format!("{}->sgs2", slash.0)).unwrap();
    answer(&mut engine, &scripts, B, &jink.0.to_string()).unwrap();
    assert_eq!(engine.state().borrow().player(B).hp, 4);
    assert_eq!(engine.state().borrow().location(jink).place, Place::Discard);
}

#[test]
fn only_one_slash_in_a_phase() {
    let (mut engine, scripts) = duel();
    let first = give(&engine, A, "slash");
    let second = give(&engine, A, "slash");
    answer(&mut engine, &scripts, A, &format!("{}->sgs2", first.0)).unwrap();
    let refused = answer(&mut engine, &scripts, A, &format!("{}->sgs2", second.0));
    assert_eq!(refused, Err(Refusal::Unavailable));
    assert_eq!(engine.state().borrow().location(second).owner, Some(A));
}

#[test]
fn a_peach_rescues_and_its_lack_kills() {
    let (mut engine, scripts) = duel();
    engine.state().borrow_mut().player_mut(B).hp = 1;
    let slash = give(&engine, A, "slash");
    let peach = give(&engine, B, "peach");
    answer(&mut engine, &scripts, A, &format!("{}->sgs2", slash.0)).unwrap();
    answer(&mut engine, &scripts, B, ".").unwrap();
    assert_eq!(engine.request().unwrap().ask.kind(), "peach");
    answer(&mut engine, &scripts, B, &peach.0.to_string()).unwrap();
    assert_eq!(engine.state().borrow().player(B).hp, 1);

    let (mut engine, scripts) = duel();
    engine.state().borrow_mut().player_mut(B).hp = 1;
    let slash = give(&engine, A, "slash");
    give(&engine, B, "peach");
    answer(&mut engine, &scripts, A, &format!("{}->sgs2", slash.0)).unwrap();
    answer(&mut engine, &scripts, B, ".").unwrap();
    answer(&mut engine, &scripts, B, ".").unwrap();
    assert_eq!(engine.state().borrow().winner.as_deref(), Some("lord+loyalist"));
}

#[test]
fn bad_answers_are_refused_and_change_nothing() {
    let (mut engine, scripts) = duel();
    let slash = give(&engine, A, "slash");
    let jink = give(&engine, B, "jink");
    let before = format!("{:?}", engine.state().borrow());
    let refused = |engine: &mut Engine, who, answer: Answer| {
        engine.answer(&scripts, who, &answer).expect_err("it must be refused")
    };
    let real = |id| Card::Real(id);
    assert_eq!(refused(&mut engine, B, Answer::Decline), Refusal::NotYou);
    let cases = [
        Answer::Card(real(jink), vec![]),
        Answer::Card(real(slash), vec![A]),
        Answer::Card(real(slash), vec![]),
        Answer::Card(real(slash), vec![B, B]),
        Answer::Text("slash".to_owned()),
        Answer::Accept,
        Answer::Ids(vec![slash, jink]),
        Answer::Skill { skill: "rende".into(), ids: vec![slash], targets: vec![B] },
    ];
    for case in cases {
        let refusal = refused(&mut engine, A, case);
        assert!(!refusal.to_string().is_empty());
    }
    assert_eq!(format!("{:?}", engine.state().borrow()), before);
    assert!(engine.request().is_some());
}

#[test]
fn texts_of_cards_are_read_back() {
    let (engine, _) = duel();
    let state = engine.state().borrow();
    for text in
        ["3", "slash:wusheng[heart:K]=4", "jink:x[no_suit:-]=.", "$1+2", "slash:[spade:7]=1+2"]
    {
        let card = notation::parse(&state, text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(notation::card(&state, &card), text);
    }
    for text in ["", "999", "slash", "nothing:x[heart:K]=1", "slash:x[heart:K]=1+1", "#no:1", "1+2"]
    {
        assert_eq!(notation::parse(&state, text), None, "{text}");
    }
}

#[test]
fn computers_play_games_to_their_ends_and_lose_no_card() {
    for players in 2..=10 {
        for seed in 0..20 {
            let (winner, log) = game(players, seed);
            assert!(["lord+loyalist", "rebel", "renegade", "."].contains(&&*winner), "{winner}");
            assert_eq!(game(players, seed), (winner, log), "equal seeds, equal games");
        }
    }
}

#[test]
fn a_view_tells_nothing_of_hidden_cards_and_roles() {
    let (engine, _) = table(5, 3);
    let seen = |viewer| View::of(&engine.state().borrow(), viewer);
    let before = seen(Some(A));
    let spectator = seen(None);
    {
        let mut state = engine.state().borrow_mut();
        let hand = state.player(B).hand.clone();
        let others: Vec<_> = state.draw[..hand.len()].to_vec();
        for (&one, &other) in hand.iter().zip(&others) {
            state.put(one, &fangqi_sanguosha::Target::DrawBottom, None);
            state.put(other, &fangqi_sanguosha::Target::Hand(B), None);
        }
        let hidden: Vec<_> = (1..5).filter(|&at| !state.players[at].role_shown).collect();
        let (x, y) = (hidden[0], hidden[1]);
        if PlayerId(x as u8) != A && PlayerId(y as u8) != A {
            let role = state.players[x].role;
            state.players[x].role = state.players[y].role;
            state.players[y].role = role;
        }
    }
    assert_eq!(seen(None), spectator);
    assert_eq!(seen(Some(A)), before);
    assert!(card_named(&engine, "slash").is_some());
}
