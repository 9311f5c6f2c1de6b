//! Prints the TypeScript declarations of the wire protocol, and the numbers by which the page moves
//! bodies.

fn main() {
    print!("{}", fangqi_server::wire::typescript());
    println!("/** Numbers by which bodies move, in blocks and ticks. */");
    print!("{}", fangqi_plugin_miniworld::body_numbers());
}
