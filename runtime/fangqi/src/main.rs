//! `fangqi`: play board games made of blocks, or serve them to others.

#![deny(clippy::unwrap_used)]

// What is printed is escaped.
#[macro_use]
extern crate fangqi_text;

mod admin;
mod allocator;
mod archive;
mod arena;
mod audit;
mod backup;
mod bench;
mod browser;
mod check;
mod cli;
mod config;
mod counted;
mod database;
mod docs;
mod healthcheck;
mod http;
mod lint;
mod load;
mod log;
mod manual;
mod map_tests;
mod maps;
mod new;
mod parallel;
mod perft;
mod plugin_commands;
mod plugins;
mod profile;
mod recording;
mod replay;
mod serve;
#[cfg_attr(not(unix), path = "no_service_manager.rs")]
mod service_manager;
mod signals;
mod sim;
#[cfg(feature = "otel")]
mod telemetry;
mod types;
mod upgrade;
mod watch;

use std::process::ExitCode;

use anyhow::Context;
use fangqi_room::plugin::with_causes;

use allocator::give_back_in_time;
use cli::{Cli, Command, ConfigCommand};
use log::LogArgs;

/// `fangqi worker`
#[cfg(target_os = "linux")]
fn work() -> anyhow::Result<()> {
    fangqi_server::run_worker(plugins::PLUGINS, give_back_in_time)
        .context("this is for the server to start")
}

#[cfg(not(target_os = "linux"))]
fn work() -> anyhow::Result<()> {
    Err(anyhow!("there are no worker processes on this system"))
}

fn main() -> ExitCode {
    let cli = Cli::parse_with_plugins();
    let command = cli.command.unwrap_or(Command::Play(cli.play));
    let log_args = match &command {
        Command::Serve(args) => args.log.clone(),
        Command::Worker(args) => args.log.clone(),
        _ => LogArgs::default(),
    };
    log::begin(log_args, matches!(command, Command::Serve(_)));
    if !matches!(command, Command::Worker(_)) {
        give_back_in_time();
    }
    let done = match command {
        Command::Worker(_) => work(),
        Command::Play(args) => serve::play(args),
        Command::Serve(args) => serve::serve(&args),
        Command::Maps(args) => maps::list(maps::place(args.maps).as_deref()),
        Command::New(args) => {
            let folder = args.maps.unwrap_or_else(|| maps::OWN.into());
            new::run(&args.name, args.kind, &folder)
        }
        Command::Check(args) => check::run(&args),
        Command::Test(args) => {
            let folder = maps::place(args.maps.clone());
            map_tests::run(folder, &args.names, &args.runs())
        }
        Command::Sim(args) => sim::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Profile(args) => profile::run(&args),
        Command::Bench(args) => maps::MapFolder::read(None)
            .map_err(anyhow::Error::from)
            .and_then(|maps| bench::run(maps.files(), args.json)),
        Command::Load(args) => load::run(&args),
        Command::Docs(args) => docs::write(&args.out),
        Command::Types(args) => types::write(&args),
        Command::Export(args) => replay::export(&args),
        Command::Import(args) => replay::import(&args),
        Command::Replay(args) => replay::replay(&args),
        Command::Audit(args) => audit::run(&args),
        Command::Backup(args) => backup::back_up(&args),
        Command::Restore(args) => backup::restore(&args),
        Command::Upgrade(args) => upgrade::run(&args),
        Command::Admin(args) => admin::run(&args),
        Command::Config(args) => match args.command {
            ConfigCommand::Check { words } => config::check(&words),
            ConfigCommand::Example => {
                config::example();
                Ok(())
            }
        },
        Command::Healthcheck(args) => healthcheck::run(&args),
        Command::Manual { out } => manual::write(&out),
        Command::OfPlugin(args) => plugin_commands::run(&args),
    };
    #[cfg(feature = "otel")]
    telemetry::end();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::give_up(&with_causes(&error));
            ExitCode::FAILURE
        }
    }
}
