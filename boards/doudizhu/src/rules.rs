use crate::Kickers;

/// How the landlord is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Auction {
    /// 叫分: each seat in turn bids 1, 2 or 3 above the highest bid, or passes; 3 ends it.
    #[default]
    Bids,
    /// 抢地主: seats are asked in turn until one calls; then the two others, once each, may take it
    /// from him, and he, once, back; each taking doubles. Whether a seat that declined to call
    /// may still take it differs between platforms: here it may.
    Claims,
}

/// What may be chosen about the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How the landlord is found.
    pub auction: Auction,
    /// Whether each player may double 加倍 or redouble 超级加倍 after that.
    pub doubling: bool,
    /// What may be carried along.
    pub kickers: Kickers,
    /// By how much a spring 春天 multiplies: 2, or 3 on some platforms.
    pub spring: u32,
    /// After how many deals in which all pass the first bidder must be the landlord.
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
