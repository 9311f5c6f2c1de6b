use fangqi_protocol::{
    Act, Arrow, ArrowKind, Asked, Bar, BestLine, BestLines, Button, ButtonOption, Choice,
    ChoiceLook, ClockView, GameResult, Hud, HudChange, Insight, LocalText, Mark, MarkKind,
    MoveEntry, Note, PanelView, Plate, PlayerId, PlayerView, PluginChange, PluginView, Pose,
    RequestView, Review, ReviewNote, SeatCare, SeatHolder, SeatView, SelectView, Setting,
    ToastKind, Zone, ZoneKind,
};
use ts_rs::TS;

use super::{
    BlockView, CameraView, ClientMessage, EdgeView, EffectView, ExplorerMove, ExplorerView,
    LobbyMap, LobbyRoom, LobbyShelf, LobbyView, MapView, PROTOCOL, ReloadBlock, ReloadInput,
    ReloadView, ReplayHead, SeatCameraView, ServerMessage,
};

macro_rules! declare {
    ($out:ident, $config:ident; $($name:ty),* $(,)?) => {
        $($out.push_str(&format!("export {}\n\n", <$name as TS>::decl(&$config)));)*
    };
}

/// Every TypeScript declaration of this protocol, as one file.
pub fn typescript() -> String {
    let config = ts_rs::Config::default().with_large_int("number");
    let mut out = String::from(
        "// Generated from runtime/server/src/wire by `cargo xtask gen`; do not edit.\n\n",
    );
    out.push_str(&format!("export const PROTOCOL = {PROTOCOL};\n\n"));
    declare!(
        out,
        config;
        LocalText,
        PlayerId,
        SeatHolder,
        SeatCare,
        SeatView,
        PlayerView,
        Choice,
        SelectView,
        ChoiceLook,
        PanelView,
        RequestView,
        MarkKind,
        Mark,
        GameResult,
        MoveEntry,
        ButtonOption,
        Button,
        ClockView,
        Bar,
        BestLine,
        BestLines,
        Note,
        ArrowKind,
        Arrow,
        ReviewNote,
        Review,
        Insight,
        Asked,
        Plate,
        Hud,
        HudChange,
        ZoneKind,
        Zone,
        Setting,
        PluginView,
        PluginChange,
        Pose,
        Act,
        ToastKind,
        EffectView,
        BlockView,
        SeatCameraView,
        CameraView,
        EdgeView,
        MapView,
        LobbyShelf,
        LobbyMap,
        LobbyRoom,
        LobbyView,
        ExplorerMove,
        ExplorerView,
        ReplayHead,
        ReloadInput,
        ReloadBlock,
        ReloadView,
        ClientMessage,
        ServerMessage,
    );
    out
}
