use std::sync::Arc;

use fangqi_plugin::{MapPackage, RoomOptions};
use fangqi_protocol::Record;
use fangqi_world::codec::{self, RecordKind};

use super::history::History;
use super::open_error::OpenError;
use super::room::Room;

/// Record kind of a packed log.
const KIND: RecordKind = RecordKind(*b"RLOG");
/// Version of its schema.
const VERSION: u16 = 1;

/// A room without its VM: the packed data from which it can be restored.
#[derive(Debug)]
pub struct Hibernated {
    package: Arc<MapPackage>,
    options: RoomOptions,
    /// Number of the first record in `log`.
    first: u64,
    log: Log,
    checkpoint: Option<Vec<u8>>,
    event: u64,
}

/// A room's records.
#[derive(Debug)]
enum Log {
    Packed(Vec<u8>),
    /// A log too long for one packed record stays as it is.
    Plain(Vec<Record>),
}

impl Hibernated {
    pub(super) fn new(
        package: Arc<MapPackage>,
        options: RoomOptions,
        history: History,
        checkpoint: Option<Vec<u8>>,
    ) -> Self {
        let (first, event) = (history.first() as u64, history.next() as u64);
        let records = history.records();
        let log = match codec::encode(KIND, VERSION, &records) {
            Ok(packed) => Log::Packed(packed),
            Err(_) => Log::Plain(records),
        };
        Self { package, options, first, log, checkpoint, event }
    }

    /// Restores the room from its log and its last checkpoint, if it has one.
    ///
    /// # Errors
    /// As [`Room::resume`].
    pub fn wake(self) -> Result<Room, OpenError> {
        let records = match self.log {
            Log::Plain(records) => records,
            Log::Packed(packed) => {
                codec::decode(KIND, VERSION, &packed, codec::Limits::default())
                    .map_err(|error| OpenError::Replay { record: 0, reason: error.to_string() })?
                    .1
            }
        };
        let checkpoint = self.checkpoint.as_deref();
        Room::resume_since(self.package, self.options, self.first, records, checkpoint)
    }

    /// Number of records.
    pub fn event(&self) -> u64 {
        self.event
    }

    /// Bytes held, without the shared map.
    pub fn memory_bytes(&self) -> usize {
        let log = match &self.log {
            Log::Packed(packed) => packed.capacity(),
            Log::Plain(records) => records.capacity() * size_of::<Record>(),
        };
        size_of::<Self>() + log + self.checkpoint.as_ref().map_or(0, Vec::capacity)
    }
}
