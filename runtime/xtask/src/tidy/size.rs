//! Lines stay short enough to read, where rustfmt does not see to it. How long files are is
//! printed, not limited: what is one thing stays together.

use super::Finding;
use crate::rust_source;
use crate::tree::SourceFile;

/// Characters in a line of Rust, but for what stands in literals.
const LINE: usize = 100;

fn is_source(file: &SourceFile) -> bool {
    ["rs", "lua", "luau", "ts", "tsx", "js"].iter().any(|extension| file.is(extension))
        && !file.is_generated()
}

pub(super) fn check(file: &SourceFile, found: &mut Vec<Finding>) {
    if !file.is("rs") {
        return;
    }
    for (index, length) in rust_source::line_lengths(&file.text).into_iter().enumerate() {
        if length > LINE {
            let what = format!("{length} characters, more than {LINE}");
            let (path, line) = (file.path.clone(), index + 1);
            found.push(Finding { path, line, rule: "line-length", what });
        }
    }
}

/// How long the files of each language are: median, 90th percentile and longest.
pub fn report(files: &[SourceFile]) -> String {
    let mut out = String::from("lines per file:");
    for (language, extensions) in
        [("Rust", &["rs"][..]), ("TypeScript", &["ts", "tsx", "js"]), ("Lua", &["lua", "luau"])]
    {
        let mut lengths: Vec<usize> = files
            .iter()
            .filter(|file| is_source(file) && extensions.iter().any(|it| file.is(it)))
            .map(|file| file.text.lines().count())
            .collect();
        lengths.sort_unstable();
        if let Some(longest) = lengths.last() {
            let (median, p90) = (percentile(&lengths, 50), percentile(&lengths, 90));
            let count = lengths.len();
            out.push_str(&format!(
                "\n  {language}: {count} files, median {median}, p90 {p90}, longest {longest}"
            ));
        }
    }
    out
}

/// The smallest value that at least `percent` % of the sorted values do not exceed.
fn percentile(sorted: &[usize], percent: usize) -> usize {
    sorted[(sorted.len() * percent).div_ceil(100).max(1) - 1]
}

#[cfg(test)]
mod tests {
    use super::percentile;

    #[test]
    fn percentiles_are_nearest_rank() {
        let values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
        assert_eq!((percentile(&values, 50), percentile(&values, 90)), (5, 9));
        assert_eq!(percentile(&[7], 90), 7);
    }
}
