//! Opening, closing and changing pages of the custom interface.

use fangqi_plugin::Fields;

use crate::living::Page;
use crate::map::MiniMap;
use crate::room::MiniRoom;
use crate::sim::EventFields;
use crate::views::{Element, ElementKind};

/// Pages one player may have.
const PAGES_MAX: usize = 64;
/// Elements of one page.
const ELEMENTS_MAX: usize = 512;

impl MiniRoom<'_> {
    /// The state that a page shows: the first of those that the map's layout names, until a script
    /// says another.
    pub fn state_of<'a>(&'a self, id: &str, page: &'a Page) -> Option<&'a str> {
        page.state.as_deref().or_else(|| self.package.page_states(id).next())
    }

    /// The elements of a page that are seen in its state. Those of which the layout names no states
    /// are seen in all.
    pub fn elements_of<'a>(
        &'a self,
        id: &'a str,
        page: &'a Page,
    ) -> impl Iterator<Item = &'a (String, Element)> {
        let state = self.state_of(id, page);
        page.elements
            .iter()
            .filter(move |(element, _)| self.package.is_in_state(id, element, state))
    }

    /// A page of a player, made from the map's layout when it is first named.
    fn page_mut(&mut self, player: u64, page: &str) -> Result<&mut Page, String> {
        let key = (player, page.to_owned());
        if !self.sim.pages.pages.contains_key(&key) {
            let own = self.sim.pages.pages.keys().filter(|(of, _)| *of == player).count();
            if own >= PAGES_MAX {
                return Err(format!("a player can have {PAGES_MAX} pages"));
            }
            let elements = self.package.page(page).to_vec();
            self.sim.pages.pages.insert(key.clone(), Page { elements, ..Page::default() });
        }
        self.sim.pages.pages.get_mut(&key).ok_or_else(|| "the page is gone".to_owned())
    }

    /// Opens a page for a player.
    ///
    /// # Errors
    /// There are too many.
    pub fn open_page(&mut self, player: u64, page: &str) -> Result<(), String> {
        let up = self.sim.pages.ups + 1;
        let found = self.page_mut(player, page)?;
        let was_open = found.up.replace(up).is_some();
        self.sim.pages.ups = up;
        if !was_open {
            self.tell("UI.Show", Fields::of(player).page(page));
        }
        Ok(())
    }

    /// Opens the pages that a player sees from the beginning.
    pub fn open_first_pages(&mut self, player: u64) {
        let package = std::sync::Arc::clone(&self.package);
        let pages = package.miniworld().into_iter().flat_map(|map| &map.pages);
        for page in pages.filter(|page| page.open) {
            // Of more than a player can have, the first are open.
            let _ = self.open_page(player, &page.id);
        }
    }

    /// Closes a page of a player; nothing happens if it is not open.
    pub fn close_page(&mut self, player: u64, page: &str) {
        let key = (player, page.to_owned());
        let was = self.sim.pages.pages.get_mut(&key).and_then(|page| page.up.take());
        if was.is_some() {
            self.tell("UI.Hide", Fields::of(player).page(page));
        }
    }

    /// Changes an element of a player's page; it is there when it is first named. What it is, is
    /// told by what is first done to it unless the map's layout says so.
    ///
    /// # Errors
    /// There are too many.
    pub fn change_element(
        &mut self,
        player: u64,
        page: &str,
        element: &str,
        kind: ElementKind,
        change: impl FnOnce(&mut Element),
    ) -> Result<(), String> {
        let page = self.page_mut(player, page)?;
        let found = page.elements.iter_mut().find(|(id, _)| id == element);
        if let Some((_, known)) = found {
            change(known);
            return Ok(());
        }
        if page.elements.len() >= ELEMENTS_MAX {
            return Err(format!("a page has {ELEMENTS_MAX} elements at most"));
        }
        let mut made = Element { kind, ..Element::default() };
        change(&mut made);
        page.elements.push((element.to_owned(), made));
        Ok(())
    }

    /// Shows another state of a page.
    ///
    /// # Errors
    /// There are too many pages.
    pub fn set_page_state(&mut self, player: u64, page: &str, state: &str) -> Result<(), String> {
        self.page_mut(player, page)?.state = Some(state.to_owned());
        Ok(())
    }
}
