//! Luau's own checks: its linter and its types.

use std::collections::BTreeMap;

use luau_analysis::diagnostics::error::types::UnknownSymbolContext;
use luau_analysis::diagnostics::{TypeError, TypeErrorData};
use luau_analysis::lint::LintWarning;
use luau_analysis::{
    AnalysisError, ConfigResolver, DefinitionEnvironment, FileResolver, Frontend, FrontendOptions,
    ModuleName, SourceCode, SourceCodeType, TypeCheckLimits,
};
use luau_common::{BString, ByteSlice};
use luau_config::{Config, LintCode};
use luau_syntax::location::Location;

use crate::globals::Defined;
use crate::{Environment, LintError, Remark, Script, Weight};

/// Longest that one script is looked at. The checker stops there and keeps what it has found.
const SECONDS_PER_SCRIPT: f64 = 10.0;

/// The scripts by name.
struct Sources<'a>(BTreeMap<&'a [u8], &'a str>);

impl FileResolver for Sources<'_> {
    fn read_source(&mut self, name: &ModuleName) -> Option<SourceCode> {
        let source = BString::from(*self.0.get(name.as_bytes())?);
        Some(SourceCode { source, kind: SourceCodeType::Script })
    }
}

/// One configuration for all scripts.
struct Configured(Config);

impl ConfigResolver for Configured {
    fn config(&self, _: &ModuleName, _: &TypeCheckLimits) -> &Config {
        &self.0
    }
}

type Checker<'a> = Frontend<Sources<'a>, Configured>;

fn gave_up(error: AnalysisError) -> LintError {
    LintError::GaveUp(format!("{error:?}"))
}

/// What Luau says of scripts.
pub(crate) fn check(
    environment: &Environment,
    defined: &Defined,
    scripts: &[Script],
) -> Result<Vec<Remark>, LintError> {
    luau_common::flags::apply_default();
    let mut checker = checker(environment, defined, scripts)?;
    let mut remarks = Vec::new();
    for script in scripts {
        let name = ModuleName::from(script.name.as_str());
        let result = checker.check(&name, None).map_err(gave_up)?;
        let is_syntax = |error: &TypeError| matches!(error.data, TypeErrorData::SyntaxError(_));
        if result.errors.iter().any(is_syntax) {
            continue; // the parser has made up the rest
        }
        let lints = result.lint_result.warnings.iter().chain(&result.lint_result.errors);
        // To the linter a script is alone, and what others define is built in.
        let is_shared = |warning: &&LintWarning| {
            let of_names = [LintCode::BuiltinGlobalWrite, LintCode::FunctionUnused];
            let text = warning.text.to_str_lossy();
            let name = text.split('\'').nth(1).unwrap_or_default();
            let is_ours = defined.names.contains(name) && !environment.names.contains(name);
            of_names.contains(&warning.code) && is_ours
        };
        remarks.extend(lints.filter(|warning| !is_shared(warning)).map(|warning| {
            let weight = Weight::of(warning.code);
            remark(script, warning.location, weight, &warning.text.to_str_lossy())
        }));
        let Some(model) = checker.semantic_model(&name) else { continue };
        let is_strict = is_strict(&script.source);
        let own = result.errors.iter().filter(|error| error.module_name == name);
        remarks.extend(own.filter_map(|error| {
            let weight = weight_of_type(&error.data, is_strict)?;
            let message = model.error_message(error);
            Some(remark(script, error.location, weight, &message.to_str_lossy()))
        }));
    }
    Ok(remarks)
}

/// A checker that knows the environment.
fn checker<'a>(
    environment: &Environment,
    defined: &Defined,
    scripts: &'a [Script],
) -> Result<Checker<'a>, LintError> {
    let named = |script: &'a Script| (script.name.as_bytes(), script.source.as_str());
    let sources = Sources(scripts.iter().map(named).collect());
    // Nonstrict unless a script says otherwise.
    let mut config = Config::default();
    // Found by name, where a name is suggested.
    config.enabled_lint.disable(LintCode::UnknownGlobal);
    // Of functions such as `apply`, which may say who is next, it is what authors want.
    config.enabled_lint.disable(LintCode::ImplicitReturn);
    let own = defined.names.iter().filter(|name| !environment.names.contains(*name));
    config.globals = own.map(|name| BString::from(name.as_str())).collect();
    let options = FrontendOptions {
        run_lint_checks: true,
        module_time_limit_sec: Some(SECONDS_PER_SCRIPT),
        ..FrontendOptions::default()
    };
    let mut checker = Frontend::new(sources, Configured(config), options);
    checker.register_builtin_globals(DefinitionEnvironment::Globals).map_err(gave_up)?;
    let scope = checker.global_scope(DefinitionEnvironment::Globals);
    let definitions = environment.definitions.as_bytes();
    let loaded =
        checker.load_definition_file(scope, definitions, "@fangqi", false).map_err(gave_up)?;
    if loaded.success {
        return Ok(checker);
    }
    let mut wrong = format!("{:?}", loaded.source_module.parse_errors);
    if let (Some(model), Some(module)) = (loaded.semantic_model(&checker), loaded.module()) {
        for error in module.errors() {
            let line = error.location.begin.line + 1;
            wrong = format!("line {line}: {}", model.error_message(error).to_str_lossy());
        }
    }
    Err(LintError::Definitions(wrong))
}

fn remark(script: &Script, location: Location, weight: Weight, text: &str) -> Remark {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let message = lines.next().unwrap_or_default().to_owned();
    let how = lines.map(str::to_owned).collect();
    Remark { script: script.name.clone(), line: location.begin.line + 1, weight, message, how }
}

/// Whether a script asks for strict types, which it does before its code.
fn is_strict(source: &str) -> bool {
    let mut header =
        source.lines().map(str::trim).take_while(|line| line.is_empty() || line.starts_with("--"));
    header.any(|line| line == "--!strict")
}

/// What an error of types counts; none if it is told otherwise.
fn weight_of_type(error: &TypeErrorData, is_strict: bool) -> Option<Weight> {
    match error {
        // A misspelt type would pass for any.
        TypeErrorData::UnknownSymbol(unknown) if unknown.context == UnknownSymbolContext::Type => {
            Some(Weight::Mistake)
        }
        // Globals are found by name, and modules where maps are loaded.
        TypeErrorData::UnknownSymbol(_) | TypeErrorData::UnknownRequire(_) => None,
        _ if is_strict => Some(Weight::Mistake),
        // A string that is a number is taken for one, so it may be no mistake. Nothing else is said
        // of code that asks for nothing: where values may be of any type it would be a guess.
        TypeErrorData::CheckedFunctionCallError(_) => Some(Weight::Advice),
        _ => None,
    }
}
