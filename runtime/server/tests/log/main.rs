//! The durable log: all kinds against a model, then all that can befall a data folder or a
//! database.

mod backup;
mod clock;
mod copy;
mod damage;
mod files;
mod folder;
mod formats;
mod games;
mod model;
mod packages;
mod postgres;
mod retention;
mod stepped;
mod support;
mod version_1;
