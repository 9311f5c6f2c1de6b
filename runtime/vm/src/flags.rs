//! Luau's feature flags, decided one by one.
//!
//! Luau ships fixes and new features behind flags that are off until its maintainers have observed
//! them for a while. This is the one place that says which of them are on here, and why. A flag
//! that fixes a way for scripts to crash or stall the process is on. A flag that changes what
//! scripts see stays as it is, because rooms are rebuilt from logs that were written without it.
//! Flags that only make Luau faster stay off until its maintainers turn them on, because they are
//! new code.
//!
//! A test compares the table with the flags in the sources of the version in use, so that an update
//! cannot bring a flag without a decision.

use std::ffi::{CString, c_int};
use std::sync::Once;

use mlua::ffi;

/// A decision on some flags, with its reason.
struct Decision {
    /// Whether they are on.
    on: bool,
    reason: &'static str,
    flags: &'static [&'static str],
}

/// The decisions on all flags of the version in use.
const DECISIONS: &[Decision] = &[
    // Fixes that are on.
    Decision {
        on: true,
        reason: "`table.move` to an index beyond 2^26 is refused before the array part is measured; \
                 without it the measuring overflows and writes beyond the table",
        flags: &["LuauTableArrayAdjustCheck"],
    },
    Decision {
        on: true,
        reason: "`table.move` over a range far longer than both tables walks the tables, not the \
                 range; its results are the same",
        flags: &["LuauTableMoveTimeoutFix"],
    },
    Decision {
        on: true,
        reason: "a table that meets the memory limit while it grows stays as it was; without it, \
                 its two parts may disagree afterwards. Entries keep their order",
        flags: &["LuauTableRobustOom", "LuauTableArrayShrinkOrder"],
    },
    Decision {
        on: true,
        reason: "the metatable of vectors is read-only like that of strings: what a script did to it \
                 would outlive its game",
        flags: &["LuauSandboxFreezesVectorMetatable"],
    },
    Decision {
        on: true,
        reason: "an alias of a type that names itself twice, as in `type A = A | A`, sends the \
                 compiler round without end until its stack is full",
        flags: &["LuauCompileRecursiveAliases"],
    },
    Decision {
        on: true,
        reason: "machine code reads a whole number back as it was put aside; without it, it may take \
                 the bits for those of a fraction, after bounds have been checked",
        flags: &["LuauCodegenX64IntSpillRestore"],
    },
    Decision {
        on: true,
        reason: "machine code that returns to a function without machine code goes on in the \
                 interpreter; without it, it jumps to nowhere",
        flags: &["AddReturnExectargetCheck"],
    },
    // Changes that scripts would see.
    Decision {
        on: false,
        reason: "changes when entries move between a table's parts, and so the order of `next` and \
                 the length of tables with holes, on which stored rooms rely",
        flags: &["LuauSplitTableLookups"],
    },
    Decision {
        on: false,
        reason: "changes results: `math.noise` of large numbers; equality of constant vectors",
        flags: &["FixMathNoisePrecision", "LuauCompileNoFoldVectorEqW"],
    },
    Decision {
        on: false,
        reason: "changes the language or the library: scripts that rely on it would run nowhere else, \
                 and some that run today would not",
        flags: &[
            "LuauExperimentalIfLocalSyntax",
            "LuauExportValueSyntax",
            "LuauOptimizeExportTable",
            "LuauExportedTypesParticipateInScc",
            "LuauIntegerType2",
            "LuauIntegerLibrary",
            "LuauIntegerFastcalls",
            "LuauIntegerBufferFastcalls",
            "LuauCodegenInteger3",
            "LuauCodegenIntegerCompare",
            "LuauCodegenBufferInteger",
            "LuauNoDuplicateBinaryPrefix",
            "LuauAllowGlobalDeclarationToBeCalledClass",
            "LuauSingleTypeOptionalPackReturnsAttributeParens",
            "DebugLuauUserDefinedClasses",
            "DebugLuauUserDefinedClassesRuntime",
            "DebugLuauCoroutineFinally",
        ],
    },
    Decision {
        on: false,
        reason: "lets the collector work at the ends of loops: here it runs only where its effects \
                 are a function of what the script did (`garbage.rs`)",
        flags: &["LuauBackedgeHeapCheck"],
    },
    // Speed.
    Decision {
        on: false,
        reason: "a faster way of doing the same, with code of its own",
        flags: &[
            "LuauFrozenMetaButterfly",
            "LuauEasyStateInit",
            "LuauPcallOptimize",
            "LuauCallLuauTm",
            "LuauOptimizeStringSplit",
            "LuauCompileCleanBlockDeadClose",
            "LuauCompileConcatTargetTop",
            "LuauCompileIifeInline",
            "LuauCompileLoopUnrollZero",
            "LuauCompileMoveElision",
            "LuauCodegenNopPadding",
            "LuauCodegenPropagateFallbackTags",
            "LuauCodegenA64ForgLoopArray",
        ],
    },
    Decision {
        on: false,
        reason: "calls of `pcall` without a frame. The corrections among these (an interrupt for \
                 such calls, no clones of code around them) are of no use without the rest",
        flags: &[
            "LuauFastpcall",
            "LuauFastpcallInterrupt",
            "LuauCompileFastpcall",
            "LuauCodeGenFastpcall",
            "LuauCodegenNoLinearFastpcall",
        ],
    },
    Decision {
        on: false,
        reason: "inlining by what calls have shown, for mlua's own use of the code generator, which \
                 is not used here: results would depend on when machine code was made",
        flags: &[
            "LuauCallFeedback",
            "LuauEmitCallFeedback",
            "LuauPromoteProto",
            "LuauVirtualBcBuilder",
            "LuauBytecodeFold",
            "LuauBytecodeCostModel",
            "LuauCostModel",
        ],
    },
    // Not used here.
    Decision {
        on: false,
        reason: "bytecode for vectors of doubles; these here are of floats",
        flags: &["LuauCompileEmitVectorDouble"],
    },
    Decision {
        on: false,
        reason: "correct what only debuggers read, at a level of debug information not compiled here",
        flags: &["LuauCompileUndoEmitAdjust"],
    },
    Decision {
        on: false,
        reason: "for hosts with userdata types of their own in bytecode, or with traced userdata",
        flags: &["LuauLoadRemapOptionalUserdata", "LuauGcTraceUdata"],
    },
    Decision {
        on: false,
        reason: "hides addresses in texts better; here no address becomes a text (`text.rs`)",
        flags: &["LuauNewPointerEncode"],
    },
    Decision {
        on: false,
        reason: "keeps buffers in a region of memory that the host must give; mlua gives none",
        flags: &["LuauBufferCage"],
    },
    Decision {
        on: false,
        reason: "for parts of Luau that scripts cannot reach: `require`, configuration files, the \
                 printer of syntax trees, the type checker, dumps of the heap",
        flags: &[
            "LuauCyclicRequireShortCircuit",
            "LuauSelfIsSelfAndAlwaysSelf",
            "LuauRbsConfigAliasResolution",
            "LuauPrettyPrintVisualizeIndexerAccess",
            "LuauSolverV2",
            "LuauEnumMoreEdges",
        ],
    },
    Decision {
        on: false,
        reason: "for those who work on Luau itself",
        flags: &[
            "DebugLuauReportReturnTypeVariadicWithTypeSuffix",
            "DebugLuauNoInline",
            "DebugLuauParseExactTables",
            "DebugCodegenOptSize",
            "DebugCodegenSkipNumbering",
            "DebugCodegenChaosA64",
            "DebugCodegenLimitRegs",
            "DebugLuauAbortingChecks",
            "DebugLuauTimeTracing",
        ],
    },
];

/// Numeric settings, all left at Luau's own values: limits of the parser's recursion and errors, of
/// inlining and unrolling, and of the code generator's work and memory.
#[cfg(test)]
const NUMBERS: &[&str] = &[
    "LuauParseErrorLimit",
    "LuauRecursionLimit",
    "LuauTypeLengthLimit",
    "LuauInlineHitsThreshold",
    "LuauCompileInlineDepth",
    "LuauCompileInlineThreshold",
    "LuauCompileInlineThresholdMaxBoost",
    "LuauCompileLoopUnrollThreshold",
    "LuauCompileLoopUnrollThresholdMaxBoost",
    "CodegenHeuristicsBlockInstructionLimit",
    "CodegenHeuristicsBlockLimit",
    "CodegenHeuristicsInstructionLimit",
    "LuauCodeGenBlockSize",
    "LuauCodeGenMaxTotalSize",
    "LuauCodeGenLiveSlotReuseLimit",
    "LuauCodeGenMinLinearBlockPath",
    "LuauCodeGenReuseSlotLimit",
    "LuauCodeGenReuseUdataTagLimit",
    "LuauJitInlineSmallFunSize",
    "LuauJitInlineThreshold",
    "LuauJitInlineThresholdMaxBoost",
    "LuauJitInlineTooLongFunSize",
];

/// Sets the flags, once per process.
///
/// Luau reads them without a lock: everything here that compiles or creates a VM calls this first,
/// and a second thread waits until the first has set them.
pub(super) fn set() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for decision in DECISIONS {
            for flag in decision.flags {
                let Ok(name) = CString::new(*flag) else { continue };
                // SAFETY: the name is a C string; nothing of Luau runs before this has returned.
                let known = unsafe { ffi::luau_setfflag(name.as_ptr(), c_int::from(decision.on)) };
                // Parts of Luau that a program does not use are not linked into it, nor are their
                // flags.
                if known == 0 && decision.on {
                    tracing::error!(flag, reason = decision.reason, "Luau has no such flag");
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ffi::{CStr, c_char};
    use std::path::{Path, PathBuf};
    use std::process::Command;

    use super::*;

    /// Luau's `FValue<T>`.
    #[repr(C)]
    struct Flag<T> {
        value: T,
        is_dynamic: bool,
        name: *const c_char,
        next: *const Flag<T>,
        version: u32,
    }

    unsafe extern "C" {
        #[link_name = "_ZN4Luau6FValueIbE4listE"]
        static SWITCHES: *const Flag<bool>;
        #[link_name = "_ZN4Luau6FValueIiE4listE"]
        static INTEGERS: *const Flag<c_int>;
    }

    /// The flags that are linked into this program, and their values.
    fn linked<T: Copy>(mut flag: *const Flag<T>) -> Vec<(String, T)> {
        let mut found = Vec::new();
        // SAFETY: a list of statics with names that are literals, made before `main` and only read
        // from then on, but for `set`, which the caller has called.
        while let Some(item) = unsafe { flag.as_ref() } {
            // SAFETY: as above.
            let name = unsafe { CStr::from_ptr(item.name) };
            found.push((name.to_string_lossy().into_owned(), item.value));
            flag = item.next;
        }
        found
    }

    fn decided() -> Vec<&'static str> {
        DECISIONS.iter().flat_map(|decision| decision.flags.iter().copied()).collect()
    }

    fn files(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                files(&path, into);
            } else {
                into.push(path);
            }
        }
    }

    /// The names that Luau's sources give to these macros.
    fn declared(macros: [&str; 2]) -> BTreeSet<String> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        // A sanitiser that is loaded into this test has no business in other programs.
        let command = |program: std::ffi::OsString| {
            let mut command = Command::new(program);
            command.env_remove("LD_PRELOAD");
            command
        };
        // Cargo has fetched what this platform needs, and nothing else: without the filter it would
        // ask for the dependencies of all.
        let about = command("rustc".into()).arg("-vV").output().expect("rustc").stdout;
        let about = String::from_utf8_lossy(&about).into_owned();
        let host = about.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
        let output = command(cargo)
            .args(["metadata", "--format-version", "1", "--offline", "--locked"])
            .args(["--filter-platform", host])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("cargo");
        let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let packages = metadata["packages"].as_array().expect("packages");
        let luau = packages.iter().find(|package| package["name"] == "luau0-src").expect("Luau");
        let manifest = PathBuf::from(luau["manifest_path"].as_str().expect("a path"));
        let mut sources = Vec::new();
        files(&manifest.with_file_name("luau"), &mut sources);
        let mut names = BTreeSet::new();
        for path in sources.iter().filter(|path| path.extension().is_some_and(|it| it == "cpp")) {
            let text = std::fs::read_to_string(path).expect("a text");
            for line in text.lines() {
                let call = macros.iter().find_map(|name| line.strip_prefix(name));
                let call = call.and_then(|call| call.strip_prefix('('));
                names
                    .extend(call.and_then(|call| call.split([')', ',']).next()).map(str::to_owned));
            }
        }
        names
    }

    #[test]
    fn every_flag_of_the_version_in_use_is_decided_and_no_other() {
        let decided = decided();
        let unique: BTreeSet<String> = decided.iter().map(ToString::to_string).collect();
        assert_eq!(unique.len(), decided.len(), "a flag is decided twice");
        let switches = declared(["LUAU_FASTFLAGVARIABLE", "LUAU_DYNAMIC_FASTFLAGVARIABLE"]);
        assert!(switches.len() > 50, "{switches:?}");
        let fresh: Vec<_> = switches.difference(&unique).collect();
        let gone: Vec<_> = unique.difference(&switches).collect();
        assert!(fresh.is_empty() && gone.is_empty(), "to be decided: {fresh:?}; gone: {gone:?}");
        let numbers: BTreeSet<String> = NUMBERS.iter().map(ToString::to_string).collect();
        let declared = declared(["LUAU_FASTINTVARIABLE", "LUAU_DYNAMIC_FASTINTVARIABLE"]);
        assert_eq!(declared, numbers);
    }

    #[test]
    fn flags_in_the_program_are_as_decided() {
        set();
        // SAFETY: statics of Luau that nothing writes.
        let (switches, integers) = unsafe { (linked(SWITCHES), linked(INTEGERS)) };
        assert!(switches.len() > 50, "{} flags", switches.len());
        for (name, value) in &switches {
            let decision = DECISIONS.iter().find(|it| it.flags.contains(&name.as_str()));
            assert_eq!(decision.map(|it| it.on), Some(*value), "{name}");
        }
        for flag in DECISIONS.iter().filter(|it| it.on).flat_map(|it| it.flags) {
            assert!(switches.iter().any(|(name, _)| name == flag), "{flag} is not in the program");
        }
        for (name, _) in &integers {
            assert!(NUMBERS.contains(&name.as_str()), "{name}");
        }
    }
}
