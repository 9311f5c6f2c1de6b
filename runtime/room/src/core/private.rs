//! What one viewer is shown that others are not.

use fangqi_world::EffectChange;

use crate::host::Host;
use crate::host::Viewer;
use crate::living::Touched;
use fangqi_protocol::{
    HudChange, LocalText, Mark, Note, OutputBody, OwnView, PageView, PlayerId, PluginView,
    RequestView, Tick,
};

/// What may have changed among living and moving things.
pub(super) struct News {
    /// [`Host::has_life`], computed once because it looks at every player.
    pub(super) life: bool,
    /// Bodies and everything else with a position.
    pub(super) bodies: Touched,
    /// Other data of players.
    pub(super) people: Touched,
}

/// What one viewer has been shown and others have not.
#[derive(Debug, Default)]
pub(super) struct Private {
    secrets: Secrets,
    own: Option<Box<OwnView>>,
    pages: Vec<PageView>,
}

/// The part that depends on the viewer's seat or that scripts show to this viewer alone.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Secrets {
    pub(super) request: Option<RequestView>,
    pub(super) marks: Vec<Mark>,
    pub(super) music: Option<EffectChange>,
    /// The note for this viewer alone, and the note for everyone that it replaces.
    pub(super) note: Option<(Note, Option<Note>)>,
    pub(super) secret: Option<LocalText>,
    pub(super) plugins: Vec<PluginView>,
}

impl Private {
    /// Everything that only this viewer is shown; `life` is [`Host::has_life`].
    pub(super) fn of(host: &Host, viewer: PlayerId, shift: Tick, life: bool) -> Self {
        Self {
            secrets: Secrets::of(host, viewer, shift),
            own: if life { host.own_view(viewer).map(Box::new) } else { None },
            pages: if life { host.page_views(viewer) } else { Vec::new() },
        }
    }

    /// Updates what was shown. Returns the outputs for the viewer.
    pub(super) fn renew(
        &mut self,
        host: &Host,
        viewer: PlayerId,
        shift: Tick,
        news: &News,
    ) -> Vec<OutputBody> {
        let mut told = Vec::new();
        let secrets = Secrets::of(host, viewer, shift);
        if secrets != self.secrets {
            secrets.differences(&self.secrets, host, &mut told);
            self.secrets = secrets;
        }
        self.renew_own(host, viewer, news, &mut told);
        let same = match news.life {
            true => host.is_same_pages(viewer, &self.pages),
            false => self.pages.is_empty(),
        };
        if !same {
            self.pages = if news.life { host.page_views(viewer) } else { Vec::new() };
            told.push(OutputBody::Pages(self.pages.clone()));
        }
        told
    }

    /// Updates the player's view of itself.
    pub(super) fn renew_own(
        &mut self,
        host: &Host,
        viewer: PlayerId,
        news: &News,
        told: &mut Vec<OutputBody>,
    ) {
        let view = || if news.life { host.own_view(viewer).map(Box::new) } else { None };
        let touched = news.bodies.has(viewer.0) || news.people.has(viewer.0);
        // The contents of an open box belong to neither bodies nor players.
        let shut = self.own.as_ref().is_some_and(|own| own.opened.is_none());
        if news.life && !touched && shut {
            debug_assert_eq!(self.own, view(), "a player changed without a note");
            return;
        }
        let own = view();
        if own != self.own {
            told.push(OutputBody::Own(own.clone()));
            self.own = own;
        }
    }
}

impl Secrets {
    pub(super) fn of(host: &Host, viewer: PlayerId, shift: Tick) -> Self {
        let mut marks = host.marks.clone();
        let mut request = None;
        if let Some(seat) = host.seats.of(viewer) {
            marks.extend(host.requests.marks(seat, &host.world));
            request = host.requests.view(seat, shift);
        }
        let note = host.notes.get(&viewer).map(|own| (own.clone(), host.hud.insight.note.clone()));
        let secret = host.secrets.get(&viewer).cloned();
        let music = host.music.get(&viewer).cloned();
        let plugins = host.plugins.views(Viewer { player: viewer, seat: host.seats.of(viewer) });
        Self { request, marks, music, note, secret, plugins }
    }

    fn differences(&self, before: &Self, host: &Host, told: &mut Vec<OutputBody>) {
        if self.request != before.request {
            told.push(OutputBody::Request(self.request.clone()));
        }
        if self.marks != before.marks {
            told.push(OutputBody::Marks(self.marks.clone()));
        }
        if self.note != before.note {
            let seen = self.note.as_ref().map(|(own, _)| own.clone());
            let seen = seen.or_else(|| host.hud.insight.note.clone());
            told.push(OutputBody::Hud(HudChange::Note(seen)));
        }
        if self.secret != before.secret {
            told.push(OutputBody::Hud(HudChange::Secret(self.secret.clone())));
        }
        for now in &self.plugins {
            if !before.plugins.contains(now) {
                told.push(OutputBody::Plugin(now.clone()));
            }
        }
        for PluginView { plugin, .. } in &before.plugins {
            if !self.plugins.iter().any(|now| now.plugin == *plugin) {
                let view = serde_json::Value::Null;
                told.push(OutputBody::Plugin(PluginView { plugin: plugin.clone(), view }));
            }
        }
        if self.music != before.music {
            for change in before.music.iter().filter_map(ended).chain(self.music.clone()) {
                told.push(OutputBody::Effect(change));
            }
        }
    }
}

/// The change that stops a looping sound.
fn ended(sound: &EffectChange) -> Option<EffectChange> {
    match *sound {
        EffectChange::LoopSound { pos, sound, .. } => Some(EffectChange::StopSound { pos, sound }),
        _ => None,
    }
}
