//! The rules of a map that the dialect documents, and which of them matter here.

use crate::sim::KEEPS;

/// A documented rule.
#[derive(Debug)]
pub struct GameRule {
    /// Its name in `GameRule`.
    pub name: &'static str,
    /// What it is until it is set. Which rules there are is documented; what they are at first is
    /// not, so a map begins without any that is not needed to walk about and build.
    pub usual: f64,
    /// Why it is kept and does nothing, if so.
    pub idle: Option<&'static str>,
}

const fn works(name: &'static str, usual: f64) -> GameRule {
    GameRule { name, usual, idle: None }
}

const fn kept(name: &'static str, usual: f64, why: &'static str) -> GameRule {
    GameRule { name, usual, idle: Some(why) }
}

/// Everybody may attack everybody: what `Host::may_hurt` takes for `AttackPlayerMode`.
const ANYBODY: f64 = 2.0;

const BEGINS: &str = "the match begins when the first player comes";
const FOG: &str = "no poison closes in";
const STARS: &str = "there are no stars, nor blocks to colour";
const ROUNDS: &str = "a map is one round; scripts count others";
const SHOWN: &str = "scores are shown by scripts and at the end";

/// All of them, in the order of Mini World's own page.
pub static GAME_RULES: &[GameRule] = &[
    works("CurTime", 0.0),
    works("TimeLocked", 0.0),
    works("Weather", 0.0),
    kept("MaxPlayers", 40.0, "how many come in, who opens the room decides"),
    works("BlockDestroy", 1.0),
    works("BlockPlace", 1.0),
    works("BlockUse", 1.0),
    works("GravityFactor", 1.0),
    works("CameraDir", 0.0),
    kept("StartMode", 0.0, BEGINS),
    kept("StartPlayers", 1.0, BEGINS),
    works("TeamNum", 0.0),
    works("AttackPlayerMode", ANYBODY),
    works("EndTime", 0.0),
    works("EndScore", 0.0),
    works("ScoreKillPlayer", 0.0),
    works("ScoreKillMob", 0.0),
    kept("ScoreCollectStar", 0.0, STARS),
    kept("ScoreColorChange", 0.0, STARS),
    works("ReviveMode", 0.0),
    works("ReviveInvulnerable", 0.0),
    works("DisplayName", 0.0),
    works("WinLoseEndTime", 0.0),
    kept("SaveMode", 0.0, "a room is always kept"),
    kept("KillNotify", 0.0, "who killed whom, scripts tell"),
    kept("BgMusicMode", 0.0, "Mini World's music is not here; scripts play the clients' own"),
    kept("MobGen", 1.0, "creatures come where scripts and the map's editor put them"),
    kept("SpawnPtMode", 0.0, "its numbers are not published"),
    kept("MinimapTeams", 0.0, "clients draw no small map"),
    works("PlayerDieDrops", KEEPS as f64),
    kept("DisplayScore", 0.0, SHOWN),
    works("LifeNum", 0.0),
    kept("LifeNumTeamShare", 0.0, "everybody has lives of their own"),
    works("ShowSight", 1.0),
    kept("GPoisonSwitch", 0.0, FOG),
    kept("GPoisonSafeD0", 0.0, FOG),
    kept("GPoisonSafeT0", 0.0, FOG),
    kept("AllowMidwayJoin", 1.0, "everyone who has the link may come at any time"),
    kept("ViewMode", 0.0, "its numbers are not published; `CameraDir` says from where one looks"),
    kept("ViewType", 0.0, "its numbers are not published; `CameraDir` says from where one looks"),
    kept("CountDown", 0.0, BEGINS),
    kept("ScoreResetRound", 0.0, ROUNDS),
    kept("ResetScore", 0.0, ROUNDS),
];
