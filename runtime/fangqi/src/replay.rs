//! `fangqi export`, `fangqi import` and `fangqi replay`: a room's log as a file, and played again.

use std::io::Write;
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, anyhow, bail};
use fangqi_protocol::{LocalText, PlayerId, Record, SeatHolder};
use fangqi_room::plugin::cause;
use fangqi_room::{MapPackage, Room, RoomOptions};
use fangqi_server::log::{Entry, Lost, RoomLog, RoomMeta, SqliteLog, SqliteReader, StoredRoom};
use fangqi_server::session::RoomId;
use fangqi_text::Escaped;
use serde_json::json;

use crate::archive::{Archive, Header, Step, Tried};
use crate::cli::{ExportArgs, ImportArgs, ReplayArgs};
use crate::maps::MapFolder;

use crate::plugins::PLUGINS;

/// `fangqi export`
pub(crate) fn export(args: &ExportArgs) -> anyhow::Result<()> {
    let game = Game::stored(&args.data, &args.room)?;
    let count = game.records.len();
    let bytes = game.archive(args.maps.as_deref())?;
    let path = args.output.display();
    std::fs::write(&args.output, &bytes).with_context(|| path.to_string())?;
    println!("{count} inputs, {} bytes: {path}", bytes.len());
    Ok(())
}

/// A room's log as a file, with the hash after each input.
pub(crate) fn archive(
    maps: Option<&Path>,
    room: &RoomId,
    stored: StoredRoom,
) -> anyhow::Result<Vec<u8>> {
    Game::of(room, stored)?.archive(maps)
}

/// Plays a stored room again; an error says in which input it is not as it was. A room whose
/// beginning was dropped is woken from its checkpoint.
pub(crate) fn check(room: &RoomId, stored: StoredRoom, maps: Option<&Path>) -> anyhow::Result<()> {
    if let Some(Lost { event, reason, .. }) = &stored.lost {
        bail!("input {event} is damaged: {reason}");
    }
    let (first, checkpoint) = (stored.first_event - 1, stored.checkpoint.clone());
    let game = Game::new(room, stored);
    let map = game.map(maps)?;
    let options =
        || RoomOptions { repackaged: game.header.repackaged, ..game.header.meta.room_options() };
    let resumed = checkpoint.map(|(_, bytes)| {
        let (map, records) = (Arc::clone(&map), game.records.clone());
        Room::resume_since(map, options(), first, records, Some(&bytes)).map_err(cause)
    });
    if first > 0 {
        return resumed.context("its checkpoint is missing")?.map(drop);
    }
    let played = game.play(&map, game.records.len(), |_, _| Ok(()))?;
    match resumed.transpose() {
        Ok(Some(resumed)) if resumed.state_hash() != played.state_hash() => {
            Err(anyhow!("its checkpoint leads to another state than its inputs"))
        }
        // Without a checkpoint that can be used, a server plays it from its beginning.
        _ => Ok(()),
    }
}

/// `fangqi import`
pub(crate) fn import(args: &ImportArgs) -> anyhow::Result<()> {
    let mut game = Game::exported(&args.file)?;
    let map = game.map(args.maps.as_deref())?;
    // A room that cannot be made again is better refused now than when somebody comes to play.
    game.play(&map, game.records.len(), |_, _| Ok(()))?;
    let log = SqliteLog::open(&args.data)?;
    let room = RoomId::random()?;
    let lease = log.lease(&room)?;
    let created = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs());
    let digest = map.digest();
    let packed = map.pack()?;
    let meta = RoomMeta { created, package: digest, ..game.header.meta.clone() };
    let (done, results) = mpsc::channel();
    let give = |entry| {
        let done = done.clone();
        // Whoever waits below has not gone.
        log.append(&lease, entry, Box::new(move |result| drop(done.send(result))));
    };
    give(Entry::Package { digest, bytes: packed.into() });
    give(Entry::Open(meta));
    let count = game.records.len();
    for (record, event) in game.records.drain(..).zip(1..) {
        give(Entry::Record { event, record });
        if event == game.header.repackaged {
            give(Entry::Repackage { digest, since: 0 });
        }
    }
    drop(done);
    results.iter().collect::<Result<Vec<()>, _>>()?;
    println!("{count} inputs of room {} are room {room} now", game.header.room);
    Ok(())
}

/// `fangqi replay`
pub(crate) fn replay(args: &ReplayArgs) -> anyhow::Result<()> {
    let game = match &args.data {
        Some(data) => Game::stored(data, &args.source)?,
        None => Game::exported(Path::new(&args.source))?,
    };
    let map = game.map(args.maps.as_deref())?;
    let last = args.to.unwrap_or(u64::MAX);
    let to = usize::try_from(last).unwrap_or(usize::MAX).min(game.records.len());
    if args.to.is_some_and(|to| to > game.records.len() as u64) {
        bail!("there are {} inputs, not {last}", game.records.len());
    }
    let mut out = fangqi_text::out::stdout();
    let mut event = 0;
    let room = game.play(&map, to, |record, hash| {
        event += 1;
        if args.verify
            && let Some(wanted) = game.hashes.get(event - 1).filter(|wanted| **wanted != hash)
        {
            bail!("input {event} led to state {hash:016x}; in the file it is {wanted:016x}");
        }
        let (tick, kind) = (record.tick, kind(record));
        let written = match (args.to, args.json) {
            // The state is what was asked for.
            (Some(_), _) => Ok(()),
            (None, true) => {
                let hash = format!("{hash:016x}");
                let line = json!({ "event": event, "tick": tick, "hash": hash, "input": kind });
                writeln!(out, "{line}")
            }
            (None, false) => writeln!(out, "{event:>6} {tick:>8} {hash:016x} {kind}"),
        };
        written.map_err(anyhow::Error::from)
    })?;
    if args.to.is_none()
        && let Some(tried) = &game.tried
    {
        let told = fail_again(&map, &game, tried)?;
        writeln!(out, "{}", told.join("\n"))?;
    }
    if args.to.is_some() {
        let text = if args.json { state_as_json(&room).to_string() } else { state(&room) };
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

/// Does what a simulated room failed in once more; what comes of it, in lines.
fn fail_again(map: &Arc<MapPackage>, game: &Game, tried: &Tried) -> anyhow::Result<Vec<String>> {
    let mut lines = vec![format!("found   {}", Escaped(&tried.finding))];
    let Some((tick, input)) = &tried.input else { return Ok(lines) };
    let mut room = game.play(map, game.records.len(), |_, _| Ok(()))?;
    lines.push(format!("tried   {tick:>8} {input:?}"));
    let applied = room.apply(*tick, input.clone());
    lines.extend(applied.log.iter().map(|line| format!("log     {}", Escaped(&line.text))));
    Ok(lines)
}

/// A room to be played again.
struct Game {
    header: Header,
    package: Option<Vec<u8>>,
    records: Vec<Record>,
    /// The hash after each input, where they are known.
    hashes: Vec<u64>,
    /// What the room failed in, if it is a simulated one that did.
    tried: Option<Tried>,
}

impl Game {
    /// From a data folder, which a server may be using.
    fn stored(data: &Path, room: &str) -> anyhow::Result<Self> {
        let id = RoomId::parse(room).with_context(|| format!("no room can be called `{room}`"))?;
        if !data.is_dir() {
            bail!("there is no folder {}", data.display());
        }
        let log = SqliteReader::open(data)?;
        Self::of(&id, log.read(&id)?)
    }

    /// As a log has it.
    fn of(room: &RoomId, stored: StoredRoom) -> anyhow::Result<Self> {
        if stored.first_event > 1 {
            bail!(
                "the inputs of room {room} before input {} were dropped, so it cannot be played \
                 from the beginning",
                stored.first_event
            );
        }
        if let Some(lost) = &stored.lost {
            eprintln!(
                "fangqi: input {} of room {room} is damaged ({}); {} inputs from there on are left \
                 out",
                lost.event, lost.reason, lost.records
            );
        }
        Ok(Self::new(room, stored))
    }

    /// What there is of a stored room.
    fn new(room: &RoomId, stored: StoredRoom) -> Self {
        let StoredRoom { meta, records, package, repackaged, .. } = stored;
        let header = Header { room: room.to_string(), meta, repackaged };
        let package = package.map(|package| package.to_vec());
        Self { header, package, records, hashes: Vec::new(), tried: None }
    }

    /// From a file.
    fn exported(path: &Path) -> anyhow::Result<Self> {
        let shown = path.display();
        let bytes = std::fs::read(path).with_context(|| shown.to_string())?;
        let archive = Archive::decode(&bytes).with_context(|| shown.to_string())?;
        let Archive { header, package, steps, tried } = archive;
        let (records, hashes) = steps.into_iter().map(|step| (step.record, step.hash)).unzip();
        Ok(Self { header, package, records, hashes, tried })
    }

    /// As a file, with the hash after each input.
    fn archive(mut self, maps: Option<&Path>) -> anyhow::Result<Vec<u8>> {
        let map = self.map(maps)?;
        let mut steps = Vec::with_capacity(self.records.len());
        self.play(&map, self.records.len(), |record, hash| {
            steps.push(Step { record: record.clone(), hash });
            Ok(())
        })?;
        self.header.meta.package = map.digest();
        let package = Some(map.pack()?);
        let archive = Archive { header: self.header, package, steps, tried: self.tried };
        archive.encode().map_err(anyhow::Error::from)
    }

    /// The map: one of a folder if that was asked for, else the very one it was played with.
    fn map(&self, folder: Option<&Path>) -> anyhow::Result<Arc<MapPackage>> {
        let meta = &self.header.meta;
        let map = match (&self.package, folder) {
            (Some(packed), None) => {
                let map = MapPackage::unpack(packed, PLUGINS)?;
                if map.digest() != meta.package {
                    bail!("the map is {}, not {}", map.digest(), meta.package);
                }
                map
            }
            _ => {
                let folder = MapFolder::read(folder)?;
                folder.load_named(&meta.map)?
            }
        };
        Ok(Arc::new(map))
    }

    /// Opens the room as it was opened, gives it the first inputs, and tells the state's hash after
    /// each. What the room makes of an input must be what was recorded.
    fn play(
        &self,
        map: &Arc<MapPackage>,
        to: usize,
        mut each: impl FnMut(&Record, u64) -> anyhow::Result<()>,
    ) -> anyhow::Result<Room> {
        let options = || RoomOptions {
            repackaged: self.header.repackaged,
            ..self.header.meta.room_options()
        };
        let (mut room, _) = Room::open(Arc::clone(map), options()).map_err(cause)?;
        let mut records = &self.records[..to];
        for (record, event) in records.iter().zip(1..) {
            let applied = room.repeat(record);
            // Made with an older version of the map, and not possible with this one.
            let passed_over = event <= self.header.repackaged && applied.rejected.is_some();
            if applied.record.as_ref() != Some(record) && !passed_over {
                let in_log = self.hashes.is_empty();
                if in_log && event == self.records.len() as u64 && record.may_be_draft() {
                    // Written down while the room worked, by a server that ended before it could
                    // say what came of it.
                    eprintln!("fangqi: input {event} was refused; it is left out");
                    records = &records[..to - 1];
                    break;
                }
                bail!(
                    "input {event} does not go as it went: recorded {record:?}, now {:?}",
                    applied.record
                );
            }
            each(record, room.state_hash())?;
        }
        // The way a server wakes a room must lead to the same state as playing it.
        let woken = Room::replay(Arc::clone(map), options(), records.to_vec()).map_err(cause)?;
        if records.len() < to || woken.state_hash() == room.state_hash() {
            Ok(woken)
        } else {
            Err(anyhow!("a room woken from this log is in another state than one that played it"))
        }
    }
}

/// What an input is, in a word.
fn kind(record: &Record) -> String {
    let debug = format!("{:?}", record.input);
    debug.chars().take_while(|c| c.is_ascii_alphanumeric()).collect()
}

/// How a room stands, for people.
fn state(room: &Room) -> String {
    // Nobody's view: what everybody may see.
    let scene = room.scene(PlayerId(0));
    let mut lines = vec![
        format!("input   {}", room.event()),
        format!("tick    {}", room.tick()),
        format!("hash    {:016x}", room.state_hash()),
    ];
    for player in &scene.players {
        let gone = if player.present { "" } else { " (away)" };
        lines.push(format!("player  {} {}{gone}", player.id.0, Escaped(&player.name)));
    }
    for seat in &scene.seats {
        let holder = match seat.holder {
            SeatHolder::Open => "open".to_owned(),
            SeatHolder::Player { player } => format!("player {}", player.0),
            SeatHolder::Computer { level } => format!("computer, level {level}"),
        };
        let LocalText { zh, en } = &seat.name;
        lines.push(format!("seat    {} {}: {holder}", Escaped(zh), Escaped(en)));
    }
    if let Some(status) = &scene.hud.status {
        lines.push(format!("status  {} / {}", Escaped(&status.zh), Escaped(&status.en)));
    }
    if let Some(turn) = scene.hud.turn {
        lines.push(format!("turn    seat {turn}"));
    }
    if let Some(result) = &scene.hud.result {
        let LocalText { zh, en } = &result.text;
        lines.push(format!("result  {} / {}", Escaped(zh), Escaped(en)));
    }
    for (number, entry) in (1..).zip(&scene.hud.moves) {
        let LocalText { zh, en } = &entry.text;
        lines.push(format!("move    {number:>3} {} {}", Escaped(zh), Escaped(en)));
    }
    lines.join("\n")
}

/// How a room stands, for programs.
fn state_as_json(room: &Room) -> serde_json::Value {
    let scene = room.scene(PlayerId(0));
    json!({
        "event": room.event(),
        "tick": room.tick(),
        "hash": format!("{:016x}", room.state_hash()),
        "players": scene.players,
        "seats": scene.seats,
        "hud": scene.hud,
    })
}
