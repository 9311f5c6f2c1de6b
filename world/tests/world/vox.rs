//! MagicaVoxel files, assembled here byte by byte according to the format.

use std::collections::BTreeMap;

use fangqi_world::export::{self, ExportError};
use fangqi_world::import::{self, ImportError, SchemMapping, VoxMapping};
use fangqi_world::{BlockDef, BlockId, BlockRegistry, BlockState, IVec3, Region, Rgb, Structure};
use proptest::prelude::*;

fn chunk(id: &str, content: &[u8]) -> Vec<u8> {
    [id.as_bytes(), &(content.len() as u32).to_le_bytes(), &[0; 4], content].concat()
}

fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
    let inner = chunks.concat();
    let head = [b"VOX ", &150u32.to_le_bytes()[..], b"MAIN", &[0; 4]].concat();
    [head, (inner.len() as u32).to_le_bytes().to_vec(), inner].concat()
}

fn numbers(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn model(size: [u32; 3], voxels: &[[u8; 4]]) -> Vec<u8> {
    let body = [numbers(&[voxels.len() as u32]), voxels.concat()].concat();
    [chunk("SIZE", &numbers(&size)), chunk("XYZI", &body)].concat()
}

/// A palette in which colour number `n` (from 1) is the colour of the nth key.
fn palette(registry: &BlockRegistry, keys: &[&str]) -> Vec<u8> {
    let mut colours = vec![0; 1024];
    for (key, place) in keys.iter().zip(colours.chunks_exact_mut(4)) {
        let colour = registry.by_key(key).unwrap().colour;
        place.copy_from_slice(&[colour.r, colour.g, colour.b, 255]);
    }
    chunk("RGBA", &colours)
}

fn dict(entries: &[(&str, &str)]) -> Vec<u8> {
    let text = |text: &str| [&numbers(&[text.len() as u32])[..], text.as_bytes()].concat();
    let entry = |&(key, value): &(&str, &str)| [text(key), text(value)].concat();
    let entries: Vec<Vec<u8>> = entries.iter().map(entry).collect();
    [numbers(&[entries.len() as u32]), entries.concat()].concat()
}

fn transform(id: u32, child: u32, frame: &[(&str, &str)], hidden: bool) -> Vec<u8> {
    let attributes = dict(if hidden { &[("_hidden", "1")] } else { &[] });
    let rest = numbers(&[child, u32::MAX, 0, 1]);
    chunk("nTRN", &[numbers(&[id]), attributes, rest, dict(frame)].concat())
}

fn group(id: u32, children: &[u32]) -> Vec<u8> {
    let count = numbers(&[children.len() as u32]);
    chunk("nGRP", &[numbers(&[id]), dict(&[]), count, numbers(children)].concat())
}

fn shape(id: u32, model: u32) -> Vec<u8> {
    chunk("nSHP", &[numbers(&[id]), dict(&[]), numbers(&[1, model]), dict(&[])].concat())
}

fn read(bytes: &[u8]) -> Result<Structure, ImportError> {
    import::vox(bytes, &BlockRegistry::new(), &VoxMapping::default())
}

/// The non-empty cells with the keys of their blocks.
fn filled(structure: &Structure) -> BTreeMap<[i32; 3], String> {
    let registry = BlockRegistry::new();
    let key = |state: BlockState| registry.get(state.id()).unwrap().key.clone();
    let cells = structure.iter().filter(|(_, state)| !state.is_air());
    cells.map(|(cell, state)| (cell.to_array(), key(state))).collect()
}

fn cells<const N: usize>(cells: [([i32; 3], &str); N]) -> BTreeMap<[i32; 3], String> {
    cells.map(|(cell, key)| (cell, key.to_owned())).into()
}

#[test]
fn a_model_stands_up_with_north_behind() {
    let registry = BlockRegistry::new();
    let bytes = file(&[
        model([2, 3, 4], &[[0, 0, 0, 1], [1, 2, 3, 2], [0, 1, 0, 3]]),
        palette(&registry, &["stone", "wool_red", "gold"]),
    ]);
    let structure = read(&bytes).unwrap();
    assert_eq!(structure.size(), IVec3::new(2, 4, 3));
    let expected = cells([([0, 0, 2], "stone"), ([1, 3, 0], "wool_red"), ([0, 0, 1], "gold")]);
    assert_eq!(filled(&structure), expected);

    let lamp = registry.by_key("lamp").unwrap().state();
    let mapping = VoxMapping { colours: BTreeMap::from([(2, lamp), (9, lamp)]) };
    let mapped = import::vox(&bytes, &registry, &mapping).unwrap();
    assert_eq!(filled(&mapped)[&[1, 3, 0]], "lamp");
    let nowhere = VoxMapping { colours: BTreeMap::from([(2, BlockState::new(BlockId(999), 0))]) };
    let error = import::vox(&bytes, &registry, &nowhere).unwrap_err();
    assert!(error.to_string().contains("number 999 of the mapping"), "{error}");
}

#[test]
fn a_scene_puts_models_in_their_places() {
    let registry = BlockRegistry::new();
    let keys = palette(&registry, &["stone", "gold"]);
    // A single voxel at the origin, and a row of two along x rotated by 90° about z: (x, y, z)
    // becomes (-y, x, z), so the rows of the matrix are (0 -1 0), (1 0 0), (0 0 1).
    let quarter = (1 | (1 << 4)).to_string();
    let scene = |hidden| {
        file(&[
            model([1, 1, 1], &[[0, 0, 0, 1]]),
            model([3, 1, 1], &[[1, 0, 0, 1], [2, 0, 0, 2]]),
            transform(0, 1, &[], false),
            group(1, &[2, 4]),
            transform(2, 3, &[("_t", "0 0 0")], false),
            shape(3, 0),
            transform(4, 5, &[("_r", &quarter), ("_t", "5 0 2")], hidden),
            shape(5, 1),
            keys.clone(),
        ])
    };
    // The middle of the row, its cell 1, rotates in place; cell 2 moves from +x to +y, which is
    // south in a world. The rotation shifts the row's cells by one to -x, since the middle is the
    // low corner of cell 1.
    let structure = read(&scene(false)).unwrap();
    assert_eq!(
        filled(&structure),
        cells([([0, 0, 1], "stone"), ([4, 2, 1], "stone"), ([4, 2, 0], "gold")])
    );
    assert_eq!(structure.size(), IVec3::new(5, 3, 3));
    let alone = read(&scene(true)).unwrap();
    assert_eq!((alone.size(), filled(&alone).len()), (IVec3::ONE, 1));
}

#[test]
fn scenes_that_are_wrong_are_refused() {
    let one = model([1, 1, 1], &[[0, 0, 0, 1]]);
    let scene = |nodes: &[Vec<u8>]| {
        let error = read(&file(&[one.clone(), nodes.concat()])).unwrap_err();
        error.to_string()
    };
    let cycle = [transform(0, 1, &[], false), group(1, &[0, 0])];
    assert!(scene(&cycle).contains("circles"));
    assert!(scene(&[transform(0, 7, &[], false)]).contains("no node 7"));
    assert!(scene(&[transform(0, 1, &[], false), shape(1, 9)]).contains("model 9"));
    for (key, value) in [
        ("_r", "0"),
        ("_r", "3"),
        ("_r", "256"),
        ("_r", "x"),
        ("_t", "1 2"),
        ("_t", "1 2 9999999999"),
        ("_t", "0 0 -2147483648"),
    ] {
        let message = scene(&[transform(0, 1, &[(key, value)], false), shape(1, 0)]);
        assert!(message.contains(value), "{message}");
    }
    // A million cells to either side is too large for a structure.
    let wide = [
        transform(0, 1, &[], false),
        group(1, &[2, 3]),
        transform(2, 4, &[("_t", "-1000000 0 0")], false),
        transform(3, 4, &[("_t", "1000000 1000000 0")], false),
        shape(4, 0),
    ];
    assert!(scene(&wide).contains("not the size of a structure"));
    // Every level doubles the number of paths to the model.
    let mut bush = vec![];
    for level in 0..40 {
        let id = level * 2;
        bush.extend([transform(id, id + 1, &[], false), group(id + 1, &[id + 2, id + 2])]);
    }
    assert!(scene(&bush).contains("circles"));
}

/// Colour numbers are 1 to 255; some programs write colour 0 for empty voxels.
#[test]
fn colour_0_is_empty() {
    let registry = BlockRegistry::new();
    let keys = palette(&registry, &["stone", "gold"]);
    // Empty voxels come first, in between, last, and outside the model.
    let voxels =
        [[0, 0, 0, 0], [1, 0, 0, 1], [0, 1, 0, 0], [1, 1, 1, 2], [9, 9, 9, 0], [0, 0, 1, 0]];
    let second = model([1, 1, 1], &[[0, 0, 0, 0]]);
    let structure = read(&file(&[model([2, 2, 2], &voxels), second, keys.clone()])).unwrap();
    assert_eq!(filled(&structure), cells([([1, 0, 1], "stone"), ([1, 1, 0], "gold")]));
    let lamp = registry.by_key("lamp").unwrap().state();
    let mapping = VoxMapping { colours: BTreeMap::from([(0, lamp)]) };
    let bytes = file(&[model([2, 1, 1], &[[0, 0, 0, 0], [1, 0, 0, 1]]), keys]);
    let mapped = import::vox(&bytes, &registry, &mapping).unwrap();
    assert_eq!(filled(&mapped), cells([([1, 0, 0], "stone")]));
    // A chunk whose count exceeds its bytes is still damaged.
    let mut cut = file(&[model([2, 2, 2], &voxels)]);
    let at = cut.windows(4).position(|window| window == b"XYZI").unwrap() + 12;
    cut[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(read(&cut).is_err());
}

#[test]
fn files_of_other_formats_are_named() {
    for (bytes, words) in [
        (&b"GOX \x02\0\0\0"[..], "a Goxel project (.gox); export it as a MagicaVoxel model"),
        (b"#binvox 1\n", "a binvox file"),
        (b"MTSM\0\x04", "a schematic of Luanti"),
        (b"Kvxl....", "a Voxlap sprite"),
        (b"PK\x03\x04", "a ZIP archive; unpack it"),
    ] {
        let message = read(bytes).unwrap_err().to_string();
        let expected = format!("this is not a MagicaVoxel file but {words}");
        assert!(message.starts_with(&expected), "{message}");
        let schem = import::schem(bytes, &BlockRegistry::new(), &SchemMapping::default());
        let message = schem.unwrap_err().to_string();
        assert!(
            message.starts_with(&expected.replace("MagicaVoxel file", "Sponge schematic file"))
        );
    }
    let one = file(&[model([1, 1, 1], &[[0, 0, 0, 1]])]);
    let schem = import::schem(&one, &BlockRegistry::new(), &SchemMapping::default());
    assert!(schem.unwrap_err().to_string().contains("but a MagicaVoxel model (.vox); import it"));
    let structure = Structure::air(IVec3::ONE).unwrap();
    let schem = export::schem(&structure, &BlockRegistry::new()).unwrap();
    assert!(read(&schem).unwrap_err().to_string().contains("but a Sponge schematic (.schem)"));
}

#[test]
fn files_that_are_wrong_are_refused() {
    let good = file(&[model([2, 2, 2], &[[0, 0, 0, 1]])]);
    assert!(read(&good).is_ok());
    for end in 0..good.len() {
        assert!(read(&good[..end]).is_err(), "cut at {end}");
    }
    let message = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    assert!(message(b"RIFF").contains("does not begin with"));
    assert!(message(&file(&[])).contains("no model"));
    assert!(message(&file(&[model([2, 2, 2], &[[2, 0, 0, 1]])])).contains("outside its model"));
    assert!(message(&file(&[model([0, 2, 2], &[])])).contains("sides are 1 to 256"));
    assert!(message(&file(&[model([u32::MAX; 3], &[])])).contains("sides are 1 to 256"));
    // Chunks nested as deep as possible.
    let header = |depth: u32| [b"DAMN", &[0; 4][..], &(depth * 12).to_le_bytes()].concat();
    let nested: Vec<u8> = (0..50_000).rev().flat_map(header).collect();
    assert!(message(&file(&[nested])).contains("has chunks inside"));
    let long = vec![0; import::FILE_BYTES_MAX + 1];
    assert!(matches!(read(&long), Err(ImportError::TooLong { .. })));
}

#[test]
fn exports_say_what_does_not_fit() {
    let registry = BlockRegistry::new();
    let wide = Structure::air(IVec3::new(257, 1, 1)).unwrap();
    assert!(matches!(export::vox(&wide, &registry), Err(ExportError::TooLarge { max: 256, .. })));
    let strange = Structure::new(IVec3::ONE, vec![BlockState::new(BlockId(999), 0)]).unwrap();
    assert_eq!(export::vox(&strange, &registry), Err(ExportError::UnknownBlock(BlockId(999))));
    let mut many = BlockRegistry::new();
    let mut crowd = Structure::air(IVec3::new(256, 1, 1)).unwrap();
    for i in 0..256u16 {
        let id = BlockId(2000 + i);
        many.register(BlockDef::new(id, &format!("kind_{i}"))).unwrap();
        crowd.set(IVec3::new(i32::from(i), 0, 0), id.into());
    }
    assert_eq!(export::vox(&crowd, &many), Err(ExportError::TooManyKinds(255)));
    crowd.set(IVec3::ZERO, BlockState::AIR);
    assert!(export::vox(&crowd, &many).is_ok());
}

#[test]
fn the_nearest_colour_is_taken() {
    let mut registry = BlockRegistry::new();
    let mut def = BlockDef::new(BlockId(2000), "almost_red");
    def.colour = Rgb::hex(0xfe_0000);
    def.glyph = Some("帥".into());
    registry.register(def.clone()).unwrap();
    let mut colours = vec![0; 1024];
    colours[..4].copy_from_slice(&[255, 0, 0, 255]);
    let bytes = file(&[model([1, 1, 1], &[[0, 0, 0, 1]]), chunk("RGBA", &colours)]);
    let taken = |registry: &BlockRegistry| {
        import::vox(&bytes, registry, &VoxMapping::default()).unwrap().cells()[0].id()
    };
    // Pieces with glyphs are not used for colours.
    assert_eq!(taken(&registry), registry.by_key("wool_red").unwrap().id);
    def = BlockDef { id: BlockId(2001), key: "plain_red".into(), glyph: None, ..def };
    registry.register(def).unwrap();
    assert_eq!(taken(&registry), BlockId(2001));
}

fn structure(solid_only: bool) -> impl Strategy<Value = Structure> {
    let ids: Vec<u16> = BlockRegistry::new()
        .iter()
        .filter(|def| !solid_only || def.solid)
        .map(|def| def.id.0)
        .chain([0; 20])
        .collect();
    (1..9i32, 1..9i32, 1..9i32).prop_flat_map(move |(x, y, z)| {
        let id = prop::sample::select(ids.clone());
        let states = prop::collection::vec(id, (x * y * z) as usize);
        states.prop_map(move |ids| {
            let states = ids.into_iter().map(|id| BlockState::new(BlockId(id), 0)).collect();
            Structure::new(IVec3::new(x, y, z), states).unwrap()
        })
    })
}

/// Failed cases are not saved to a file; they become tests.
fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_goes_out_comes_back(structure in structure(true)) {
        let registry = BlockRegistry::new();
        let bytes = export::vox(&structure, &registry).unwrap();
        prop_assert_eq!(read(&bytes).unwrap(), structure);
    }

    #[test]
    fn no_damage_panics(
        at in any::<prop::sample::Index>(), value in any::<u8>(), twice in any::<u8>(),
    ) {
        let registry = BlockRegistry::new();
        let region = Region::new(IVec3::ZERO, IVec3::new(3, 2, 1));
        let mut scene = file(&[
            model([4, 3, 2], &[[0, 0, 0, 1], [3, 2, 1, 2]]),
            transform(0, 1, &[("_t", "1 2 3"), ("_r", "40")], false),
            group(1, &[2]),
            transform(2, 3, &[], false),
            shape(3, 0),
            palette(&registry, &["stone"]),
        ]);
        prop_assert_eq!(region.volume(), 24);
        let at = at.index(300.min(scene.len()));
        scene[at] = value;
        let next = (at + 4) % scene.len();
        scene[next] ^= twice;
        let _ = read(&scene);
    }
}
