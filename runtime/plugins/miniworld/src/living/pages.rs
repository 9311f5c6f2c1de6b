//! Pages of the custom interface: what of them each player sees.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::views::Element;

/// Pages by player and id.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Pages {
    /// All of them, open and closed.
    pub pages: BTreeMap<(u64, String), Page>,
    /// How often a page has come up, so that the newest lies on top.
    pub ups: u32,
}

/// A page as one player sees it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// When it came up; `None` while it is closed.
    pub up: Option<u32>,
    /// The page state that is shown.
    pub state: Option<String>,
    /// Its elements, by id, in the order of the layout or of their first mention.
    pub elements: Vec<(String, Element)>,
}

impl Pages {
    /// A page of a player.
    pub fn get(&self, player: u64, page: &str) -> Option<&Page> {
        self.pages.get(&(player, page.to_owned()))
    }

    /// Closes the pages of a player who leaves: a client that connects again has none open.
    pub fn put_away(&mut self, player: u64) {
        let own = self.pages.range_mut((player, String::new())..(player + 1, String::new()));
        own.for_each(|(_, page)| page.up = None);
    }

    /// The open pages of a player, the lowest first.
    pub fn open(&self, player: u64) -> Vec<(&str, &Page)> {
        let own = self.pages.range((player, String::new())..(player + 1, String::new()));
        let mut open: Vec<(&str, &Page)> = own
            .filter(|(_, page)| page.up.is_some())
            .map(|((_, id), page)| (id.as_str(), page))
            .collect();
        open.sort_by_key(|(_, page)| page.up);
        open
    }
}
