//! The parts of computer players: sampled worlds that are consistent with what a seat knows, their
//! value to the seat, and settlements simulated on copies to estimate answers.
//!
//! | question | where |
//! |---|---|
//! | what may the hidden cards and roles be | [`world`] |
//! | how likely is which role | [`roles`] |
//! | what do actions reveal about roles | [`reading`] |
//! | what is known about hands | [`hands`] |
//! | how much does a seat care for others | [`stance`] |
//! | what is a state worth | [`values`], [`ledger`] |
//! | quick answers during an estimate | [`policy`] |
//! | which cards can be used, and which do skills make | [`derivations`] |
//! | which answers are worth considering | [`moves`] |
//! | what does an answer yield | [`weigh`] |
//! | choices of the thinking seat during an estimate | `chosen` |
//! | what does it yield some turns later | [`ahead`] |

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

/// Resolution of random numbers between 0 and 1.
const RESOLUTION: usize = 1 << 24;

/// A uniform random number in [0, 1).
fn random(rng: &mut Rng) -> f64 {
    rng.below(RESOLUTION) as f64 / RESOLUTION as f64
}
