//! The rules of Xiangqi, tested against published counts, tables and other programs.

mod bad_input;
mod diagrams;
mod ends;
mod laws;
mod loops;
mod perft;
mod repetition;
