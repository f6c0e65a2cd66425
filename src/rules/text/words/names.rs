//! Several in words: plurals.

/// Endings and what they become of several; the first that fits.
const PLURALS: [(&str, &str); 12] = [
    ("an-at-arms", "en-at-arms"),
    ("uman", "umans"),
    ("man", "men"),
    ("lf", "lves"),
    ("ief", "ieves"),
    ("warf", "warves"),
    ("ouse", "ice"),
    ("ch", "ches"),
    ("sh", "shes"),
    ("s", "ses"),
    ("x", "xes"),
    ("y", "ies"),
];

/// The plural of an English name: `Orc chiefs`, `Dire wolves`.
pub fn plural(name: &str) -> String {
    let vowel_y = ["ay", "ey", "oy"].iter().any(|end| name.ends_with(end));
    let chief = name.ends_with("chief");
    let usual = vowel_y || chief;
    let mut odd = PLURALS.iter().filter(|_| !usual);
    let found = odd.find_map(|(one, many)| name.strip_suffix(one).map(|head| (head, many)));
    found.map_or_else(|| format!("{name}s"), |(head, many)| format!("{head}{many}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speaks_of_several() {
        let one = [
            "Goblin",
            "Dire wolf",
            "Lizard man",
            "Man-at-arms",
            "Harpy",
            "Donkey",
            "Witch",
            "Elf",
            "Human",
            "Orc chief",
        ];
        let several = [
            "Goblins",
            "Dire wolves",
            "Lizard men",
            "Men-at-arms",
            "Harpies",
            "Donkeys",
            "Witches",
            "Elves",
            "Humans",
            "Orc chiefs",
        ];
        assert_eq!(one.map(plural), several);
    }
}
