//! Small games for these tests.

pub mod connect_four;
pub mod kuhn;
pub mod pig;
pub mod tic_tac_toe;
pub mod wager;
