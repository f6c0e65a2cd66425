//! The command line: what comes out, where, and with which exit code.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

fn wardrum(args: &[&str]) -> (i32, String, String) {
    let output =
        Command::cargo_bin("wardrum").expect("the program").args(args).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

const GOOD: &str = r#"(ruleset: bx, given: (sides: [("party", [(name: "Ana", like: "fighter-1")])]),
    script: [(do: Note("hello"), expect: [Noted("hello"), Is("Ana", Up)])])"#;

/// A folder with scenario files of those texts.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a scratch folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a scratch file");
    }
    folder
}

fn check(path: &Path) -> (i32, String, String) {
    wardrum(&["check", &path.to_string_lossy()])
}

#[test]
fn what_comes_out_as_written_passes() {
    let folder = folder(&[("a.ron", GOOD), ("b.ron", GOOD), ("c.txt", "no scenario")]);
    assert_eq!(check(folder.path()), (0, "2 passed, 0 failed\n".into(), String::new()));
}

#[test]
fn what_does_not_is_named_with_file_line_step_expected_and_found() {
    let bad = GOOD.replace("Is(\"Ana\", Up)", "Is(\"Ana\", Dead)");
    let folder = folder(&[("a.ron", GOOD), ("b.ron", &bad)]);
    let (code, out, err) = check(folder.path());
    let path = folder.path().join("b.ron");
    let want = format!(
        "{}:2\n  step 1\n    expected  Is(\"Ana\",Dead)\n    found     Up\n1 passed, 1 failed\n",
        path.display()
    );
    assert_eq!((code, out, err), (1, want, String::new()));
}

#[test]
fn a_file_that_cannot_be_read_is_named_with_line_and_column() {
    let folder = folder(&[("a.ron", &GOOD.replace("given", "gvien"))]);
    let (code, out, _) = check(folder.path());
    assert_eq!(code, 1);
    assert!(
        out.contains("a.ron:1:") && out.contains("gvien") && out.ends_with("0 passed, 1 failed\n"),
        "{out}"
    );
}

#[test]
fn wrong_use_is_told_on_standard_error() {
    let empty = folder(&[]);
    for args in [
        &["check", "no/such/place"][..],
        &["check", &empty.path().to_string_lossy()],
        &["check"],
        &["--no"],
    ] {
        let (code, out, err) = wardrum(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(!err.is_empty(), "{args:?}");
    }
}

#[test]
fn a_rule_is_found_by_its_id_and_by_words() {
    let (code, out, _) = wardrum(&["rules", "bx.morale.half-down"]);
    assert!(code == 0 && out.contains("bx.morale.half-down") && out.lines().count() > 3, "{out}");
    let (code, out, _) = wardrum(&["rules", "MORALE", "death"]);
    assert!(code == 0 && out.contains("bx.morale.first-death"), "{out}");
    let (code, out, err) = wardrum(&["rules", "gibberish-zzz"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("gibberish-zzz"));
    let (code, out, _) = wardrum(&["rules"]);
    assert!(code == 0 && out.contains("Initiative") && out.contains("bx.option.morale"), "{out}");
}

#[test]
fn completions_and_manual_name_the_program() {
    for args in [&["completions", "bash"][..], &["completions", "fish"], &["man"]] {
        let (code, out, err) = wardrum(args);
        assert!(code == 0 && out.contains("wardrum") && err.is_empty(), "{args:?}");
    }
}

#[test]
fn nothing_is_coloured_when_the_output_is_no_terminal() {
    for args in [&["--help"][..], &["rules", "retreat"]] {
        let (code, out, _) = wardrum(args);
        assert!(code == 0 && !out.contains('\u{1b}'), "{args:?}");
    }
}
