use crate::Rules;

/// The result of a finished deal.
///
/// Each farmer's stake is the stake of the auction, doubled for every bomb and rocket, multiplied
/// by the factor of a spring, by the landlord's doubling and by the farmer's own. The landlord wins
/// or loses the stakes of both farmers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// The landlord's seat.
    pub landlord: usize,
    /// Whether the landlord won.
    pub landlord_won: bool,
    /// The stake of the auction.
    pub stake: u32,
    /// Number of bombs and rockets played.
    pub bombs: u32,
    /// Whether it was a spring 春天: the landlord won and no farmer played a card, or the farmers won
    /// and the landlord played once only 反春.
    pub spring: bool,
    /// The factor for a spring.
    pub spring_factor: u32,
    /// The doubling of each seat: 1, 2 or 4.
    pub doubles: [u8; 3],
}

impl Settlement {
    pub(crate) fn new(
        rules: &Rules,
        landlord: usize,
        landlord_won: bool,
        stake: u32,
        doubles: [u8; 3],
        plays: &[crate::Play],
    ) -> Settlement {
        let played =
            |role: usize| plays.iter().skip(role).step_by(3).filter(|play| !play.is_pass()).count();
        let spring = if landlord_won { played(1) + played(2) == 0 } else { played(0) == 1 };
        let bombs = plays.iter().filter(|play| play.kind.is_bomb()).count() as u32;
        Settlement {
            landlord,
            landlord_won,
            stake,
            bombs,
            spring,
            spring_factor: rules.spring,
            doubles,
        }
    }

    /// The product of all factors but the players' own doubling.
    pub const fn multiplier(&self) -> i64 {
        let spring = if self.spring { self.spring_factor as i64 } else { 1 };
        (self.stake as i64 * spring) << self.bombs
    }

    /// The points won or lost by each seat; their sum is zero.
    pub fn points(&self) -> [i64; 3] {
        let sign = if self.landlord_won { -1 } else { 1 };
        let mine = i64::from(self.doubles[self.landlord]);
        let mut points = [0; 3];
        for seat in (0..3).filter(|&seat| seat != self.landlord) {
            let stake = self.multiplier() * mine * i64::from(self.doubles[seat]);
            points[seat] = sign * stake;
            points[self.landlord] -= sign * stake;
        }
        points
    }
}
