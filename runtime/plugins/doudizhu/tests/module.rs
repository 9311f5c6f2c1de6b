//! The Lua module `Doudizhu`: what each function does for good and for bad arguments.

use common::Table;
use fangqi_testkit::calls::{check, refused, show};

mod common {
    //! Tables with the plugins that these tests need.

    fangqi_testkit::tables!(fangqi_room::plugin::Plugins::new(&[
        &fangqi_plugin_miniworld::MiniWorlds,
        &fangqi_plugin_doudizhu::Doudizhu
    ]));
}

/// The key of which `boards/doudizhu/tests/deal.rs` has the cards from another program.
const KEY: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const COMMITMENT: &str = "ab5fef8c199347ab506bacfec769d53067ff7e4a4e9b85422a23ea8c36fe6d2d";

#[test]
fn deals_are_texts_that_the_engine_reads() {
    let table = Table::open(&format!(
        "key, commitment = '{KEY}', '{COMMITMENT}'
         dealt = Doudizhu:verify(commitment, key)
         deal = Doudizhu:open(key)
         -- Seat 2 bids first: it bids three and leads.
         led = Doudizhu:act(deal, 2, 'say:3')"
    ));
    check(
        &table,
        &[
            (
                "table.concat(dealt.hands[1], ' ')",
                "23 42 7 50 29 46 15 33 18 17 48 13 32 51 26 28 11",
            ),
            ("table.concat(dealt.bottom, ' ')", "5 35 24"),
            ("dealt.first", "2"),
            ("Doudizhu:verify(commitment, string.rep('0', 64))", "nil"),
            ("Doudizhu:state(deal).phase", "bid"),
            ("Doudizhu:state(deal).seat", "2"),
            ("table.concat(Doudizhu:state(deal).choices, ' ')", "0 1 2 3"),
            ("Doudizhu:state(led).phase", "play"),
            ("Doudizhu:state(led).landlord", "2"),
            ("table.concat(Doudizhu:state(led).left, ' ')", "17 17 20"),
            // 5 35 24 are a four, a jack and a nine.
            ("Doudizhu:state(led).bottom", "49J"),
            ("#Doudizhu:hand(led, 2)", "20"),
            ("Doudizhu:state(led).last", "nil"),
            ("#Doudizhu:unseen(led, 2)", "34"),
            ("#Doudizhu:unseen(deal, 2)", "37"),
            ("#Doudizhu:legal(deal)", "0"),
            // The two sides of one list.
            ("#Doudizhu:legal(led) == #Doudizhu:ranked(led)", "true"),
            ("#Doudizhu:legal(led) == #Doudizhu:plays(Doudizhu:hand(led, 2))", "true"),
            ("Doudizhu:explain(led, 2, 'RB') ~= nil", "true"),
            ("Doudizhu:explain(led, 2, Doudizhu:legal(led)[1])", "nil"),
            ("Doudizhu:read('334455').kind", "pair_chain"),
            ("Doudizhu:read('35')", "nil"),
            ("table.concat(Doudizhu:plays('33445', '33'), ' ')", "44"),
            ("Doudizhu:value('B22AAKKQQJJT98877').sum", "14"),
            ("Doudizhu:value('B22AAKKQQJJT98877').rounds", "7"),
            ("Doudizhu:stop()", "0"),
            ("#Doudizhu:shuffle().key", "64"),
            ("Doudizhu:shuffle().key == Doudizhu:shuffle().key", "false"),
            ("(Doudizhu:act(led, 2, 'play:'))", "nil"),
            ("select(2, Doudizhu:act(led, 2, 'play:')).en", "You lead: you must play something."),
            ("select(2, Doudizhu:act(deal, 0, 'say:1')).en", "It is not your turn."),
        ],
    );
    // The cards that are not named fill up the hands, the lowest first; counted out by hand.
    check(
        &table,
        &[
            ("Doudizhu:hand(Doudizhu:lay({}), 0)", "33334444555566667"),
            ("Doudizhu:state(Doudizhu:act(Doudizhu:lay({}), 0, 'say:3')).bottom", "2BR"),
            ("Doudizhu:hand(Doudizhu:lay({ hands = { '', 'BR', 'T' } }), 1)", "77788889999TTTJBR"),
            (
                "Doudizhu:hand(Doudizhu:lay({ hands = { '3456', '', '' }, bottom = '333' }), 0)",
                "34444555566667777",
            ),
            ("Doudizhu:state(Doudizhu:lay({ first = 2 })).seat", "2"),
            ("Doudizhu:state(Doudizhu:lay({}, { auction = 'claims' })).phase", "call"),
            (
                "table.concat(select(2, Doudizhu:lay({ hands = { '43', '', '' } })).hands[1], ' ')",
                "0 4 1 2 3 5 6 7 8 9 10 11 12 13 14 15 16",
            ),
            ("#select(2, Doudizhu:lay({})).bottom", "3"),
        ],
    );
    let options = "{ auction = 'claims', doubling = true, spring = 3, kickers = 'douzero' }";
    let phase = show(&table, &format!("Doudizhu:state(Doudizhu:open(key, {options})).phase"));
    assert_eq!(phase, "call");
}

#[test]
fn what_is_no_deal_is_refused() {
    let mut table = Table::open(&format!("key = '{KEY}' deal = Doudizhu:open(key)"));
    refused(
        &mut table,
        &[
            ("Doudizhu:open('12')", "a key is 64 hexadecimal digits"),
            ("Doudizhu:open(key, { auction = 'dutch' })", "bids or claims"),
            ("Doudizhu:open(key, { kickers = 'any' })", "rlcard or douzero"),
            ("Doudizhu:open(key, { spring = 9 })", "from 1 to 8"),
            ("Doudizhu:lay({ hands = { '3', '4' } })", "`hands` must be three"),
            ("Doudizhu:lay({ hands = { '33333', '', '' } })", "`hands`"),
            ("Doudizhu:lay({ hands = { '333', '33', '' } })", "the deck has no more of 3"),
            ("Doudizhu:lay({ bottom = '3456' })", "more than 3 cards"),
            ("Doudizhu:lay({ hands = { '33334444555566667777', '', '' } })", "`hands`"),
            ("Doudizhu:lay({ first = 3 })", "seats 0 to 2"),
            ("Doudizhu:lay({ hand = 1 })", "hand"),
            ("Doudizhu:state('rubbish')", "this is no deal"),
            ("Doudizhu:state(string.rep('x', 9000))", "at most 4096 bytes"),
            ("Doudizhu:act(deal, 3, 'say:1')", "seats 0 to 2"),
            ("Doudizhu:act(deal, 2, 'sing:1')", "not an act"),
            ("Doudizhu:hand(deal, -1)", ""),
            ("Doudizhu:ranked(deal)", "cards are not being played"),
            ("Doudizhu:plays('33z')", "is not a rank"),
            ("Doudizhu:plays('33', '35')", "not a combination"),
            ("Doudizhu:value('33334444555566667777888')", "more than 20"),
            ("Doudizhu:think(deal, { level = 6 })", "not one of 1 to 5"),
            ("Doudizhu:solve({ hands = { '3', '4' }, turn = 0 })", "`hands` must be three"),
            ("Doudizhu:solve({ hands = { '3', '4', '' }, turn = 0 })", "is not 1 to 20 cards"),
            ("Doudizhu:solve({ hands = { 'R', 'R', '3' }, turn = 0 })", "more cards of a rank"),
            ("Doudizhu:solve({ hands = { '3', '4', '5' }, turn = 3 })", "`turn` must be 0 to 2"),
            ("Doudizhu:solve({ hands = { '3', '4', '5' }, turn = 0, last = '67' })", "`last`"),
        ],
    );
}
