//! Shards: numbered files of samples. A shard is complete or absent, so the program that writes
//! them may be killed at any time and started again, and several may write to one folder.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::samples::{BYTES, Packed, Sample};

/// Samples of a shard.
pub const SAMPLES: usize = 1 << 16;

/// Positions with at most this many pieces are counted as endgames.
const SPARSE: u32 = 14;

const MAGIC: [u8; 8] = *b"fqxq-s1\n";

/// What a shard was made from: with the same weights and the same search, the same samples follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    pub seed: u64,
    pub number: u32,
    /// Nodes of each search.
    pub nodes: u32,
}

impl Recipe {
    /// The header: one sample's size, so that samples stay aligned.
    fn header(&self, samples: &[Packed]) -> Packed {
        let mut header = [0; BYTES];
        header[..8].copy_from_slice(&MAGIC);
        header[8..16].copy_from_slice(&self.seed.to_le_bytes());
        header[16..20].copy_from_slice(&self.number.to_le_bytes());
        header[20..24].copy_from_slice(&self.nodes.to_le_bytes());
        header[24..].copy_from_slice(&checksum(samples).to_le_bytes());
        header
    }

    fn path(&self, folder: &Path, ending: &str) -> PathBuf {
        folder.join(format!("{:04}-{:06}.{ending}", self.seed, self.number))
    }
}

/// A shard that is being made. Its file is locked, which the end of the process undoes, however it
/// ends.
pub struct Claim {
    file: File,
    part: PathBuf,
    whole: PathBuf,
    recipe: Recipe,
}

impl Claim {
    /// Claims a shard; `None` if it exists or another thread or process is making it.
    pub fn new(folder: &Path, recipe: Recipe) -> io::Result<Option<Claim>> {
        let (part, whole) = (recipe.path(folder, "part"), recipe.path(folder, "bin"));
        if whole.exists() {
            return Ok(None);
        }
        let file = File::options().create(true).truncate(false).write(true).open(&part)?;
        if file.try_lock().is_err() {
            return Ok(None);
        }
        // Another process may have finished the shard before the lock was taken.
        if whole.exists() {
            fs::remove_file(part)?;
            return Ok(None);
        }
        Ok(Some(Claim { file, part, whole, recipe }))
    }

    /// Writes the samples; only then does the shard exist.
    pub fn finish(mut self, samples: &[Packed]) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.write_all(&self.recipe.header(samples))?;
        self.file.write_all(samples.as_flattened())?;
        self.file.sync_all()?;
        fs::rename(&self.part, &self.whole)
    }
}

/// The recipe and the samples of a shard.
pub fn read(path: &Path) -> io::Result<(Recipe, Vec<Packed>)> {
    let bytes = fs::read(path)?;
    let (chunks, rest) = bytes.as_chunks::<BYTES>();
    let damaged = || io::Error::new(io::ErrorKind::InvalidData, format!("{path:?} is damaged"));
    let (header, samples) = chunks.split_first().ok_or_else(damaged)?;
    let (words, _) = header.as_chunks::<4>();
    let half = |at: usize| u32::from_le_bytes(words[at]);
    let seed = u64::from(half(2)) | u64::from(half(3)) << 32;
    let recipe = Recipe { seed, number: half(4), nodes: half(5) };
    if !rest.is_empty() || recipe.header(samples) != *header {
        return Err(damaged());
    }
    Ok((recipe, samples.to_vec()))
}

/// The FNV-1a hash of the samples, in words of eight bytes.
fn checksum(samples: &[Packed]) -> u64 {
    let words =
        samples.as_flattened().as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| (hash ^ word).wrapping_mul(0x0100_0000_01b3))
}

/// Recognizes samples whose position, the side to move included, came before.
#[derive(Default)]
pub struct Duplicates(HashSet<u64>);

impl Duplicates {
    /// Whether the position is new.
    pub fn is_new(&mut self, sample: &Packed) -> bool {
        /// Result, score and ply say nothing about the position.
        const RESULT: u8 = 0b11 << 3;
        let mut position = *sample;
        position[11] &= !RESULT;
        position[28..].fill(0);
        let (words, _) = position.as_chunks::<8>();
        let mix = |hash: u64, word: &[u8; 8]| {
            let mixed = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 32
        };
        self.0.insert(words.iter().fold(0, mix))
    }
}

/// Verifies shards and prints what their samples are.
pub fn describe(files: &[&str]) {
    let mut duplicates = Duplicates::default();
    let (mut count, mut new, mut results, mut sparse) = (0, 0, [0; 3], 0);
    for file in files {
        let (recipe, samples) = read(file.as_ref()).expect("the shard can be read");
        println!("{file}: {recipe:?}, checksum {:016x}", checksum(&samples));
        count += samples.len();
        for packed in &samples {
            let sample = Sample::from_bytes(packed);
            new += usize::from(duplicates.is_new(packed));
            results[usize::from(sample.result)] += 1;
            sparse += usize::from(sample.occupied.count_ones() <= SPARSE);
        }
    }
    let [losses, draws, wins] = results;
    println!("{count} samples, {new} positions, {sparse} with at most {SPARSE} pieces");
    println!("the side to move wins {wins}, draws {draws}, loses {losses}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("learn-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_shard_is_absent_until_it_is_complete() {
        let folder = folder("whole");
        let recipe = Recipe { seed: 7, number: 3, nodes: 500 };
        let samples: Vec<Packed> = (0..100).map(|byte| [byte; BYTES]).collect();
        let claim = Claim::new(&folder, recipe).unwrap().expect("the shard is absent");
        assert!(Claim::new(&folder, recipe).unwrap().is_none(), "it is being made");
        assert!(!claim.whole.exists());
        // As after the end of a process: the lock is gone, the part remains.
        drop(claim);
        let claim = Claim::new(&folder, recipe).unwrap().expect("it was not completed");
        let path = claim.whole.clone();
        claim.finish(&samples).unwrap();
        assert!(Claim::new(&folder, recipe).unwrap().is_none(), "it exists");
        assert_eq!(read(&path).unwrap(), (recipe, samples));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_damaged_shard_is_refused() {
        let folder = folder("damaged");
        let recipe = Recipe { seed: 1, number: 0, nodes: 500 };
        let claim = Claim::new(&folder, recipe).unwrap().expect("the shard is absent");
        let path = claim.whole.clone();
        claim.finish(&[[5; BYTES]; 9]).unwrap();
        let bytes = fs::read(&path).unwrap();
        for damage in
            [|bytes: &mut Vec<u8>| bytes[100] ^= 1, |bytes: &mut Vec<u8>| bytes.truncate(200)]
        {
            let mut damaged = bytes.clone();
            damage(&mut damaged);
            fs::write(&path, damaged).unwrap();
            assert!(read(&path).is_err());
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_position_is_new_once_whatever_its_score_and_result() {
        let mut sample = Sample::new(&fangqi_xiangqi::Position::start(), 20, 0);
        let mut duplicates = Duplicates::default();
        assert!(duplicates.is_new(&sample.to_bytes()));
        (sample.score, sample.result, sample.ply) = (-400, 2, 9);
        assert!(!duplicates.is_new(&sample.to_bytes()));
        sample.side = !sample.side;
        assert!(duplicates.is_new(&sample.to_bytes()));
    }
}
