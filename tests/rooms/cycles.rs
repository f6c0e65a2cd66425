//! Cyclic imports among the files of a folder of the rules. Files of one cycle are understood, tested and changed only
//! together; a cycle ends where what both sides need lies in a file below them.

use super::{Source, demand, is_word, occurrences, rulesets, sources};
use std::collections::{BTreeMap, BTreeSet};

/// At most this part of a ruleset's files may form one cycle: one in so many.
const PART: usize = 3;

/// Shared folders of the rules, each with the most files that may form one cycle; 1 for no cycles.
const SHARED: &[(&str, usize)] = &[("model", 1)];

/// The path of a module below the crate root.
type Module = Vec<String>;

/// The modules, each with those it imports; for each import, one path by which it is named.
type Graph = BTreeMap<Module, BTreeMap<Module, String>>;

/// An import, with the name it has in the file.
struct Import {
    path: Vec<String>,
    name: String,
    /// Whether it is a re-export.
    public: bool,
}

fn module(path: &str) -> Module {
    let parts = path.trim_end_matches(".rs").split('/').map(str::to_string);
    let mut module: Module = parts.collect();
    if module.last().is_some_and(|last| last == "mod") {
        module.pop();
    }
    module
}

/// The ranges of the statements that begin with `use`.
fn statements(bare: &str) -> Vec<(usize, usize)> {
    let ends = |at: usize| bare[at..].find(';').map(|end| (at, at + end + 1));
    occurrences(bare, "use ").filter_map(ends).collect()
}

/// The imports of a source.
fn imports(source: &Source) -> Vec<Import> {
    let read = |(from, to): (usize, usize)| {
        let line = source.bare[..from].rsplit('\n').next().unwrap_or_default();
        let public = line.trim_start().starts_with("pub");
        branches(&source.bare[from + "use ".len()..to - 1]).into_iter().map(move |path| {
            let last = path.last().map_or("", |last| last);
            let (last, name) = last.split_once(" as ").unwrap_or((last, last));
            let name =
                if name == "self" { path.iter().rev().nth(1).map_or("", |name| name) } else { name };
            let (name, last) = (name.trim().to_string(), last.trim().to_string());
            let own = path[..path.len() - 1].iter().cloned();
            Import { path: own.chain(Some(last).filter(|last| last != "self")).collect(), name, public }
        })
    };
    statements(&source.bare).into_iter().flat_map(read).collect()
}

/// The paths that a tree of imports stands for.
fn branches(tree: &str) -> Vec<Vec<String>> {
    let segments = |text: &str| {
        let parts = text.split("::").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
        parts.filter(|part| !part.is_empty()).collect::<Vec<String>>()
    };
    let Some((head, group)) = tree.split_once('{') else {
        return Some(segments(tree)).filter(|path| !path.is_empty()).into_iter().collect();
    };
    let group = group.rsplit_once('}').map_or(group, |(inner, _)| inner);
    let mut depth = 0;
    let parts = group.split(|c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    let head = segments(head);
    let inner = parts.flat_map(branches);
    inner.map(|path| head.iter().cloned().chain(path).collect()).collect()
}

/// The paths that the code names outside of imports.
fn named(source: &Source) -> Vec<Vec<String>> {
    let mut code = source.bare.clone();
    for (from, to) in statements(&source.bare) {
        code.replace_range(from..to, &" ".repeat(to - from));
    }
    let mut paths = Vec::new();
    let mut rest = &code[..];
    while let Some(start) = rest.find(is_word) {
        let continues = rest[..start].ends_with([':', '.']);
        let end = rest[start..].find(|c| !is_word(c) && c != ':').map_or(rest.len(), |end| start + end);
        let path: Vec<String> = rest[start..end].split("::").map(str::to_string).collect();
        if path.len() > 1 && !continues {
            paths.push(path);
        }
        rest = &rest[end..];
    }
    paths
}

/// The module that a path names from `here`, with the rest of the path.
fn resolve(path: &[String], here: &Module, modules: &BTreeSet<Module>) -> Option<(Module, Vec<String>)> {
    let supers = path.iter().take_while(|part| *part == "super").count();
    let (mut whole, rest) = match path.first()?.as_str() {
        "crate" => (Module::new(), &path[1..]),
        "self" => (here.clone(), &path[1..]),
        "super" => (here[..here.len().checked_sub(supers)?].to_vec(), &path[supers..]),
        _ => (here.clone(), path),
    };
    let own = whole.len();
    whole.extend_from_slice(rest);
    let local = whole.len() - rest.len() == here.len() && supers == 0;
    let least = if local { own + 1 } else { 1 };
    let length = (least..=whole.len()).rev().find(|length| modules.contains(&whole[..*length]))?;
    Some((whole[..length].to_vec(), whole[length..].to_vec()))
}

/// The imports among the sources. A re-exported item is imported from the file that defines it.
fn graph(sources: &[Source]) -> Graph {
    let modules: BTreeSet<Module> = sources.iter().map(|source| module(&source.path)).collect();
    let mut exports: BTreeMap<(Module, String), (Module, Vec<String>)> = BTreeMap::new();
    for source in sources {
        let here = module(&source.path);
        for import in imports(source).into_iter().filter(|import| import.public) {
            if let Some(found) = resolve(&import.path, &here, &modules) {
                exports.insert((here.clone(), import.name), found);
            }
        }
    }
    let mut graph = Graph::new();
    for source in sources {
        let here = module(&source.path);
        let paths = imports(source).into_iter().map(|import| import.path).chain(named(source));
        let edges = graph.entry(here.clone()).or_default();
        for path in paths {
            let Some((mut to, mut rest)) = resolve(&path, &here, &modules) else { continue };
            while let Some(found) =
                rest.first().and_then(|name| exports.get(&(to.clone(), name.clone())))
            {
                (to, rest) = found.clone();
            }
            if to != here {
                edges.entry(to).or_insert_with(|| path.join("::"));
            }
        }
    }
    graph
}

/// The modules that `from` imports, directly or through others of those `within`.
fn reached<'a>(graph: &'a Graph, from: &'a Module, within: &BTreeSet<&Module>) -> BTreeSet<&'a Module> {
    let (mut seen, mut ahead) = (BTreeSet::new(), vec![from]);
    while let Some(module) = ahead.pop() {
        let next = graph.get(module).into_iter().flat_map(BTreeMap::keys);
        ahead.extend(next.filter(|next| within.contains(next) && seen.insert(*next)));
    }
    seen
}

/// The largest cycle of a folder: modules each of which imports every other, directly or through others.
fn largest<'a>(graph: &'a Graph, files: &BTreeSet<&'a Module>) -> BTreeSet<&'a Module> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        files.iter().map(|file| (*file, reached(graph, file, files))).collect();
    let cycle = |file: &&'a Module| {
        let back = |other: &&Module| reached[other].contains(file);
        reached[file].iter().copied().filter(back).collect::<BTreeSet<_>>()
    };
    files.iter().map(cycle).max_by_key(BTreeSet::len).unwrap_or_default()
}

/// Describes a cycle: its files, and for each pair of them one import.
fn told(graph: &Graph, folder: &str, files: usize, cycle: &BTreeSet<&Module>) -> String {
    let name = |module: &Module| match module.get(2..) {
        Some(inner) if !inner.is_empty() => inner.join("/"),
        _ => "mod".to_string(),
    };
    let names: Vec<String> = cycle.iter().map(|module| name(module)).collect();
    let mut text = format!(
        "src/rules/{folder}: {} of {files} files form a cycle: {}",
        cycle.len(),
        names.join(", ")
    );
    for from in cycle {
        for (to, path) in graph[*from].iter().filter(|(to, _)| cycle.contains(to)) {
            text.push_str(&format!("\n    {} -> {}: {path}", name(from), name(to)));
        }
    }
    text
}

#[test]
fn the_files_of_a_folder_import_each_other_in_small_cycles() {
    let mut sources = sources();
    let rulesets = rulesets(&sources);
    sources.retain(|source| source.path.starts_with("rules/"));
    let graph = graph(&sources);
    let of = |folder: &str| -> BTreeSet<&Module> {
        graph.keys().filter(|module| module.get(1).is_some_and(|of| of == folder)).collect()
    };
    let limits = rulesets.iter().map(|folder| (&**folder, of(folder).len() / PART));
    let mut faults = Vec::new();
    for (folder, most) in limits.chain(SHARED.iter().copied()) {
        let files = of(folder);
        assert!(!files.is_empty(), "src/rules/{folder} has files");
        let cycle = largest(&graph, &files);
        if cycle.len() > most {
            faults.push(told(&graph, folder, files.len(), &cycle));
        }
    }
    demand(&faults, "too many files of a folder import each other in one cycle");
}

#[test]
fn cycles_are_found_whatever_way_they_are_imported() {
    let source =
        |path: &str, code: &str| Source { path: path.into(), code: code.into(), bare: code.into() };
    let cycle = |codes: &[(&str, &str)]| {
        let sources: Vec<Source> =
            codes.iter().map(|(file, code)| source(&format!("rules/game/{file}.rs"), code)).collect();
        let graph = graph(&sources);
        let cycle = largest(&graph, &graph.keys().collect());
        cycle.iter().filter_map(|module| module.get(2).cloned()).collect::<Vec<_>>().join(" ")
    };
    let a = ("a", "use super::{b::{self, X}, c};");
    let line = [a, ("b", "use super::c::Y as Z;"), ("c", "use crate::rules::other::W;")];
    assert_eq!(cycle(&line), "");
    assert_eq!(cycle(&[a, ("b", "use super::c::Y;"), ("c", "use super::a::W;")]), "a b c");
    assert_eq!(cycle(&[a, ("b", "fn f() { super::a::g() }"), ("c", "")]), "a b");
    assert_eq!(cycle(&[a, ("b", "use crate::rules::game::a as d;"), ("c", "")]), "a b");
    // Through the module above, which only passes the name on; and one that itself names the files below.
    let passed = [("mod", "pub use a::W;"), ("a", "use super::b;"), ("b", "use super::W;")];
    assert_eq!(cycle(&passed), "a b");
    let hooks = [("mod", "fn f() { a::g() }"), ("a", "use super::f;"), ("b", "")];
    assert_eq!(cycle(&hooks), "a");
    assert_eq!(
        branches("a::{b::{c, d as e}, f}"),
        [["a", "b", "c"], ["a", "b", "d as e"], ["a", "f", ""]].map(|path| path
            .iter()
            .filter(|part| !part.is_empty())
            .map(ToString::to_string)
            .collect::<Vec<_>>())
    );
}
