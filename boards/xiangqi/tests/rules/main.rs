//! The rules of Xiangqi, against counts, tables and programs of others.

mod bad_input;
mod diagrams;
mod ends;
mod laws;
mod loops;
mod perft;
mod repetition;
