use crate::Kickers;

/// How the landlord is determined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Auction {
    /// 叫分: each seat in turn bids 1, 2 or 3 above the highest bid, or passes; 3 ends it.
    #[default]
    Bids,
    /// 抢地主: seats are asked in turn until one calls. Then each of the two others may take over
    /// once, and the caller may take back once; each takeover doubles the stake. Whether a seat
    /// that declined to call may still take over differs between platforms; here it may.
    Claims,
}

/// The variants of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How the landlord is determined.
    pub auction: Auction,
    /// Whether players may double 加倍 or redouble 超级加倍 after the auction.
    pub doubling: bool,
    /// Which kickers may be carried.
    pub kickers: Kickers,
    /// The factor for a spring 春天: 2, or 3 on some platforms.
    pub spring: u32,
    /// Number of deals passed out in a row after which the first bidder must be the landlord.
    pub redeals: u32,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            auction: Auction::Bids,
            doubling: false,
            kickers: Kickers::Rlcard,
            spring: 2,
            redeals: 3,
        }
    }
}
