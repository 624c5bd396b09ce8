//! Arrays whose value in a model is a function Z3 describes by cases (below 3 this, above that …), as its models of
//! quantified formulas do.
//!
//! Such a function is read at the places where it can change: at the numbers its description mentions, their neighbours and
//! the places half-way between, and at small indexes. The most frequent element becomes the default. This is a guess about
//! all other places; like every model, the result is evaluated against the query before it is believed.

use std::collections::{BTreeMap, BTreeSet};

use lariat_term::{ArrayValue, BitVec, Sort, Value};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use rustc_hash::FxHashSet;
use z3_sys::*;

use super::context::{Ast, Z3Error};
use super::translate::{Translator, z3_call};
use super::values::Z3Model;

/// Indexes from zero up to this are always read.
const SMALL_INDEXES: u32 = 48;
/// How many numbers of a description are taken into account.
const MOST_NUMBERS: usize = 200;

impl Z3Model {
    /// The array read at the places that matter.
    pub(super) fn sample_array(
        &self,
        translator: &mut Translator,
        array: &Ast,
        index: Sort,
        element: Sort,
    ) -> Result<ArrayValue, Z3Error> {
        if !matches!(index, Sort::Int | Sort::BitVec(_)) {
            return Err(self.not_understood(array));
        }
        let mut frequency: BTreeMap<Value, usize> = BTreeMap::new();
        let mut entries = BTreeMap::new();
        for number in self.interesting_indexes(array, index) {
            let at = translator.numeral(index, &number.to_string())?;
            let read = z3_call!(translator, Z3_mk_select, array.raw, at.raw)?;
            let value = self.value(translator, &read, element)?;
            *frequency.entry(value.clone()).or_default() += 1;
            let at = match index {
                Sort::BitVec(width) => Value::BitVec(BitVec::from_bigint(width, &number)),
                _ => Value::Int(number),
            };
            entries.insert(at, value);
        }
        let default = (frequency.into_iter())
            .max_by_key(|(_, count)| *count)
            .map_or_else(|| Value::default_of(element), |(value, _)| value);
        Ok(ArrayValue::new(index, default, entries))
    }

    fn interesting_indexes(&self, array: &Ast, index: Sort) -> BTreeSet<BigInt> {
        let mentioned = self.mentioned_numbers(array);
        let mut all: BTreeSet<BigInt> = (0..SMALL_INDEXES).map(BigInt::from).collect();
        let mut previous: Option<&BigInt> = None;
        for number in &mentioned {
            all.extend([number - BigInt::one(), number.clone(), number + BigInt::one()]);
            all.extend(previous.map(|previous| (previous + number) / 2));
            previous = Some(number);
        }
        if let Sort::BitVec(width) = index {
            let end = BigInt::one() << width;
            all.retain(|number| *number >= BigInt::zero() && *number < end);
        }
        all
    }

    /// The numbers in the description of a value, functions it uses included.
    fn mentioned_numbers(&self, value: &Ast) -> BTreeSet<BigInt> {
        let mut numbers = BTreeSet::new();
        let mut seen: FxHashSet<Z3_ast> = FxHashSet::default();
        let mut stack = vec![value.clone()];
        while let Some(ast) = stack.pop() {
            if !seen.insert(ast.raw) || numbers.len() >= MOST_NUMBERS {
                continue;
            }
            match self.context.ast_kind(&ast) {
                kind if kind == AstKind::Numeral as u32 => {
                    numbers.extend(self.numeral(&ast).ok().and_then(|text| text.parse().ok()));
                }
                kind if kind == AstKind::App as u32 => stack.extend(self.parts_of(&ast)),
                kind if kind == AstKind::Quantifier as u32 => {
                    // SAFETY: the node is a quantifier of this context.
                    let body = unsafe { Z3_get_quantifier_body(self.context.raw, ast.raw) };
                    stack.extend(Ast::new(&self.context, body));
                }
                _ => {}
            }
        }
        numbers
    }

    /// The arguments of an application, and the table of the function it applies or, as an array, is.
    fn parts_of(&self, ast: &Ast) -> Vec<Ast> {
        let c = self.context.raw;
        let mut parts = Vec::new();
        // SAFETY: the node is an application of this context and alive; tables and their entries are counted while they
        // are read, and what is taken out of them is counted by `Ast::new`.
        unsafe {
            let Some(app) = Z3_to_app(c, ast.raw) else { return parts };
            for position in 0..Z3_get_app_num_args(c, app) {
                parts.extend(Ast::new(&self.context, Z3_get_app_arg(c, app, position)));
            }
            let decl = if Z3_is_as_array(c, ast.raw) {
                Z3_get_as_array_func_decl(c, ast.raw)
            } else {
                Z3_get_app_decl(c, app)
            };
            let Some(decl) = decl else { return parts };
            if Z3_get_domain_size(c, decl) == 0 || !Z3_model_has_interp(c, self.raw, decl) {
                return parts;
            }
            let Some(table) = Z3_model_get_func_interp(c, self.raw, decl) else { return parts };
            Z3_func_interp_inc_ref(c, table);
            for number in 0..Z3_func_interp_get_num_entries(c, table) {
                let Some(entry) = Z3_func_interp_get_entry(c, table, number) else { continue };
                Z3_func_entry_inc_ref(c, entry);
                for position in 0..Z3_func_entry_get_num_args(c, entry) {
                    parts
                        .extend(Ast::new(&self.context, Z3_func_entry_get_arg(c, entry, position)));
                }
                Z3_func_entry_dec_ref(c, entry);
            }
            parts.extend(Ast::new(&self.context, Z3_func_interp_get_else(c, table)));
            Z3_func_interp_dec_ref(c, table);
        }
        parts
    }
}
