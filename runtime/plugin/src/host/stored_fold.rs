//! The stored form of a room's live state, and of what earlier versions of it held.

use fangqi_world::codec::{self, Bytes, CodecError, RecordKind};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::stored::{
    BadgesTold, FormerInsight, FormerTold, LinesTold, PositionTold, StoredHost, StoredTold,
};
use super::{ENGINE_GAMES, FORMER_GAMES, StoredState};
use fangqi_protocol::Insight;

/// Record kind of a fold's state.
const KIND: RecordKind = RecordKind(*b"FOLD");
/// Schema version of a fold's state: since 3 with [`FormerInsight`], since 4 with [`FormerTold`],
/// since 5 with plates in it, since 6 with living and moving things, whose fields changed with 7,
/// since 8 with states of plugins, to which since 9 everything belongs that not every room has,
/// since 10 with better moves in reviews, since 11 with the written position, since 12 with lines,
/// since 13 with short marks of seats.
const VERSION: u16 = 13;

/// A fold's state as it is stored.
#[derive(Debug, Serialize, Deserialize)]
pub struct StoredFold {
    /// Host and scripts.
    pub plain: PlainFold,
    /// What players were told.
    pub told: StoredTold,
    /// States of plugins.
    pub plugins: Vec<StoredState>,
}

/// A fold's state without what its plugins remember. `F` is what versions before 9 held of a plugin
/// among the fields of the host.
#[derive(Debug, Serialize, Deserialize)]
pub struct PlainFold<F = ()> {
    /// The host.
    pub host: StoredHost<F>,
    /// State of the scripts' random number generator.
    pub random: [u64; 4],
    /// What the scripts offered, in the order of their offers.
    pub scripts: Vec<Bytes>,
}

/// Versions 9 to 12, which told players other things.
#[derive(Debug, Serialize, Deserialize)]
struct FormerFold<T> {
    plain: PlainFold,
    told: T,
    plugins: Vec<StoredState>,
}

impl<T: Into<StoredTold>> From<FormerFold<T>> for StoredFold {
    fn from(FormerFold { plain, told, plugins }: FormerFold<T>) -> Self {
        Self { plain, told: told.into(), plugins }
    }
}

/// Version 8.
#[derive(Debug, Serialize, Deserialize)]
struct PluginsFold<F, S> {
    plain: PlainFold<F>,
    told: FormerTold,
    sim: Option<Box<S>>,
    plugins: Vec<StoredState>,
}

/// Version 7.
#[derive(Debug, Serialize, Deserialize)]
struct LivingFold<F, S> {
    plain: PlainFold<F>,
    told: FormerTold,
    sim: Option<Box<S>>,
}

/// Version 6, without living things. Those had other fields in that version and cannot be read.
#[derive(Debug, Serialize, Deserialize)]
struct StillFold<F> {
    plain: PlainFold<F>,
    told: FormerTold,
    sim: Option<()>,
}

/// Version 5.
#[derive(Debug, Serialize, Deserialize)]
struct PlatesFold<F> {
    plain: PlainFold<F>,
    told: FormerTold,
}

/// Version 4.
#[derive(Debug, Serialize, Deserialize)]
struct BadgesFold<F> {
    plain: PlainFold<F>,
    told: BadgesTold,
}

/// Version 3.
#[derive(Debug, Serialize, Deserialize)]
struct InsightFold<F> {
    plain: PlainFold<F>,
    insight: FormerInsight,
}

/// Reads a fold's state of a version before 9: [`read_former`] for the types of one plugin.
pub type ReadFormer = fn(&[u8]) -> Result<StoredFold, CodecError>;

/// Reads a fold's state of a version before 9, in which the kernel held what is a plugin's now: `F`
/// among the fields of the host, and `S`. `convert` makes the plugin's state of them, in the form
/// that it stores now.
///
/// # Errors
/// The bytes are damaged, or the state is too large.
pub fn read_former<F: DeserializeOwned, S: DeserializeOwned>(
    bytes: &[u8],
    convert: impl FnOnce(F, Option<Box<S>>) -> Result<Option<StoredState>, CodecError>,
) -> Result<StoredFold, CodecError> {
    let (plain, told, sim, plugins) = match codec::peek(bytes)?.version {
        0..=2 => (decode::<PlainFold<F>>(bytes)?, StoredTold::default(), None, Vec::new()),
        3 => {
            let InsightFold { plain, insight } = decode(bytes)?;
            let told = StoredTold { insight: insight.into(), ..StoredTold::default() };
            (plain, told, None, Vec::new())
        }
        4 => {
            let BadgesFold { plain, told } = decode(bytes)?;
            (plain, told.into(), None, Vec::new())
        }
        5 => {
            let PlatesFold { plain, told } = decode(bytes)?;
            (plain, told.into(), None, Vec::new())
        }
        6 => {
            let StillFold { plain, told, sim: _ } = decode(bytes)?;
            (plain, told.into(), None, Vec::new())
        }
        7 => {
            let LivingFold { plain, told, sim } = decode(bytes)?;
            (plain, told.into(), sim, Vec::new())
        }
        _ => {
            let PluginsFold { plain, told, sim, plugins } = decode(bytes)?;
            (plain, told.into(), sim, plugins)
        }
    };
    let PlainFold { host, random, scripts } = plain;
    let (host, former, games) = host.exchange((), Vec::new());
    let mut states = plugins;
    states.extend(convert(former, sim)?);
    if !games.is_empty() {
        let bytes = Bytes(codec::encode(ENGINE_GAMES, 1, &games)?);
        states.push(StoredState { plugin: FORMER_GAMES.to_owned(), bytes });
    }
    Ok(StoredFold { plain: PlainFold { host, random, scripts }, told, plugins: states })
}

impl StoredFold {
    /// Its bytes.
    ///
    /// # Errors
    /// It is too large.
    pub fn encode(&self) -> Result<Vec<u8>, CodecError> {
        codec::encode(KIND, VERSION, self)
    }

    /// Reads it; `former` reads those of versions before 9.
    ///
    /// # Errors
    /// The bytes are damaged, or of an earlier version that none of this program's plugins reads.
    pub fn read(bytes: &[u8], former: Option<ReadFormer>) -> Result<Self, String> {
        let version = codec::peek(bytes).map_err(|error| error.to_string())?.version;
        let read = match (version, former) {
            (13.., _) => decode(bytes),
            (12, _) => decode::<FormerFold<LinesTold>>(bytes).map(Self::from),
            (11, _) => decode::<FormerFold<PositionTold>>(bytes).map(Self::from),
            (10, _) => decode::<FormerFold<FormerTold<Insight>>>(bytes).map(Self::from),
            (9, _) => decode::<FormerFold<FormerTold>>(bytes).map(Self::from),
            (_, Some(former)) => former(bytes),
            (_, None) => {
                return Err(format!(
                    "it is of version {version} and belongs to a plugin that this program does not \
                     have"
                ));
            }
        };
        read.map_err(|error| error.to_string())
    }
}

fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, CodecError> {
    codec::decode(KIND, VERSION, bytes, codec::Limits::default()).map(|(_, stored)| stored)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::stored::Games;
    use super::*;
    use crate::{Host, RoomOptions, small_map};
    use fangqi_protocol::{Arrow, ArrowKind, BestLine, BestLines, LocalText, Review, ReviewNote};

    /// Encodes a fold's state as a version before 9.
    fn encode_former<F: Serialize, S: Serialize>(
        version: u16,
        fold: StoredFold,
        former: F,
        sim: Option<Box<S>>,
        games: Games,
    ) -> Vec<u8> {
        let StoredFold { plain: PlainFold { host, random, scripts }, told, plugins } = fold;
        let (host, (), _) = host.exchange(former, games);
        let plain = PlainFold { host, random, scripts };
        let insight = FormerInsight::from(told.insight.clone());
        let bytes = match version {
            2 => codec::encode(KIND, 2, &plain),
            3 => codec::encode(KIND, 3, &InsightFold { plain, insight }),
            4 => codec::encode(KIND, 4, &BadgesFold { plain, told: BadgesTold::of(told) }),
            5 => codec::encode(KIND, 5, &PlatesFold { plain, told: told.into() }),
            6 => codec::encode(KIND, 6, &StillFold { plain, told: told.into(), sim: None }),
            7 => codec::encode(KIND, 7, &LivingFold { plain, told: told.into(), sim }),
            8 => {
                let told = told.into();
                codec::encode(KIND, 8, &PluginsFold { plain, told, sim, plugins })
            }
            other => panic!("version {other} is none before 9"),
        };
        bytes.unwrap()
    }

    fn stored() -> StoredFold {
        let map = small_map("local x = 1").unwrap();
        let mut host = Host::new(Arc::clone(map.package()), &RoomOptions::default()).unwrap();
        host.hud.status = Some(LocalText::same("on the way"));
        host.hud.badges = vec![LocalText::same("a badge")];
        host.hud.tags = vec![Vec::new(), vec![LocalText::same("a mark")]];
        host.hud.position = Some("a position".to_owned());
        let line = BestLine {
            score: LocalText::same("+1.3"),
            moves: vec![LocalText::same("a move")],
            arrow: Some(Arrow { from: [1, 2, 3], to: [4, 5, 6], kind: ArrowKind::Hint }),
        };
        host.hud.lines = Some(BestLines { seat: 0, lines: vec![line] });
        let note = ReviewNote {
            number: 3,
            mark: "??".to_owned(),
            text: LocalText::same("a blunder"),
            better: Some(Arrow { from: [1, 2, 3], to: [4, 5, 6], kind: ArrowKind::Best }),
        };
        host.hud.insight.review = Some(Review { seat: 1, shares: vec![500], notes: vec![note] });
        let scripts = vec![Bytes(vec![7])];
        let plain = PlainFold { host: host.store().unwrap(), random: [1, 2, 3, 4], scripts };
        let of = |name: &str| StoredState { plugin: name.to_owned(), bytes: Bytes(vec![1]) };
        StoredFold { plain, told: host.store_told(), plugins: vec![of("another")] }
    }

    /// Reviews gave no better moves before version 10, no position was written before version 11,
    /// there were no lines before version 12, and seats had no short marks before version 13.
    fn forget_what_is_new(fold: &mut StoredFold) {
        fold.told.position = None;
        fold.told.lines = None;
        fold.told.tags.clear();
        let review = fold.told.insight.review.as_mut();
        review.unwrap().notes.iter_mut().for_each(|note| note.better = None);
    }

    /// As a plugin does of which the kernel once held a number among its fields, and another.
    fn read(bytes: &[u8]) -> Result<StoredFold, CodecError> {
        read_former(bytes, |number: u32, other: Option<Box<u8>>| {
            let bytes = Bytes(codec::encode(KIND, 1, &(number, other))?);
            Ok(Some(StoredState { plugin: "numbers".to_owned(), bytes }))
        })
    }

    #[test]
    fn earlier_versions_are_read() {
        let moves = vec!["a move".to_owned(), "another".to_owned()];
        let games = vec![("a start".to_owned(), moves, Some(4))];
        for version in 2..=8 {
            let games = if version == 8 { Vec::new() } else { games.clone() };
            let old = encode_former(version, stored(), 9_u32, Some(Box::new(5_u8)), games.clone());
            let error = StoredFold::read(&old, None).unwrap_err();
            assert!(error.contains("a plugin that this program does not have"), "{error}");
            let again = StoredFold::read(&old, Some(read)).unwrap();
            let mut expected = stored();
            forget_what_is_new(&mut expected);
            if version < 3 {
                expected.told.insight = Insight::default();
            }
            if version < 5 {
                expected.told.plates.clear();
            }
            if version < 4 {
                expected.told.badges.clear();
            }
            if version < 8 {
                expected.plugins.clear();
            }
            let other = (version >= 7).then(|| Box::new(5_u8));
            let bytes = Bytes(codec::encode(KIND, 1, &(9_u32, other)).unwrap());
            expected.plugins.push(StoredState { plugin: "numbers".to_owned(), bytes });
            if !games.is_empty() {
                let bytes = Bytes(codec::encode(ENGINE_GAMES, 1, &games).unwrap());
                expected.plugins.push(StoredState { plugin: FORMER_GAMES.to_owned(), bytes });
            }
            assert_eq!(again.encode().unwrap(), expected.encode().unwrap(), "{version}");
        }
    }

    #[test]
    fn version_12_had_no_short_marks_of_seats() {
        let StoredFold { plain, told, plugins } = stored();
        let old = FormerFold { plain, told: LinesTold::from(told), plugins };
        let again = StoredFold::read(&codec::encode(KIND, 12, &old).unwrap(), None).unwrap();
        let mut expected = stored();
        expected.told.tags.clear();
        assert_eq!(again.encode().unwrap(), expected.encode().unwrap());
    }

    #[test]
    fn version_11_had_no_lines() {
        let StoredFold { plain, told, plugins } = stored();
        let old = FormerFold { plain, told: PositionTold::from(told), plugins };
        let again = StoredFold::read(&codec::encode(KIND, 11, &old).unwrap(), None).unwrap();
        let mut expected = stored();
        expected.told.lines = None;
        expected.told.tags.clear();
        assert_eq!(again.encode().unwrap(), expected.encode().unwrap());
    }

    #[test]
    fn version_10_wrote_no_position() {
        let StoredFold { plain, told, plugins } = stored();
        let old = FormerFold { plain, told: FormerTold::<Insight>::from(told), plugins };
        let again = StoredFold::read(&codec::encode(KIND, 10, &old).unwrap(), None).unwrap();
        let mut expected = stored();
        (expected.told.position, expected.told.lines) = (None, None);
        expected.told.tags.clear();
        assert_eq!(again.encode().unwrap(), expected.encode().unwrap());
    }

    #[test]
    fn version_9_needs_no_plugin_and_its_reviews_give_no_better_moves() {
        let StoredFold { plain, told, plugins } = stored();
        let old = FormerFold { plain, told: FormerTold::<FormerInsight>::from(told), plugins };
        let again = StoredFold::read(&codec::encode(KIND, 9, &old).unwrap(), None).unwrap();
        let mut expected = stored();
        forget_what_is_new(&mut expected);
        assert_eq!(again.encode().unwrap(), expected.encode().unwrap());
    }

    #[test]
    fn this_version_needs_no_plugin_to_read_it() {
        let bytes = stored().encode().unwrap();
        assert_eq!(StoredFold::read(&bytes, None).unwrap().encode().unwrap(), bytes);
        assert!(StoredFold::read(&bytes[1..], Some(read)).is_err());
    }
}
