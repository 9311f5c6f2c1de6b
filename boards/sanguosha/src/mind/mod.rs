//! What computers think with: worlds that agree with what a seat knows, what they are worth to it,
//! and the rules run on copies to see what an answer comes to.
//!
//! | question | where |
//! |---|---|
//! | what may the hidden cards and roles be | [`world`] |
//! | who has which role | [`roles`] |
//! | what do deeds tell of them | [`reading`] |
//! | what is known of hands | [`hands`] |
//! | who is whose friend, and how much | [`stance`] |
//! | what is a state worth | [`values`], [`ledger`] |
//! | what is answered on the way | [`policy`] |
//! | which cards may be used, and what skills make | [`derivations`] |
//! | what may be answered at all | [`moves`] |
//! | what does an answer come to | [`weigh`] |
//! | what is chosen on the way by who thinks | `chosen` |
//! | and some turns later | [`ahead`] |

use fangqi_kit::Rng;

pub mod ahead;
mod chosen;
pub mod derivations;
pub mod hands;
pub mod ledger;
pub mod moves;
pub mod policy;
pub mod reading;
pub mod roles;
pub mod stance;
pub mod values;
pub mod weigh;
pub mod world;

/// Steps of a lot between 0 and 1.
const LOTS: usize = 1 << 24;

/// A lot from 0 to below 1.
fn lot(rng: &mut Rng) -> f64 {
    rng.below(LOTS) as f64 / LOTS as f64
}
