mod games;
mod model;
use fangqi_doudizhu::strong::net::{Eye, Net};
use fangqi_doudizhu::strong::table::Table;
use fangqi_doudizhu::jiuri::Jiuri;
use fangqi_doudizhu::*;
use fangqi_kit::Rng;
use model::Weights;
use std::time::Instant;
fn load(path: &str) -> [Weights; 3] {
    let bytes = std::fs::read(path).unwrap();
    let mut b = &bytes[..];
    [Weights::read(&mut b), Weights::read(&mut b), Weights::read(&mut b)]
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    match a[1].as_str() {
        "round" => {
            let mut out = vec![];
            load(&a[2]).iter().for_each(|w| w.round(&mut out));
            std::fs::write(&a[3], out).unwrap();
        }
        "duel" => {
            let net = Net::read(&std::fs::read(&a[2]).unwrap()).unwrap();
            let float = a.get(4).map(|p| load(p));
            let deals: u64 = a[3].parse().unwrap();
            let mut rng = Rng::new(4242);
            let (mut eye, mut feye, mut jiuri) = (Eye::default(), games::Eye::default(), Jiuri::new());
            let mut won = [0u64; 2];
            let (mut spent, mut n, mut nplays) = (0f64, 0u64, 0u64);
            let (mut plays, mut values, mut fvalues) = (vec![], vec![], vec![]);
            let (mut off, mut offd) = (0f64, 0f64);
            for _ in 0..deals {
                let first = games::deal(&mut rng);
                for side in 0..2 {
                    let mut table: Table = first.clone();
                    loop {
                        let seat = table.turn;
                        let play = if (seat == 0) == (side == 0) {
                            let t = Instant::now();
                            table.plays(Kickers::Rlcard, &mut plays);
                            if plays.len() == 1 { plays[0] } else if let Some(p) = plays.iter().find(|p| p.cards == table.hands[seat]) { *p } else {
                                eye.values(&net, &table, &plays, &mut values);
                                spent += t.elapsed().as_secs_f64(); n += 1; nplays += plays.len() as u64;
                                let top = (0..plays.len()).max_by_key(|&i| values[i]).unwrap();
                                if let Some(f) = &float {
                                    feye.look(&table, &f[seat], &plays, &mut fvalues);
                                    off += (fvalues[top] as f64 - values[top] as f64 / 1024.0).abs();
                                    let ftop = games::best(&fvalues);
                                    offd += model::chance(fvalues[ftop]) as f64 - model::chance(fvalues[top]) as f64;
                                }
                                plays[top]
                            }
                        } else if table.last.is_pass() { jiuri.lead(table.hands[seat]) } else { jiuri.follow(table.hands[seat], &table.last, false) };
                        if table.play(&play) { if (seat == 0) == (side == 0) { won[side] += 1; } break; }
                    }
                }
            }
            let d = deals as f64;
            println!("vs jiuri: {:.4} (landlord {:.4}, farmers {:.4}); {:.2} us/decision, {:.1} plays; off {:.4} lost {:.5}", (won[0] + won[1]) as f64 / 2.0 / d, won[0] as f64 / d, won[1] as f64 / d, spent / n as f64 * 1e6, nplays as f64 / n as f64, off / n as f64, offd / n as f64);
        }
        _ => {}
    }
}
