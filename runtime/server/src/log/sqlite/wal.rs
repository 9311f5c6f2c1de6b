//! Reads SQLite's write-ahead log as documented ("WAL-mode File Format"), to tell the traces of a
//! crash from lost data.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

/// Bytes of the header of the log.
const HEAD: usize = 32;
/// Bytes of the header of each frame, which precedes its page.
const FRAME_HEAD: usize = 24;
/// The lowest bit gives the byte order of checksums: little-endian if it is 0.
const MAGIC: u32 = 0x377f_0682;
const VERSION: u32 = 3_007_000;
/// Complete transactions after a damaged frame which prove that it was once complete: a crash may
/// leave the last transaction partially written, but not the one before it.
const LATER: usize = 2;
/// How often the log may have been restarted without anything being written to it.
const RESTARTS: u32 = 1000;

/// The content of a write-ahead log.
pub(super) enum Found {
    /// Nothing that was ever durable.
    Nothing,
    /// Pages of transactions.
    Pages {
        /// The numbers of the pages.
        written: FxHashSet<u32>,
        /// Number of pages of the file after checkpointing; `None` without a complete transaction.
        pages: Option<u32>,
        /// Offset of the first frame that is damaged although later transactions were durable.
        damaged_at: Option<u64>,
    },
    /// The log belongs to a file with this page size.
    OtherPages(u64),
    /// There are pages, but their header is missing or belongs to other pages.
    NoHead,
}

/// The path with a suffix appended to the file name.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Whether a file exists and contains anything but zeros.
pub(super) fn holds_something(path: &Path) -> io::Result<bool> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    let mut reader = BufReader::new(file);
    let mut bytes = [0; 64 * 1024];
    loop {
        match reader.read(&mut bytes)? {
            0 => return Ok(false),
            count if bytes[..count].iter().any(|byte| *byte != 0) => return Ok(true),
            _ => {}
        }
    }
}

/// Reads the log of a file with this page size in bytes.
pub(super) fn read(path: &Path, page: u64) -> io::Result<Found> {
    let mut reader = match File::open(path) {
        Ok(file) => BufReader::with_capacity(1 << 16, file),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Found::Nothing),
        Err(error) => return Err(error),
    };
    let mut bytes = [0; HEAD];
    if !fill(&mut reader, &mut bytes)? {
        // Not even the header was ever complete.
        return Ok(Found::Nothing);
    }
    let blank = bytes.iter().all(|byte| *byte == 0);
    let Some(head) = Head::of(&bytes) else {
        let lost = match blank {
            // A crash may come between the first frames and the header of a new log.
            true => {
                let ends = [Order::Little, Order::Big];
                let mut lost = false;
                for order in ends {
                    let mut reader = BufReader::with_capacity(1 << 16, File::open(path)?);
                    fill(&mut reader, &mut bytes)?;
                    let frames = Frames { reader, order, page: vec![0; page as usize] };
                    lost |= later_transactions(frames, None, None)? >= LATER;
                }
                lost
            }
            false => true,
        };
        return Ok(if lost { Found::NoHead } else { Found::Nothing });
    };
    if head.page != page {
        return Ok(Found::OtherPages(head.page));
    }
    let frames = Frames { reader, order: head.order, page: vec![0; page as usize] };
    transactions(frames, &head)
}

/// Adds the numbers of all pages in a log, committed or not. A server may be writing to it.
pub(super) fn add_pages(path: &Path, pages: &mut BTreeSet<u32>) -> io::Result<()> {
    let mut reader = match File::open(path) {
        Ok(file) => BufReader::with_capacity(1 << 16, file),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut bytes = [0; HEAD];
    if !fill(&mut reader, &mut bytes)? {
        return Ok(());
    }
    // Without a header the log was never written to.
    let Some(head) = Head::of(&bytes) else { return Ok(()) };
    let mut frames = Frames { reader, order: head.order, page: vec![0; head.page as usize] };
    while let Some(frame) = frames.next()?.filter(|frame| frame.salt == head.salt) {
        pages.insert(frame.number);
    }
    Ok(())
}

/// Reads up to where SQLite would stop, and then checks whether durable transactions follow.
fn transactions(mut frames: Frames, head: &Head) -> io::Result<Found> {
    let mut sum = head.sum;
    let (mut written, mut pages, mut open) = (FxHashSet::default(), None, Vec::new());
    let mut count = 0;
    while let Some(frame) = frames.next()? {
        if frame.salt != head.salt || frame.sum != frame.should_be(sum, head.order, &frames.page) {
            // A restarted log has a salt higher than that of the frames left from before.
            let left_over = head.salt[0].wrapping_sub(frame.salt[0]) <= RESTARTS;
            if count == 0 && frame.salt != head.salt && frame.salt != [0, 0] && !left_over {
                return Ok(Found::NoHead);
            }
            let at = HEAD as u64 + count * (FRAME_HEAD as u64 + head.page);
            let later = later_transactions(frames, Some(head.salt), Some(frame.sum))?;
            let damaged_at = (later >= LATER).then_some(at);
            return Ok(Found::Pages { written, pages, damaged_at });
        }
        (sum, count) = (frame.sum, count + 1);
        open.push(frame.number);
        if frame.pages != 0 {
            pages = Some(frame.pages);
            written.extend(open.drain(..));
        }
    }
    Ok(Found::Pages { written, pages, damaged_at: None })
}

/// Counts the transactions that end in the rest of a log, in frames whose checksum continues the
/// frame before. All must have the same salt, which is `salt` if that is given.
fn later_transactions(
    mut frames: Frames,
    salt: Option<[u32; 2]>,
    before: Option<[u32; 2]>,
) -> io::Result<usize> {
    let (mut before, mut salt, mut ended) = (before, salt, 0);
    while let Some(frame) = frames.next()? {
        let fits = before
            .is_some_and(|before| frame.sum == frame.should_be(before, frames.order, &frames.page));
        let salt = *salt.get_or_insert(frame.salt);
        ended += usize::from(fits && frame.salt == salt && frame.pages != 0 && salt != [0, 0]);
        before = Some(frame.sum);
    }
    Ok(ended)
}

#[derive(Debug, Clone, Copy)]
enum Order {
    Little,
    Big,
}

/// The header of a log.
struct Head {
    order: Order,
    page: u64,
    salt: [u32; 2],
    sum: [u32; 2],
}

impl Head {
    fn of(bytes: &[u8; HEAD]) -> Option<Self> {
        let order = match number(bytes, 0) {
            MAGIC => Order::Little,
            magic if magic == MAGIC | 1 => Order::Big,
            _ => return None,
        };
        let sum = [number(bytes, 24), number(bytes, 28)];
        let right = number(bytes, 4) == VERSION && sum == add([0, 0], order, &bytes[..24]);
        let salt = [number(bytes, 16), number(bytes, 20)];
        right.then(|| Self { order, page: u64::from(number(bytes, 8)), salt, sum })
    }
}

/// The header of a frame.
struct Frame {
    head: [u8; FRAME_HEAD],
    number: u32,
    /// Number of pages of the file after the transaction that ends here; 0 within a transaction.
    pages: u32,
    salt: [u32; 2],
    sum: [u32; 2],
}

impl Frame {
    /// The checksum that the frame must have if the frame before it has the checksum `before`.
    fn should_be(&self, before: [u32; 2], order: Order, page: &[u8]) -> [u32; 2] {
        add(add(before, order, &self.head[..8]), order, page)
    }
}

/// Iterates over frames, keeping the page of the last one.
struct Frames {
    reader: BufReader<File>,
    order: Order,
    page: Vec<u8>,
}

impl Frames {
    /// The next complete frame.
    fn next(&mut self) -> io::Result<Option<Frame>> {
        let mut head = [0; FRAME_HEAD];
        if !fill(&mut self.reader, &mut head)? || !fill(&mut self.reader, &mut self.page)? {
            return Ok(None);
        }
        let pair = |at| [number(&head, at), number(&head, at + 4)];
        let (number, pages) = (number(&head, 0), number(&head, 4));
        Ok(Some(Frame { head, number, pages, salt: pair(8), sum: pair(16) }))
    }
}

fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// Adds bytes to a checksum, eight at a time.
fn add(sum: [u32; 2], order: Order, bytes: &[u8]) -> [u32; 2] {
    let word = |four: &[u8]| {
        let four = [four[0], four[1], four[2], four[3]];
        match order {
            Order::Little => u32::from_le_bytes(four),
            Order::Big => u32::from_be_bytes(four),
        }
    };
    bytes.chunks_exact(8).fold(sum, |[mut one, mut two], eight| {
        one = one.wrapping_add(word(&eight[..4])).wrapping_add(two);
        two = two.wrapping_add(word(&eight[4..])).wrapping_add(one);
        [one, two]
    })
}

/// Fills a buffer. Returns whether there were enough bytes.
fn fill(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match reader.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
