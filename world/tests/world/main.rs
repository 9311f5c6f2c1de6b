//! Tests of blocks, worlds, snapshots, views, and file formats.

mod codec;
mod ground;
mod model;
mod schem;
mod snapshot;
mod text_forms;
mod views;
mod vox;
