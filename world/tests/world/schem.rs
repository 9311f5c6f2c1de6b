//! Sponge schematics, assembled here tag by tag according to NBT and the specification.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::sync::Arc;

use fangqi_world::export::{self, ExportError};
use fangqi_world::import::{self, ImportError, SchemMapping};
use fangqi_world::{BlockId, BlockRegistry, BlockState, IVec3, Region, Structure, World};
use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;

fn text(text: &str) -> Vec<u8> {
    [&(text.len() as u16).to_be_bytes(), text.as_bytes()].concat()
}

fn tag(tag: u8, name: &str, payload: &[u8]) -> Vec<u8> {
    [&[tag][..], &text(name), payload].concat()
}

fn short(name: &str, value: u16) -> Vec<u8> {
    tag(2, name, &value.to_be_bytes())
}

fn int(name: &str, value: i32) -> Vec<u8> {
    tag(3, name, &value.to_be_bytes())
}

fn bytes(name: &str, value: &[u8]) -> Vec<u8> {
    tag(7, name, &[&(value.len() as i32).to_be_bytes(), value].concat())
}

fn compound(name: &str, entries: &[Vec<u8>]) -> Vec<u8> {
    tag(10, name, &[entries.concat(), vec![0]].concat())
}

fn palette(entries: &[(&str, i32)]) -> Vec<u8> {
    let entries: Vec<Vec<u8>> = entries.iter().map(|(name, number)| int(name, *number)).collect();
    compound("Palette", &entries)
}

fn gzip(plain: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(plain).unwrap();
    packer.finish().unwrap()
}

fn size(width: u16, height: u16, length: u16) -> Vec<u8> {
    [short("Width", width), short("Height", height), short("Length", length)].concat()
}

fn version2(size: Vec<u8>, blocks: &[(&str, i32)], data: &[u8]) -> Vec<u8> {
    // Values that a reader must skip, between those it needs.
    let list_of_compounds =
        tag(9, "BlockEntities", &[&[10][..], &1i32.to_be_bytes(), &[0]].concat());
    let empty_list = tag(9, "Entities", &[0, 0, 0, 0, 0]);
    let entries = [
        int("Version", 2),
        list_of_compounds,
        empty_list,
        compound("Metadata", &[tag(8, "Author", &text("某人")), tag(6, "n", &[0; 8])]),
        size,
        palette(blocks),
        bytes("BlockData", data),
    ];
    compound("Schematic", &entries)
}

fn read(file: &[u8]) -> Result<Structure, ImportError> {
    import::schem(file, &BlockRegistry::new(), &SchemMapping::default())
}

fn message(plain: &[u8]) -> String {
    read(&gzip(plain)).unwrap_err().to_string()
}

fn state(key: &str, data: u8) -> BlockState {
    BlockState::new(BlockRegistry::new().by_key(key).unwrap().id, data)
}

const BLOCKS: &[(&str, i32)] = &[
    ("minecraft:air", 0),
    ("minecraft:oak_planks", 1),
    ("minecraft:light_gray_wool", 2),
    ("fangqi:board_wood[data=3]", 300),
    ("stone", 4),
    ("minecraft:oak_log[axis=y]", 5),
];

#[test]
fn both_versions_read_the_same() {
    // Width 2, height 1, length 3: x, then z. 300 is 0xac 0x02.
    let data = [0, 1, 2, 0xac, 0x02, 4, 5];
    let old = gzip(&version2(size(2, 1, 3), BLOCKS, &data));
    let blocks = compound("Blocks", &[palette(BLOCKS), bytes("Data", &data)]);
    let inner = compound("Schematic", &[int("Version", 3), size(2, 1, 3), blocks]);
    let new = gzip(&compound("", &[inner]));
    let expected = [
        BlockState::AIR,
        state("wood", 0),
        state("wool_light_grey", 0),
        state("board_wood", 3),
        state("stone", 0),
        state("log", 0),
    ];
    for file in [old, new] {
        let structure = read(&file).unwrap();
        assert_eq!(structure.size(), IVec3::new(2, 1, 3));
        assert_eq!(structure.cells(), expected);
        assert_eq!(structure.get(IVec3::new(1, 0, 1)), Some(state("board_wood", 3)));
    }
}

/// Version 3 requires a compound `Schematic` in a nameless root; some programs give the root itself
/// that name. Both are accepted for all versions.
#[test]
fn the_root_may_be_the_schematic() {
    let data = [0, 1, 2, 0xac, 0x02, 4, 5];
    let blocks = || compound("Blocks", &[palette(BLOCKS), bytes("Data", &data)]);
    let third = |name| compound(name, &[int("Version", 3), size(1, 2, 3), blocks()]);
    let old = |version| {
        let entries =
            [int("Version", version), size(1, 2, 3), palette(BLOCKS), bytes("BlockData", &data)];
        compound("Schematic", &entries)
    };
    let expected = read(&gzip(&compound("", &[third("Schematic")]))).unwrap();
    assert_eq!(expected.size(), IVec3::new(1, 2, 3));
    for plain in [
        third("Schematic"),
        third(""),
        compound("Schematic", &[third("Schematic")]),
        old(2),
        old(1),
        compound("", &[old(2)]),
    ] {
        assert_eq!(read(&gzip(&plain)).as_ref(), Ok(&expected));
    }
    // Without compression, as some tools write it.
    assert_eq!(read(&third("Schematic")).as_ref(), Ok(&expected));
}

#[test]
fn other_formats_of_nbt_are_named() {
    let list = |name| tag(9, name, &[0, 0, 0, 0, 0]);
    for (entries, words) in [
        (
            vec![int("MinecraftDataVersion", 3700), int("Version", 6), compound("Regions", &[])],
            "but a Litematica schematic (.litematic); convert it in Litematica",
        ),
        (
            vec![bytes("Blocks", &[0]), bytes("Data", &[0]), size(1, 1, 1)],
            "but an MCEdit schematic of before Minecraft 1.13 (.schematic); load it with WorldEdit",
        ),
        (
            vec![list("size"), list("palette"), list("blocks"), int("DataVersion", 1)],
            "but a structure of Minecraft's structure blocks (.nbt)",
        ),
        (vec![compound("Level", &[])], "but a part of a Minecraft world"),
    ] {
        let message = message(&compound("", &entries));
        assert!(message.starts_with("this is not a Sponge schematic file "), "{message}");
        assert!(message.contains(words), "{message}");
    }
    let bedrock = [&[10, 0, 0][..], b"\x03\x0e\0format_version....structure_world_origin"].concat();
    assert!(read(&bedrock).unwrap_err().to_string().contains("(.mcstructure)"));
}

#[test]
fn unknown_blocks_are_named_or_mapped() {
    let file = gzip(&version2(
        size(1, 1, 2),
        &[("create:cogwheel[axis=x]", 0), ("fangqi:stoen", 1)],
        &[0, 1],
    ));
    let with = |names: &[(&str, BlockState)], unknown| {
        let names = names.iter().map(|(name, state)| (name.to_string(), *state)).collect();
        let mapping = SchemMapping { names, unknown };
        import::schem(&file, &BlockRegistry::new(), &mapping).map(|read| read.cells().to_vec())
    };
    let error = with(&[], None).unwrap_err().to_string();
    assert_eq!(
        error,
        "the file holds the block \"create:cogwheel[axis=x]\", which is unknown here"
    );
    let (gold, sand) = (state("gold", 1), state("sand", 0));
    let error = with(&[("create:cogwheel", gold)], None).unwrap_err().to_string();
    assert!(error.ends_with("unknown here (did you mean \"stone\"?)"), "{error}");
    assert_eq!(with(&[("create:cogwheel", gold)], Some(sand)), Ok(vec![gold, sand]));
    let exact = [("create:cogwheel[axis=x]", sand), ("create:cogwheel", gold)];
    assert_eq!(with(&exact, Some(gold)), Ok(vec![sand, gold]));
    assert!(with(&[], Some(BlockState::new(BlockId(999), 0))).is_err());
}

#[test]
fn files_that_are_wrong_are_refused() {
    let stone = [("stone", 0)];
    let says = |plain: &[u8], expected: &str| {
        let message = message(plain);
        assert!(message.contains(expected), "{message} / {expected}");
    };
    says(&version2(size(2, 1, 1), &stone, &[0]), "need more than 1 bytes");
    says(&version2(size(2, 1, 1), &stone, &[0, 0, 0]), "more than its 2 cells");
    says(&version2(size(2, 1, 1), &stone, &[0, 1]), "no palette entry");
    says(&version2(size(2, 1, 1), &stone, &[0, 0x80]), "cut short");
    says(&version2(size(1, 1, 1), &stone, &[0xff; 6]), "more than five bytes");
    says(&version2(size(0, 1, 1), &stone, &[]), "not the size of a structure");
    says(&version2(size(65535, 65535, 65535), &stone, &[0]), "not the size of a structure");
    says(&version2(size(1, 1, 1), &[("stone", 0), ("sand", 0)], &[0]), "two blocks number 0");
    says(&compound("", &[]), "says no version");
    says(&compound("", &[int("Version", 9)]), "version 9");
    says(&compound("", &[int("Version", 2)]), "missing field");
    says(&tag(3, "", &[0; 4]), "not with a compound");
    says(&[compound("", &[]), vec![0]].concat(), "1 bytes follow");
    says(&compound("", &[tag(13, "x", &[])]), "unknown tag 13");
    says(&compound("", &[tag(9, "x", &[0, 0, 0, 0, 9])]), "list of nothing");
    says(&compound("", &[tag(9, "x", &[3, 0xff, 0, 0, 0])]), "negative length");
    says(&compound("", &[tag(12, "x", &[0x7f, 0xff, 0xff, 0xff])]), "cut short");
    // Deep enough to overflow the stack of a recursive parser.
    let deep: Vec<u8> = std::iter::repeat_n([9u8, 0, 0, 0, 1], 100_000).flatten().collect();
    says(&tag(10, "", &tag(9, "x", &deep)), "deeper than 64");
    assert!(read(b"not gzip").unwrap_err().to_string().contains("does not unpack"));
    assert!(read(&[]).is_err());
    // A decompression bomb: 40 MB of zeros in 40 kB.
    let bomb = gzip(&vec![0; 40 << 20]);
    assert!(matches!(read(&bomb), Err(ImportError::TooLong { .. })));
    let good = gzip(&version2(size(1, 1, 1), &stone, &[0]));
    assert!(read(&good).is_ok());
    for end in 0..good.len() {
        assert!(read(&good[..end]).is_err(), "cut at {end}");
    }
}

#[test]
fn the_file_written_is_as_the_format_says() {
    let states = vec![state("stone", 0), state("stone", 7), BlockState::AIR, state("stone", 0)];
    let structure = Structure::new(IVec3::new(2, 2, 1), states).unwrap();
    let file = export::schem(&structure, &BlockRegistry::new()).unwrap();
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(&file[..]).read_to_end(&mut plain).unwrap();
    let has = |part: &[u8]| plain.windows(part.len()).any(|window| window == part);
    assert!(plain.starts_with(&[&[10][..], &text("Schematic")].concat()));
    let blocks = palette(&[("fangqi:air", 2), ("fangqi:stone", 0), ("fangqi:stone[data=7]", 1)]);
    for part in [
        int("Version", 2),
        short("Width", 2),
        short("Height", 2),
        short("Length", 1),
        int("PaletteMax", 3),
        tag(11, "Offset", &[0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        blocks,
        bytes("BlockData", &[0, 1, 2, 0]),
    ] {
        assert!(has(&part), "{part:?}");
    }
    let strange = Structure::new(IVec3::ONE, vec![BlockState::new(BlockId(999), 0)]).unwrap();
    let unknown = export::schem(&strange, &BlockRegistry::new());
    assert_eq!(unknown, Err(ExportError::UnknownBlock(BlockId(999))));
    let long = Structure::air(IVec3::new(1, 1, 65_536)).unwrap();
    let refused = export::schem(&long, &BlockRegistry::new());
    assert!(matches!(refused, Err(ExportError::TooLarge { max: 65_535, .. })));
    let widest = Structure::air(IVec3::new(65_535, 1, 1)).unwrap();
    let file = export::schem(&widest, &BlockRegistry::new()).unwrap();
    assert_eq!(read(&file).unwrap(), widest);
}

#[test]
fn a_piece_of_one_world_stands_in_another() {
    let mut world = World::new(Arc::new(BlockRegistry::new()));
    let region = Region::new(IVec3::new(-5, 3, -20), IVec3::new(13, 6, 2));
    world.fill(region, state("wood", 2)).unwrap();
    world.set(IVec3::new(0, 4, 0), BlockState::AIR).unwrap();
    let file =
        export::schem(&Structure::capture(&world, region).unwrap(), world.registry()).unwrap();
    let structure = read(&file).unwrap();
    let mut other = World::new(world.registry().clone());
    let before = other.state_hash();
    let edit = structure.place(&mut other, region.min()).unwrap();
    assert!(other.same_blocks(&world));
    other.apply(&edit.inverse()).unwrap();
    assert_eq!(other.state_hash(), before);
    for far in [i32::MIN, i32::MAX, World::LIMIT - 1] {
        assert!(structure.place(&mut other, IVec3::splat(far)).is_err());
    }
    assert_eq!(other.state_hash(), before);
}

/// Failed cases are not saved to a file; they become tests.
fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_goes_out_comes_back(
        (x, y, z) in (1..12i32, 1..12i32, 1..12i32), seed in any::<u64>(), kinds in 1..400u64,
    ) {
        let ids: BTreeMap<usize, BlockId> =
            BlockRegistry::new().iter().map(|def| def.id).enumerate().collect();
        let mut random = seed;
        let states = (0..x * y * z).map(|_| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let kind = (random >> 33) % kinds;
            BlockState::new(ids[&(kind as usize % ids.len())], kind as u8)
        });
        let structure = Structure::new(IVec3::new(x, y, z), states.collect()).unwrap();
        let file = export::schem(&structure, &BlockRegistry::new()).unwrap();
        prop_assert_eq!(read(&file).unwrap(), structure);
    }

    #[test]
    fn no_damage_panics(
        at in any::<prop::sample::Index>(), value in any::<u8>(), cut in any::<bool>(),
    ) {
        let mut plain = version2(size(2, 1, 3), BLOCKS, &[0, 1, 2, 0xac, 0x02, 4, 5]);
        let at = at.index(plain.len());
        plain[at] = value;
        if cut {
            plain.truncate(at);
        }
        let _ = read(&gzip(&plain));
    }
}
