//! Necessary conditions for people and for other tools: loops in the source's own names, formulas as SMT-LIB.

use std::fmt::Write as _;

use lariat_loop::Iterated;
use lariat_program::Program;
use lariat_summary::{AppliedLoop, Gap, Way};
use lariat_term::{TermId, TermStore};
use rustc_hash::FxHashMap;

use crate::guide::place_of;
use lariat_loop::infix;

/// The condition as an SMT-LIB script over the named inputs. Each way is one disjunct, whose conjuncts are commented with where they come from.
pub(crate) fn script(
    program: &Program,
    store: &TermStore,
    ways: &[Way],
    gaps: &[Gap],
    unfold: Option<u64>,
) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "; A necessary condition: every input that gets there satisfies it for some values of the"
    );
    let _ = writeln!(
        text,
        "; other variables, which count iterations (count, tau) or are not known (star)."
    );
    for gap in gaps {
        let place = place_of(program, gap.location);
        let _ = writeln!(text, "; Not complete: {} at {place}.", gap.reason);
    }
    let mut disjuncts = Vec::new();
    for (number, way) in ways.iter().enumerate() {
        let _ = writeln!(text, "; Way {}:", number + 1);
        let mut conjuncts = way.state.path.clone();
        for (term, from) in conjuncts.iter().zip(&way.origins) {
            let _ = writeln!(text, ";   {}: {}", place_of(program, *from), store.display(*term));
        }
        if let Some(count) = unfold {
            for applied in &way.loops {
                let instances = applied.instances(store, count);
                let place = place_of(program, applied.location);
                let _ = writeln!(
                    text,
                    ";   {place}: {} instances of the looping condition",
                    instances.len()
                );
                conjuncts.extend(instances);
            }
        }
        disjuncts.push(store.and(&conjuncts));
    }
    let condition = match (gaps.is_empty(), disjuncts.is_empty()) {
        (false, _) => store.tt(),
        (true, true) => store.ff(),
        (true, false) => store.or(&disjuncts),
    };
    text += &store.smtlib_script(None, &[condition]);
    text
}

/// The loops on the ways, each once: paths, counters, iterated values, looping condition.
pub(crate) fn loops(program: &Program, store: &TermStore, ways: &[Way]) -> String {
    let mut text = String::new();
    let mut seen = Vec::new();
    for way in ways {
        for applied in &way.loops {
            explain(program, store, applied, 0, &mut seen, &mut text);
        }
    }
    text
}

fn explain(
    program: &Program,
    store: &TermStore,
    applied: &AppliedLoop,
    depth: usize,
    seen: &mut Vec<(lariat_program::FunctionId, lariat_program::BlockId)>,
    text: &mut String,
) {
    let key = (applied.function, applied.header);
    if seen.contains(&key) {
        return;
    }
    seen.push(key);
    let pad = "  ".repeat(depth);
    let summary = &applied.summary;
    let names = Names::new(store, applied);
    let _ = writeln!(text, "{pad}loop at {}", place_of(program, applied.location));
    for (number, path) in summary.body.paths.iter().enumerate() {
        let _ = writeln!(text, "{pad}  path {}, taken k{} times:", number + 1, number + 1);
        for conjunct in &path.guard {
            let _ = writeln!(text, "{pad}    if {}", names.show(*conjunct));
        }
    }
    for (variable, iterated) in summary.body.variables.iter().zip(&summary.memory.values) {
        match iterated {
            Iterated::Known { value, rule } => {
                let value = names.show(*value);
                let _ = writeln!(text, "{pad}  {} = {value}   ({})", variable.name, rule.name());
            }
            Iterated::Unknown { reason, .. } => {
                let _ = writeln!(text, "{pad}  {} = unknown ({reason})", variable.name);
            }
        }
    }
    for fact in &summary.memory.facts {
        let _ = writeln!(text, "{pad}  always {}", names.show(*fact));
    }
    for condition in summary.quantified(store) {
        let _ = writeln!(text, "{pad}  needs {}", names.show(condition));
    }
    for inner in applied.inner.iter().flatten() {
        explain(program, store, inner, depth + 1, seen, text);
    }
}

/// Source names in place of the loop's symbols.
struct Names<'s> {
    store: &'s TermStore,
    replacements: FxHashMap<lariat_term::SymbolId, TermId>,
}

impl<'s> Names<'s> {
    fn new(store: &'s TermStore, applied: &AppliedLoop) -> Names<'s> {
        let mut replacements = FxHashMap::default();
        let mut replace = |variable: TermId, name: &str| {
            if let lariat_term::Op::Var(symbol) = store.op(variable) {
                // A name that the program's inputs cannot have, as these have their own variables.
                replacements.insert(symbol, store.var(&format!("{name}'"), store.sort(variable)));
            }
        };
        for variable in &applied.summary.body.variables {
            replace(variable.symbol, &variable.name);
        }
        for (number, counter) in applied.counters.iter().enumerate() {
            replace(*counter, &format!("k{}", number + 1));
        }
        Names { store, replacements }
    }

    fn show(&self, term: TermId) -> String {
        let term = self.store.substitute(term, &self.replacements);
        infix(self.store, term)
    }
}
