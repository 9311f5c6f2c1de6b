//! Scores, lives, and how a match ends by the rules of the map.

use fangqi_plugin::Fields;
use fangqi_protocol::{GameResult, LocalText, PlayerId};

use crate::living::attr;
use crate::room::MiniRoom;

/// Results of players, as `Player:getGameResults` gives them.
const PLAYING: u8 = 0;
const WON: u8 = 1;
const ENDED: u8 = 2;

impl MiniRoom<'_> {
    /// Gives a player a score; the match may end by it.
    pub fn set_score(&mut self, id: PlayerId, score: i64) {
        if let Some(player) = self.players.get_mut(id) {
            let before = std::mem::replace(&mut player.score, score);
            self.end_at_score(before as f64, score as f64);
        }
    }

    /// The points that the rules give for a kill.
    pub(super) fn score_kill(&mut self, by: u64, of_player: bool) {
        let rule = if of_player { "ScoreKillPlayer" } else { "ScoreKillMob" };
        let points = self.sim.scenery.rules.whole(rule, 0);
        if let Some(score) = self.players.get(PlayerId(by)).map(|player| player.score) {
            self.set_score(PlayerId(by), score + i64::from(points));
        }
    }

    /// Ends the match when the score of a player or team comes to `GameRule.EndScore`.
    pub fn end_at_score(&mut self, before: f64, now: f64) {
        let wanted = f64::from(self.sim.scenery.rules.whole("EndScore", 0));
        if wanted > 0.0 && before < wanted && now >= wanted {
            self.end_by_rules();
        }
    }

    /// Ends the match as `GameRule.WinLoseEndTime` has it: a player who still plays has won with
    /// the best score (0), has won (1) or has lost (2). Nothing more ends by the rules then.
    pub(super) fn end_by_rules(&mut self) {
        if self.hud.result.is_some() {
            return;
        }
        self.sim.scenery.ends = None;
        let mode = self.sim.scenery.rules.whole("WinLoseEndTime", 0);
        let playing = |player: &&mut fangqi_plugin::Player| player.result == PLAYING;
        let scores = self.players.iter().filter(|player| player.present).map(|player| player.score);
        let best = scores.max().filter(|best| *best > 0);
        let wins = |score: i64| mode == 1 || mode == 0 && Some(score) == best;
        let mut ended = Vec::new();
        for player in self.players.iter_mut().filter(playing) {
            player.result = if wins(player.score) { WON } else { ENDED };
            ended.push((player.id, player.result));
        }
        for (id, result) in ended {
            let won = result == WON;
            let name = if won { "Game.AnyPlayer.Victory" } else { "Game.AnyPlayer.Defeat" };
            self.tell(name, self.player_fields(id.0));
        }
        self.announce_end();
        self.tell("Game.End", Fields::none());
    }

    /// Ends the match for everybody who still plays: no player has won by it.
    pub fn end_for_all(&mut self) {
        for player in self.players.iter_mut().filter(|player| player.result == PLAYING) {
            player.result = ENDED;
        }
        self.announce_end();
    }

    /// Says that the game is over, unless it is said already who has won.
    fn announce_end(&mut self) {
        if self.hud.result.is_none() {
            let text = LocalText::new("本局结束。", "The game is over.");
            self.hud.result = Some(GameResult { winner: None, text });
        }
    }

    /// How many lives a player has left: what a script gave it, else what `GameRule.LifeNum` gives
    /// everybody; 0 when they are not counted.
    pub fn lives(&self, id: u64) -> f64 {
        let own = self.sim.actors.get(&id).and_then(|actor| actor.attrs.get(&attr::LIFE_NUM));
        own.copied().unwrap_or_else(|| self.life_rule())
    }

    fn life_rule(&self) -> f64 {
        f64::from(self.sim.scenery.rules.whole("LifeNum", 0))
    }

    /// Takes a life of a player who dies; whether it comes back.
    pub(super) fn take_life(&mut self, id: u64) -> bool {
        let lives = self.lives(id);
        if lives >= 1.0
            && let Ok(actor) = self.actor_mut(id)
        {
            actor.attrs.insert(attr::LIFE_NUM, lives - 1.0);
        }
        // With lives counted, the last death is for good.
        let is_last = lives == 1.0 || self.life_rule() >= 1.0 && lives <= 1.0;
        !is_last
    }
}
