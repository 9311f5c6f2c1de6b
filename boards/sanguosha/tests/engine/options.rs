//! Candidate answers and their order.

use crate::simple::{give, table};
use fangqi_sanguosha::mind::moves::{Scope, options};
use fangqi_sanguosha::mind::stance::Stance;
use fangqi_sanguosha::mind::values::{Prices, Values};
use fangqi_sanguosha::{Answer, Ask, Card, CardId, Cx, PlayerId, Status};

const A: PlayerId = PlayerId(0);

/// One use of each card comes before second uses of any card, and cards with high priority come
/// first.
#[test]
fn each_card_is_used_in_one_way_before_any_in_a_second() {
    let (mut engine, scripts) = table(5, 7);
    assert_eq!(engine.run(&scripts), Status::Asking);
    crate::simple::empty_hand(&engine, A);
    let red = |id: &CardId| engine.state().borrow().suit(&Card::Real(*id)).is_red();
    let mut slashes = vec![give(&engine, A, "slash")];
    while slashes.len() < 2 {
        let next = give(&engine, A, "slash");
        if red(&next) != red(&slashes[0]) {
            slashes.push(next);
        }
    }
    let storm = give(&engine, A, "storm");
    let cx = Cx::new(engine.state(), &scripts);
    let prices = Prices::of(
        &cx.s(),
        &Values::default(),
        &[("Slash".to_owned(), 1.0), ("AOE".to_owned(), 9.0)],
    );
    let stance = Stance::by_roles(&cx.s(), A);
    let scope = Scope { prices: &prices, stance: &stance, targets: 8, most: usize::MAX };
    let found = options(&cx, A, &Ask::Activate, scope);
    let used: Vec<(CardId, usize)> = found
        .iter()
        .filter_map(|answer| match answer {
            Answer::Card(Card::Real(id), targets) => Some((*id, targets.len())),
            _ => None,
        })
        .collect();
    // Both neighbours are in range, each for either slash; cards of one kind and colour count once.
    assert_eq!(used.len(), 5, "{found:?}");
    assert_eq!(used[0], (storm, 0));
    let kinds = |ways: &[(CardId, usize)]| -> Vec<bool> {
        let mut kinds: Vec<bool> = ways.iter().map(|(id, _)| red(id)).collect();
        kinds.sort_unstable();
        kinds
    };
    assert_eq!(kinds(&used[1..3]), [false, true], "either slash once");
    assert_eq!(kinds(&used[3..5]), [false, true], "and once more");
}
