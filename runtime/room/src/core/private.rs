//! What one viewer is shown that others are not.

use fangqi_plugin::host::{Host, Viewer};
use fangqi_protocol::{
    HudChange, LocalText, Mark, Note, OutputBody, PlayerId, PluginView, RequestView, Tick,
};

/// What one viewer has been shown and others have not: what depends on its seat, and what scripts
/// show to it alone.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Secrets {
    pub(super) request: Option<RequestView>,
    pub(super) marks: Vec<Mark>,
    /// The note for this viewer alone, and the note for everyone that it replaces.
    pub(super) note: Option<(Note, Option<Note>)>,
    pub(super) secret: Option<LocalText>,
    pub(super) plugins: Vec<PluginView>,
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
        let plugins = host.plugins.views(Viewer { player: viewer, seat: host.seats.of(viewer) });
        Self { request, marks, note, secret, plugins }
    }

    /// Updates what was shown, and adds the outputs for the viewer.
    pub(super) fn renew(
        &mut self,
        host: &Host,
        viewer: PlayerId,
        shift: Tick,
        told: &mut Vec<OutputBody>,
    ) {
        let now = Self::of(host, viewer, shift);
        if now != *self {
            now.differences(self, host, told);
            *self = now;
        }
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
    }
}
