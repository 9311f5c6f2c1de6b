use std::collections::BTreeMap;

use fangqi_world::{BlockRegistry, BlockState, IVec3, Region, World};
use serde::Deserialize;

use super::error::{LayoutError, PackageError};
use super::files::MapFiles;

/// A layout file. All fills are applied in order, then all rows in order.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LayoutFile {
    #[serde(default)]
    fill: Vec<FillFile>,
    #[serde(default)]
    rows: Vec<RowsFile>,
}

/// Fills a box with one block.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FillFile {
    from: [i32; 3],
    to: [i32; 3],
    block: String,
    #[serde(default)]
    data: u8,
}

/// Writes a horizontal picture: the first row has the largest z, and columns grow with x.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowsFile {
    at: [i32; 3],
    key: BTreeMap<char, String>,
    #[serde(default)]
    data: u8,
    rows: Vec<String>,
}

/// The blocks of a map before its scripts run.
#[derive(Debug, Default)]
pub(super) struct Layout {
    steps: Vec<(String, Step)>,
}

#[derive(Debug)]
enum Step {
    Fill(Region, BlockState),
    Cells(Vec<(IVec3, BlockState)>),
}

impl Layout {
    pub(super) fn read(
        files: &MapFiles<'_>,
        path: &str,
        blocks: &BlockRegistry,
    ) -> Result<Self, PackageError> {
        let file: LayoutFile = files.toml(path, "map.toml")?;
        let mut steps = Vec::with_capacity(file.fill.len() + file.rows.len());
        let wrong = |name: &str, message: String| PackageError::Invalid {
            path: format!("{}/{path}", files.map()),
            message: format!("{name}: {message}"),
        };
        for (index, fill) in file.fill.into_iter().enumerate() {
            let name = format!("fill {}", index + 1);
            let region = Region::new(IVec3::from(fill.from), IVec3::from(fill.to));
            let state = state(blocks, &fill.block, fill.data).map_err(|why| wrong(&name, why))?;
            steps.push((name, Step::Fill(region, state)));
        }
        for (index, rows) in file.rows.into_iter().enumerate() {
            let name = format!("rows {}", index + 1);
            let cells = picture(rows, blocks).map_err(|why| wrong(&name, why))?;
            steps.push((name, Step::Cells(cells)));
        }
        Ok(Self { steps })
    }

    /// Appends fills, and then cells.
    pub(super) fn then(
        &mut self,
        fills: Vec<(String, Region, BlockState)>,
        cells: Vec<(IVec3, BlockState)>,
    ) {
        let fill = |(name, region, state)| (name, Step::Fill(region, state));
        self.steps.extend(fills.into_iter().map(fill));
        if !cells.is_empty() {
            self.steps.push(("board".to_owned(), Step::Cells(cells)));
        }
    }

    pub(super) fn place(&self, world: &mut World) -> Result<(), LayoutError> {
        for (name, step) in &self.steps {
            let at = |source| LayoutError::World { step: name.clone(), source };
            match step {
                Step::Fill(region, state) => {
                    world.fill(*region, *state).map_err(at)?;
                }
                Step::Cells(cells) => {
                    for (pos, state) in cells {
                        world.set(*pos, *state).map_err(at)?;
                    }
                }
            }
        }
        Ok(())
    }
}

fn picture(rows: RowsFile, blocks: &BlockRegistry) -> Result<Vec<(IVec3, BlockState)>, String> {
    let mut states = BTreeMap::new();
    for (letter, key) in &rows.key {
        states.insert(*letter, state(blocks, key, rows.data)?);
    }
    let mut cells = Vec::new();
    for (dz, text) in (0..).zip(rows.rows.iter().rev()) {
        for (dx, letter) in (0..).zip(text.chars()).filter(|(_, letter)| *letter != ' ') {
            let state = states
                .get(&letter)
                .ok_or_else(|| format!("`{letter}` in the row \"{text}\" is not in key"))?;
            let pos = IVec3::from(rows.at).checked_add(IVec3::new(dx, 0, dz));
            cells.push((pos.ok_or("at is too far out")?, *state));
        }
    }
    Ok(cells)
}

fn state(blocks: &BlockRegistry, key: &str, data: u8) -> Result<BlockState, String> {
    match blocks.by_key(key) {
        Some(def) => Ok(BlockState::new(def.id, data)),
        None => Err(match blocks.suggest(key) {
            Some(near) => format!("there is no block `{key}`; did you mean `{near}`?"),
            None => format!("there is no block `{key}`"),
        }),
    }
}
