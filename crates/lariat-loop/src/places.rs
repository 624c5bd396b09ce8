//! Places in memory as the source writes them, `table->entries[i].key`.
//!
//! What a loop reads is a term `select(memory, address)`, and the address a sum: where something starts, how far into it, an index times a size. Whoever
//! knows the types splits memory by the kind of place ([`PlaceKind`]) and puts the kind into the name of the array. With it the text can be had from
//! any address, also from one that was moved on by a number of iterations.

use lariat_term::{Op, TermId, TermStore};

use crate::infix::{is_one_thing, plain_name};

/// A kind of place: what is added to a base to get there, and how that is written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PlaceKind {
    /// The name of the pointer it is reached from, `&name` for an object itself; none if that pointer is in memory, too.
    pub base: Option<String>,
    /// The members and indexes on the way, such as `.rows[].key`. A pointer has an index in front of that.
    pub path: String,
    /// What the indexes are multiplied with, in the order of the path; a pointer's is the first.
    pub sizes: Vec<u64>,
    /// The offsets of all members on the way together.
    pub offset: i64,
}

/// What the names of such arrays begin with; no name in C does.
const MARK: char = '@';

impl PlaceKind {
    /// The name of the array that holds all places of the kind.
    pub fn name(&self) -> String {
        let sizes: Vec<String> = self.sizes.iter().map(u64::to_string).collect();
        let base = self.base.as_deref().unwrap_or_default();
        format!("{MARK}{base}{MARK}{}{MARK}{}{MARK}{}", self.path, sizes.join(","), self.offset)
    }

    /// The place of this kind at so many bytes from its base, which has a name.
    pub fn at_constant(&self, offset: i64) -> Option<String> {
        let nothing = |_: TermId| String::new();
        self.text(self.base.clone()?, Vec::new(), offset, &nothing)
    }

    /// A place of this kind: so far from its base.
    fn text(
        &self,
        base: String,
        mut parts: Vec<(i64, TermId)>,
        constant: i64,
        show: &dyn Fn(TermId) -> String,
    ) -> Option<String> {
        let mut rest = constant.checked_sub(self.offset)?;
        let mut indexes = Vec::new();
        for &size in &self.sizes {
            let size = i64::try_from(size).ok().filter(|size| *size > 0)?;
            // Of several dimensions a small constant belongs to the inner ones.
            let number = match self.sizes.len() {
                1 => rest / size,
                _ => (rest + rest.signum() * (size / 2)) / size,
            };
            rest -= number * size;
            let mut sum = Vec::new();
            parts.retain(|&(factor, term)| {
                let own = factor % size == 0;
                if own {
                    sum.push((factor / size, term));
                }
                !own
            });
            indexes.push(index_text(&sum, number, show));
        }
        if rest != 0 || !parts.is_empty() {
            return None;
        }
        let mut indexes = indexes.into_iter();
        let mut text = match base.strip_prefix('&') {
            Some(object) => object.to_owned(),
            None => match (indexes.next()?, self.path.chars().next()) {
                (None, Some('.')) => format!("{base}->"),
                (None, Some(_)) => format!("(*{base})"),
                (None, None) => format!("*{base}"),
                (Some(index), _) => format!("{base}[{index}]"),
            },
        };
        let mut path = self.path.as_str();
        if text.ends_with("->") {
            path = &path[1..];
        }
        for (number, part) in path.split("[]").enumerate() {
            if number > 0 {
                text += &format!("[{}]", indexes.next()?.unwrap_or_else(|| "0".to_owned()));
            }
            text += part;
        }
        Some(text)
    }

    /// The kind that a name stands for.
    fn of_name(name: &str) -> Option<PlaceKind> {
        let mut parts = name.strip_prefix(MARK)?.split(MARK);
        let (base, path, sizes, offset) =
            (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let sizes = sizes.split(',').filter(|size| !size.is_empty());
        Some(PlaceKind {
            base: (!base.is_empty()).then(|| base.to_owned()),
            path: path.to_owned(),
            sizes: sizes.map(|size| size.parse().ok()).collect::<Option<_>>()?,
            offset: offset.parse().ok()?,
        })
    }
}

/// Whether an array's name stands for a kind of place.
pub(crate) fn is_kind(name: &str) -> bool {
    name.starts_with(MARK)
}

/// A sum: its parts with their factors, and its constant.
pub fn linear_parts(store: &TermStore, term: TermId) -> (Vec<(i64, TermId)>, i64) {
    let mut parts = Vec::new();
    let mut constant = 0_i64;
    let mut work = vec![(1_i64, term)];
    while let Some((factor, term)) = work.pop() {
        let number = |term: TermId| {
            let bits = store.as_bv(term)?;
            i64::try_from(bits.to_bigint()).ok()
        };
        let (op, args) = store.view(term);
        match op {
            _ if number(term).is_some() => {
                constant = constant.wrapping_add(factor.wrapping_mul(number(term).unwrap_or(0)));
            }
            Op::BvAdd => work.extend(args.iter().rev().map(|&arg| (factor, arg))),
            Op::BvNeg => work.push((factor.wrapping_neg(), args[0])),
            Op::BvMul if args.len() == 2 && args.iter().any(|&arg| number(arg).is_some()) => {
                let (size, rest) = match number(args[0]) {
                    Some(size) => (size, args[1]),
                    None => (number(args[1]).unwrap_or(1), args[0]),
                };
                work.push((factor.wrapping_mul(size), rest));
            }
            _ => match parts.iter_mut().find(|(_, known)| *known == term) {
                Some((known, _)) => *known = factor.wrapping_add(*known),
                None => parts.push((factor, term)),
            },
        }
    }
    parts.retain(|(factor, _)| *factor != 0);
    (parts, constant)
}

/// A place of a kind as the source writes it; none if the address is not of that kind's form.
pub(crate) fn place(
    store: &TermStore,
    array: TermId,
    address: TermId,
    show: &dyn Fn(TermId) -> String,
) -> Option<String> {
    let Op::Var(symbol) = store.op(array) else { return None };
    let kind = PlaceKind::of_name(store.symbol_name(symbol).rsplit_once('!')?.0)?;
    let (mut parts, constant) = linear_parts(store, address);
    let is_base = |&(factor, term): &(i64, TermId)| {
        factor == 1
            && match (store.view(term).0, &kind.base) {
                (Op::Var(symbol), Some(base)) => plain_name(store.symbol_name(symbol)) == base,
                (Op::Select, None) => true,
                _ => false,
            }
    };
    let found: Vec<usize> = (0..parts.len()).filter(|&at| is_base(&parts[at])).collect();
    let [base] = found[..] else { return None };
    let base = show(parts.remove(base).1);
    kind.text(base, parts, constant, show)
}

/// A sum; none if it is zero.
pub(crate) fn sum_text(
    store: &TermStore,
    term: TermId,
    show: &dyn Fn(TermId) -> String,
) -> Option<String> {
    let (parts, constant) = linear_parts(store, term);
    index_text(&parts, constant, show)
}

/// So many bytes of an array, if their number says which element of that size they are: its index.
pub(crate) fn element(
    store: &TermStore,
    address: TermId,
    bytes: usize,
    show: &dyn Fn(TermId) -> String,
) -> Option<String> {
    let size = i64::try_from(bytes).ok().filter(|size| *size > 0)?;
    let (mut parts, constant) = linear_parts(store, address);
    if constant % size != 0 || parts.iter().any(|(factor, _)| factor % size != 0) {
        return None;
    }
    parts.iter_mut().for_each(|(factor, _)| *factor /= size);
    Some(index_text(&parts, constant / size, show).unwrap_or_else(|| "0".to_owned()))
}

/// An index; none if it is zero.
fn index_text(
    sum: &[(i64, TermId)],
    constant: i64,
    show: &dyn Fn(TermId) -> String,
) -> Option<String> {
    let mut text = String::new();
    let mut constant = constant;
    // What is added comes before what is taken away.
    let mut sum = sum.to_vec();
    sum.sort_by_key(|(factor, _)| *factor < 0);
    // `9 - i` rather than `-i + 9`.
    if constant > 0 && sum.first().is_some_and(|(factor, _)| *factor < 0) {
        text = constant.to_string();
        constant = 0;
    }
    for &(factor, term) in &sum {
        let sign = match (text.is_empty(), factor < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let shown = show(term);
        let simple = is_one_thing(&shown) || sum.len() == 1 && factor == 1;
        text += sign;
        text += &match (factor.unsigned_abs(), simple) {
            (1, true) => shown,
            (1, false) => format!("({shown})"),
            (factor, true) => format!("{factor}*{shown}"),
            (factor, false) => format!("{factor}*({shown})"),
        };
    }
    match (text.is_empty(), constant) {
        (_, 0) => {}
        (true, constant) => text = constant.to_string(),
        (false, constant) if constant < 0 => text += &format!(" - {}", constant.unsigned_abs()),
        (false, constant) => text += &format!(" + {constant}"),
    }
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use lariat_term::Sort;

    use super::*;
    use crate::infix::infix;

    const WIDTH: Sort = Sort::BitVec(64);

    fn kind(base: Option<&str>, path: &str, sizes: &[u64], offset: i64) -> PlaceKind {
        let base = base.map(str::to_owned);
        PlaceKind { base, path: path.to_owned(), sizes: sizes.to_vec(), offset }
    }

    /// What is read at `base + factors * i, j, … + constant`, as a term.
    fn read(
        store: &TermStore,
        kind: &PlaceKind,
        base: TermId,
        factors: &[u64],
        constant: u64,
    ) -> TermId {
        let mut address = store.bv_add(base, store.bv_const(64, constant));
        for (factor, name) in factors.iter().zip(["i", "j", "k"]) {
            let index = store.var(name, WIDTH);
            address = store.bv_add(address, store.bv_mul(index, store.bv_const(64, *factor)));
        }
        let memory = store.fresh_var(&kind.name(), Sort::array(WIDTH, Sort::BitVec(32)));
        store.select(memory, address)
    }

    #[test]
    fn places_are_written_as_in_the_source() {
        let store = TermStore::new();
        let p = store.fresh_var("p", WIDTH);
        let table = store.fresh_var("&table", WIDTH);
        let text = |kind: PlaceKind, base: TermId, factors: &[u64], constant: u64| {
            infix(&store, read(&store, &kind, base, factors, constant))
        };
        assert_eq!(text(kind(Some("p"), "", &[4], 0), p, &[], 0), "*p");
        assert_eq!(text(kind(Some("p"), "", &[4], 0), p, &[4], 0), "p[i]");
        assert_eq!(text(kind(Some("p"), "", &[4], 0), p, &[8], 12), "p[2*i + 3]");
        assert_eq!(text(kind(Some("p"), "", &[4], 0), p, &[4], 0_u64.wrapping_sub(4)), "p[i - 1]");
        assert_eq!(text(kind(Some("p"), ".key", &[16], 8), p, &[], 8), "p->key");
        assert_eq!(text(kind(Some("p"), ".key", &[16], 8), p, &[16], 24), "p[i + 1].key");
        assert_eq!(text(kind(Some("p"), ".row[]", &[16, 4], 4), p, &[4], 4), "p->row[i]");
        assert_eq!(
            text(kind(Some("&table"), "[][]", &[32, 4], 0), table, &[32, 4], 0),
            "table[i][j]"
        );
        assert_eq!(text(kind(Some("&table"), ".n", &[], 4), table, &[], 4), "table.n");
        let next = read(&store, &kind(Some("p"), ".next", &[16], 8), p, &[], 8);
        let next = store.zero_extend(32, next);
        // A pointer of this width is not read so, but a base without a name must be a read.
        assert_eq!(text(kind(None, "", &[4], 0), next, &[], 0), "memory[p->next]");
    }

    #[test]
    fn an_address_of_another_form_is_shown_as_it_is() {
        let store = TermStore::new();
        let (p, q) = (store.fresh_var("p", WIDTH), store.fresh_var("q", WIDTH));
        let members = kind(Some("p"), ".key", &[16], 8);
        let shown = |term| infix(&store, term);
        assert!(shown(read(&store, &members, p, &[4], 8)).starts_with("memory["));
        assert!(shown(read(&store, &members, p, &[16], 4)).starts_with("memory["));
        assert!(shown(read(&store, &members, q, &[], 8)).starts_with("memory["));
    }

    #[test]
    fn names_hold_all_of_a_kind() {
        for kind in [kind(None, ".a[].b", &[24, 8], -3), kind(Some("&x"), "", &[], 0)] {
            assert_eq!(PlaceKind::of_name(&kind.name()), Some(kind));
        }
    }
}
