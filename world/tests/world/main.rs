//! The world: blocks, snapshots, views, and the files it reads and writes.

mod codec;
mod ground;
mod model;
mod schem;
mod snapshot;
mod text_forms;
mod views;
mod vox;
