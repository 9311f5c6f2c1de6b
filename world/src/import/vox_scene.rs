//! The scene graph of a MagicaVoxel file.

use dot_vox::{Dict, DotVoxData, Model, SceneNode};
use glam::IVec3;

use super::ImportError;
use super::vox::bad;

/// Maximum depth of a scene.
const DEPTH_MAX: usize = 64;
/// Maximum number of node visits; a node may be reached along several paths.
const VISITS_MAX: usize = 65_536;
/// Maximum number of placed voxels, including overlapping ones.
const VOXELS_MAX: usize = 16 << 20;
/// Maximum translation of a transform.
const SHIFT_MAX: i32 = 1 << 20;

/// A signed permutation (rotation by right angles, with mirroring) and a translation: axis `i` of
/// the result is `signs[i]` times axis `axes[i]` of the argument.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Transform {
    axes: [usize; 3],
    signs: [i32; 3],
    shift: IVec3,
}

impl Transform {
    const IDENTITY: Transform = Transform { axes: [0, 1, 2], signs: [1; 3], shift: IVec3::ZERO };

    fn turn(&self, vector: IVec3) -> IVec3 {
        let axis = |i: usize| self.signs[i] * vector[self.axes[i]];
        IVec3::new(axis(0), axis(1), axis(2))
    }

    /// The composition: first `inner`, then `self`; `None` if the translation is too large.
    fn after(&self, inner: &Transform) -> Option<Transform> {
        let shift = self.shift + self.turn(inner.shift);
        (shift.abs().max_element() <= SHIFT_MAX).then(|| Transform {
            axes: self.axes.map(|axis| inner.axes[axis]),
            signs: std::array::from_fn(|i| self.signs[i] * inner.signs[self.axes[i]]),
            shift,
        })
    }
}

/// A model with its transform.
#[derive(Debug)]
pub(super) struct Placed<'a> {
    model: &'a Model,
    transform: Transform,
}

impl Placed<'_> {
    fn size(&self) -> IVec3 {
        let size = &self.model.size;
        // Checked when the model was placed.
        IVec3::new(size.x as i32, size.y as i32, size.z as i32)
    }

    /// The world cell of a model's cell. A model rotates about the middle of its box, rounded down,
    /// and cells are transformed by their centres.
    fn place(&self, cell: IVec3) -> IVec3 {
        let turned = self.transform.turn(cell - self.size() / 2);
        let mirrored = IVec3::from(self.transform.signs.map(|sign| i32::from(sign < 0)));
        turned - mirrored + self.transform.shift
    }

    /// The cells and colours of the voxels.
    pub(super) fn cells(&self) -> Result<impl Iterator<Item = (IVec3, u8)>, ImportError> {
        let cell = |voxel: &dot_vox::Voxel| {
            IVec3::new(i32::from(voxel.x), i32::from(voxel.y), i32::from(voxel.z))
        };
        let size = self.size();
        let outside = self.model.voxels.iter().map(cell).find(|at| at.cmpge(size).any());
        if let Some(at) = outside {
            return Err(ImportError::OutsideModel { at, size });
        }
        let voxels = self.model.voxels.iter();
        Ok(voxels.map(move |voxel| (self.place(cell(voxel)), voxel.i)))
    }
}

/// The bounding box of all models.
pub(super) fn extent(placed: &[Placed<'_>]) -> Result<(IVec3, IVec3), ImportError> {
    let corners =
        placed.iter().flat_map(|model| [model.place(IVec3::ZERO), model.place(model.size() - 1)]);
    let bounds = corners.fold(None, |bounds: Option<(IVec3, IVec3)>, corner| {
        let (min, max) = bounds.unwrap_or((corner, corner));
        Some((min.min(corner), max.max(corner)))
    });
    bounds.ok_or_else(|| bad("its scene shows no model".into()))
}

/// The visible models of the file.
pub(super) fn placed_models(file: &DotVoxData) -> Result<Vec<Placed<'_>>, ImportError> {
    let mut walk = Walk { file, placed: Vec::new(), visits: 0, voxels: 0 };
    if file.scenes.is_empty() {
        walk.show(0, Transform::IDENTITY)?;
    } else {
        walk.node(0, Transform::IDENTITY, 0)?;
    }
    Ok(walk.placed)
}

struct Walk<'a> {
    file: &'a DotVoxData,
    placed: Vec<Placed<'a>>,
    visits: usize,
    voxels: usize,
}

impl Walk<'_> {
    fn node(&mut self, node: u32, at: Transform, depth: usize) -> Result<(), ImportError> {
        self.visits += 1;
        if depth > DEPTH_MAX || self.visits > VISITS_MAX {
            return Err(bad("its scene is too deep or goes round in circles".into()));
        }
        let scenes = &self.file.scenes;
        match scenes.get(node as usize) {
            None => Err(bad(format!("its scene has no node {node}"))),
            Some(SceneNode::Transform { attributes, frames, child, layer_id }) => {
                let layer = self.file.layers.get(*layer_id as usize);
                if is_hidden(attributes) || layer.is_some_and(|layer| is_hidden(&layer.attributes))
                {
                    return Ok(());
                }
                let own = match frames.first() {
                    Some(frame) => transform(&frame.attributes)?,
                    None => Transform::IDENTITY,
                };
                let at = at.after(&own).ok_or_else(|| bad("its scene is too wide".into()))?;
                self.node(*child, at, depth + 1)
            }
            Some(SceneNode::Group { attributes, children }) => {
                if is_hidden(attributes) {
                    return Ok(());
                }
                children.iter().try_for_each(|&child| self.node(child, at, depth + 1))
            }
            // The models of a shape are the frames of an animation; the first is used.
            Some(SceneNode::Shape { attributes, models }) => match models.first() {
                Some(shape) if !is_hidden(attributes) => self.show(shape.model_id, at),
                _ => Ok(()),
            },
        }
    }

    fn show(&mut self, model: u32, transform: Transform) -> Result<(), ImportError> {
        let Some(found) = self.file.models.get(model as usize) else {
            return Err(bad(format!("its scene shows model {model}, which is not there")));
        };
        let sides = [found.size.x, found.size.y, found.size.z];
        if !sides.iter().all(|side| (1..=256).contains(side)) {
            return Err(bad(format!("model {model} has the size {sides:?}; sides are 1 to 256")));
        }
        self.voxels += found.voxels.len();
        if self.voxels > VOXELS_MAX {
            return Err(bad(format!("its scene shows more than {VOXELS_MAX} voxels")));
        }
        self.placed.push(Placed { model: found, transform });
        Ok(())
    }
}

fn is_hidden(attributes: &Dict) -> bool {
    attributes.get("_hidden").is_some_and(|value| value == "1")
}

/// Parses `_r` (a byte: index of the non-zero entry in rows 0 and 1 of a signed permutation matrix,
/// two bits each, then the signs of the three rows) and `_t` (three numbers).
fn transform(attributes: &Dict) -> Result<Transform, ImportError> {
    let mut transform = Transform::IDENTITY;
    if let Some(text) = attributes.get("_r") {
        let wrong = || bad(format!("its scene has the rotation {text:?}"));
        let bits: u8 = text.parse().map_err(|_| wrong())?;
        let (first, second) = (usize::from(bits & 3), usize::from(bits >> 2 & 3));
        if first == second || first > 2 || second > 2 {
            return Err(wrong());
        }
        transform.axes = [first, second, 3 - first - second];
        transform.signs =
            std::array::from_fn(|row| if bits >> (4 + row) & 1 == 0 { 1 } else { -1 });
    }
    if let Some(text) = attributes.get("_t") {
        let wrong = || bad(format!("its scene has the shift {text:?}"));
        let axes: Vec<i32> = text
            .split_ascii_whitespace()
            .map(|axis| axis.parse().ok().filter(|axis: &i32| axis.abs_diff(0) <= SHIFT_MAX as u32))
            .collect::<Option<_>>()
            .ok_or_else(wrong)?;
        let axes: [i32; 3] = axes.try_into().map_err(|_| wrong())?;
        transform.shift = axes.into();
    }
    Ok(transform)
}
