//! Dou Dizhu 斗地主: rules, verifiable deals and players.
//!
//! A deal in ten lines, played by the hand-value player:
//!
//! ```
//! use fangqi_doudizhu::{Act, Key, Phase, Round, Rules, jiuri::Jiuri};
//!
//! let mut round = Round::deal(Rules::default(), &Key::new([3; 32]), 3);
//! let mut player = Jiuri::new();
//! while let Some(seat) = round.turn() {
//!     let act = match round.player_view(seat) {
//!         Some(view) => Act::Play(player.play(&view).cards),
//!         None => Act::Say(0),
//!     };
//!     round.act(seat, act)?;
//! }
//! let Phase::Over(result) = round.phase() else { unreachable!() };
//! assert_eq!(result.points().iter().sum::<i64>(), 0);
//! # Ok::<(), fangqi_doudizhu::Refusal>(())
//! ```
//!
//! | to … | use |
//! | --- | --- |
//! | represent cards without suits | [`Hand`], [`Rank`] |
//! | list legal leads and follow-ups | [`leads`], [`follows`] |
//! | interpret cards as a play, compare plays | [`Play::read`], [`Play::beats`] |
//! | deal verifiably | [`Key`], [`Commitment`], [`Deal`] |
//! | play a whole deal with its auction | [`Round`], [`Rules`] |
//! | explain a refusal | [`Refusal::text`] |
//! | get what a seat may know | [`View`], [`RoundView`] |
//! | play by the value of hands | [`jiuri`] |
//! | play well | [`strong`] |
//! | solve endgames with open hands | [`endgame`] |
//! | answer whatever a seat is asked | [`players`] |
//!
//! Rules, hints, players and the arena share one generator of plays, in `generate.rs`.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]
#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]
#![warn(missing_docs)]

mod auction;
mod card;
mod deal;
pub mod endgame;
mod generate;
mod hand;
pub mod jiuri;
mod play;
pub mod players;
mod rank;
mod refusal;
mod role;
mod round;
mod rules;
mod score;
pub mod strong;
mod view;

pub use auction::{Bidding, Standing};
pub use card::Card;
pub use deal::{Commitment, Deal, Key};
pub use generate::{Kickers, follows, leads};
pub use hand::{Hand, HandError};
pub use play::{Kind, Play};
pub use rank::Rank;
pub use refusal::Refusal;
pub use role::Role;
pub use round::{Act, Course, Phase, RecordError, Round, RoundView};
pub use rules::{Auction, Rules};
pub use score::Settlement;
pub use view::{View, ViewError};
