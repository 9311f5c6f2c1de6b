//! Perft against the fact file, on whose counts four other programs agree.

use fangqi_xiangqi::Position;

#[test]
fn perft_to_depth_four_on_every_position() {
    let mut positions = 0;
    for line in include_str!("../data/xiangqi-perft-A.txt").lines().filter(|l| !l.starts_with('#'))
    {
        let [fen, counts, id] = line.split(" ; ").collect::<Vec<_>>()[..] else {
            panic!("three fields in {line}");
        };
        let position = Position::from_fen(fen).expect(id);
        assert_eq!(position.fen(), fen);
        for (depth, want) in (1..=4).zip(counts.split(' ')) {
            assert_eq!(position.perft(depth).to_string(), want, "{id} depth {depth}");
        }
        positions += 1;
    }
    assert_eq!(positions, 22);
}
