//! Which files count as the tree.

use std::fs;

use xtask::tree;

#[test]
fn built_and_installed_files_are_not_in_the_tree() {
    let root = tempfile::tempdir().unwrap();
    let files = [
        ("kept/data/oracle.txt", true),
        ("kept/a.rs", true),
        ("target/debug/a.rs", false),
        ("data/rooms.txt", false),
        ("runtime/web/node_modules/x/index.js", false),
        ("runtime/web/dist/index.js", false),
        ("built-elsewhere/CACHEDIR.TAG", false),
        ("built-elsewhere/a.rs", false),
    ];
    for (path, _) in files {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "text").unwrap();
    }
    fs::write(root.path().join("image.png"), [0x89, b'P', 0xff, 0]).unwrap();
    let found: Vec<String> =
        tree::text_files(root.path()).unwrap().into_iter().map(|file| file.path).collect();
    let mut expected: Vec<&str> =
        files.iter().filter(|(_, kept)| *kept).map(|(path, _)| *path).collect();
    expected.sort_unstable();
    assert_eq!(found, expected);
}
