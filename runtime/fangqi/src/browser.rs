//! Opening a page in the person's browser.

use std::process::{Command, Stdio};

/// Whether there is a screen to open a page on.
fn has_display() -> bool {
    if cfg!(any(target_os = "macos", windows)) {
        return true;
    }
    ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Opens a page if there is a screen; nothing is lost if that fails, since the address is printed.
pub(crate) fn open(url: &str) {
    if !has_display() {
        return;
    }
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        Ok(mut child) => {
            // Somebody must wait for it to end, but not we.
            std::thread::spawn(move || drop(child.wait()));
        }
        Err(error) => tracing::info!(%error, "the browser was not opened"),
    }
}
