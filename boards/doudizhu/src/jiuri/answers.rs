use crate::hand::bits;
use crate::{Hand, Kind, Play};

use super::group::{carry, chain};

/// Calls `each` with every play of the same kind that beats `last`, in the order of the series:
/// ascending, then by kickers. Kickers have different ranks, and both jokers may be among them.
pub(super) fn answers(hand: Hand, last: &Play, each: &mut dyn FnMut(Play)) {
    let (one, two, three) = (hand.ranks_with(1), hand.ranks_with(2), hand.ranks_with(3));
    let (main, pool, size) = match last.kind {
        Kind::Pass | Kind::Bomb | Kind::Rocket => return,
        Kind::Solo | Kind::SoloChain => (1, 0, 0),
        Kind::Pair | Kind::PairChain => (2, 0, 0),
        Kind::Trio | Kind::TrioChain => (3, 0, 0),
        Kind::TrioSolo | Kind::TrioChainSolo => (3, one, 1),
        Kind::TrioPair | Kind::TrioChainPair => (3, two, 2),
        Kind::FourTwoSolo => (4, one, 1),
        Kind::FourTwoPair => (4, two, 2),
    };
    let number = match (size, main) {
        (0, _) => 0,
        (_, 4) => 2,
        _ => u32::from(last.len),
    };
    let len = u32::from(last.len);
    let held = match main {
        3 => three,
        count => hand.ranks_with(count),
    };
    let held = if len > 1 { held & 0x0fff } else { held };
    let windows = (1..len).fold(held, |windows, above| windows & held >> above);
    let higher = !0u32 << (last.top.index() as u32 + 2 - len);
    for low in bits(windows & higher) {
        let span = ((1 << len) - 1) << low;
        carry(chain(last.kind, low, len, main), pool & !span, number, size, each);
    }
}
