//! A match between two players: every deal is played twice, with the seats exchanged.

use std::sync::Arc;

use fangqi_doudizhu::jiuri::Jiuri;
use fangqi_doudizhu::strong::net::Net;
use fangqi_doudizhu::strong::table::Table;
use fangqi_doudizhu::strong::{Budget, Strong};
use fangqi_doudizhu::{Kickers, Play, Role, View};
use fangqi_kit::Rng;

use crate::games;

enum Player {
    Strong(Strong, u64),
    Jiuri(Box<Jiuri>),
}

impl Player {
    fn play(&mut self, view: &View) -> Play {
        match self {
            Player::Strong(player, nodes) => player.think(view, &Budget::nodes(*nodes)).play,
            Player::Jiuri(player) => player.play(view),
        }
    }
}

/// Plays and prints the first player's fraction of games won, with its standard error.
pub fn play(first: &Arc<Net>, second: Option<&Arc<Net>>, nodes: u64, deals: u64) {
    let strong = |net: &Arc<Net>| Player::Strong(Strong::with_net(1, Arc::clone(net)), nodes);
    let second = second.map_or_else(|| Player::Jiuri(Box::new(Jiuri::new())), strong);
    let mut players = [strong(first), second];
    let mut rng = Rng::new(1);
    let (mut sum, mut squares) = ([0.0; 2], 0.0);
    for _ in 0..deals {
        let table = games::deal(&mut rng);
        let won =
            [0, 1].map(|landlord| f64::from(u8::from(game(&table, &mut players, landlord) == 0)));
        (sum[0], sum[1]) = (sum[0] + won[0], sum[1] + won[1]);
        squares += ((won[0] + won[1]) / 2.0).powi(2);
    }
    let deals = deals as f64;
    let mean = (sum[0] + sum[1]) / 2.0 / deals;
    let error = ((squares / deals - mean * mean) / deals).sqrt();
    let [landlord, farmers] = sum.map(|sum| sum / deals);
    println!("{mean:.4} ± {error:.4} (as landlord {landlord:.4}, as farmers {farmers:.4})");
}

/// The winner of a game in which player `landlord` is the landlord.
fn game(start: &Table, players: &mut [Player; 2], landlord: usize) -> usize {
    let (mut table, mut history) = (start.clone(), Vec::new());
    loop {
        let role = Role::ALL[table.turn];
        let view = View {
            role,
            hand: table.hands[table.turn],
            shown: start.shown,
            history,
            bids: None,
            kickers: Kickers::Rlcard,
        };
        let player = if role.is_farmer() { 1 - landlord } else { landlord };
        let play = players[player].play(&view);
        history = view.history;
        history.push(play);
        if table.play(&play) {
            return player;
        }
    }
}
