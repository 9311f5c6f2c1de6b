//! Prints the TypeScript declarations of the wire protocol.

fn main() {
    print!("{}", fangqi_server::wire::typescript());
}
