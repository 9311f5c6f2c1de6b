//! Small games, written for these tests alone.

pub mod connect_four;
pub mod kuhn;
pub mod pig;
pub mod tic_tac_toe;
