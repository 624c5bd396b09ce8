//! Terms into Z3's terms, with exactly the meaning [`Op`] gives them.
//!
//! The walk keeps its own stack, so the depth of a term is no concern, and remembers every node for the life of the
//! context. Bound variables are de Bruijn indices on both sides, one variable per binder, so a node's translation does not
//! depend on where it stands and sharing survives below binders too.

use std::rc::Rc;

use lariat_term::{FloatFormat, Op, Sort, SymbolId, TermId, TermStore};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use z3_sys::*;

use super::context::{Ast, Context, Z3Error, c_string};

/// Translates terms of one store into one context.
pub(crate) struct Translator {
    pub(crate) context: Rc<Context>,
    done: FxHashMap<TermId, Ast>,
    sorts: FxHashMap<Sort, SortRef>,
    pub(crate) translated: u64,
}

/// A sort kept alive.
struct SortRef {
    context: Rc<Context>,
    raw: Z3_sort,
}

impl Drop for SortRef {
    fn drop(&mut self) {
        // SAFETY: gives back the reference taken when the sort was made; a sort is a node.
        unsafe {
            if let Some(ast) = Z3_sort_to_ast(self.context.raw, self.raw) {
                Z3_dec_ref(self.context.raw, ast);
            }
        }
    }
}

/// Calls a function of Z3's that makes a term out of terms and numbers.
macro_rules! z3_call {
    ($translator:expr, $function:ident $(, $arg:expr)*) => {{
        let context = &$translator.context;
        // SAFETY: the context lives; every term argument is a counted node of this context that lives during the call,
        // and lists are passed with their lengths.
        Ast::new(context, unsafe { $function(context.raw $(, $arg)*) })
    }};
}
pub(super) use z3_call;

type Args<'a> = &'a [Ast];

impl Translator {
    pub(crate) fn new(context: Rc<Context>) -> Translator {
        Translator {
            context,
            done: FxHashMap::default(),
            sorts: FxHashMap::default(),
            translated: 0,
        }
    }

    /// Number of nodes remembered.
    pub(crate) fn len(&self) -> usize {
        self.done.len()
    }

    /// The translation of a term.
    pub(crate) fn term(&mut self, store: &TermStore, root: TermId) -> Result<Ast, Z3Error> {
        let mut stack: Vec<(TermId, bool)> = vec![(root, false)];
        while let Some((term, arguments_done)) = stack.pop() {
            if self.done.contains_key(&term) {
                continue;
            }
            let (op, args) = store.view(term);
            if !arguments_done && !args.is_empty() {
                stack.push((term, true));
                stack.extend(
                    args.iter().filter(|arg| !self.done.contains_key(arg)).map(|&arg| (arg, false)),
                );
                continue;
            }
            let translated: SmallVec<[Ast; 4]> =
                args.iter().map(|arg| self.done[arg].clone()).collect();
            let ast = self.node(store, term, op, &translated)?;
            self.translated += 1;
            self.done.insert(term, ast);
        }
        Ok(self.done[&root].clone())
    }

    /// The constant that stands for a variable.
    pub(crate) fn symbol(&mut self, store: &TermStore, symbol: SymbolId) -> Result<Ast, Z3Error> {
        self.term(store, store.symbol_term(symbol))
    }

    pub(super) fn sort(&mut self, sort: Sort) -> Result<Z3_sort, Z3Error> {
        if let Some(known) = self.sorts.get(&sort) {
            return Ok(known.raw);
        }
        let context = Rc::clone(&self.context);
        let c = context.raw;
        // SAFETY: the context lives, and the sorts passed are kept alive by the table.
        let raw = unsafe {
            match sort {
                Sort::Bool => Z3_mk_bool_sort(c),
                Sort::BitVec(width) => Z3_mk_bv_sort(c, width),
                Sort::Int => Z3_mk_int_sort(c),
                Sort::RoundingMode => Z3_mk_fpa_rounding_mode_sort(c),
                Sort::Float(format) => {
                    Z3_mk_fpa_sort(c, format.exponent_bits(), format.significand_bits())
                }
                Sort::Array(array) => {
                    let (index, element) = array.parts();
                    let (index, element) = (self.sort(index)?, self.sort(element)?);
                    Z3_mk_array_sort(c, index, element)
                }
            }
        };
        let raw = context.sort(raw)?;
        // SAFETY: the sort was just made; a sort is a node and counted as one.
        unsafe {
            if let Some(ast) = Z3_sort_to_ast(c, raw) {
                Z3_inc_ref(c, ast);
            }
        }
        self.sorts.insert(sort, SortRef { context, raw });
        Ok(raw)
    }

    fn node(
        &mut self,
        store: &TermStore,
        term: TermId,
        op: Op,
        args: Args<'_>,
    ) -> Result<Ast, Z3Error> {
        use Op::*;
        match op {
            Var(symbol) => {
                let sort = self.sort(store.symbol_sort(symbol))?;
                // Names are unique per sort only, so the number is part of the name.
                let name = format!("{}|{}", store.symbol_name(symbol), symbol.index());
                let name = self.context.symbol(&name.replace('\0', "?"))?;
                z3_call!(self, Z3_mk_const, name, sort)
            }
            Bound(index) => {
                let sort = self.sort(store.sort(term))?;
                z3_call!(self, Z3_mk_bound, index, sort)
            }
            BoolConst(true) => z3_call!(self, Z3_mk_true),
            BoolConst(false) => z3_call!(self, Z3_mk_false),
            BvConst(value) => {
                let sort = self.sort(store.sort(term))?;
                z3_call!(self, Z3_mk_unsigned_int64, value, sort)
            }
            IntConst(value) => {
                let sort = self.sort(Sort::Int)?;
                z3_call!(self, Z3_mk_int64, value, sort)
            }
            WideBvConst(_) => {
                let bits = store.as_bv(term).ok_or_else(|| not_a_constant(op))?;
                self.numeral(Sort::BitVec(bits.width()), &bits.to_biguint().to_string())
            }
            BigIntConst(_) => {
                let value = store.as_int(term).ok_or_else(|| not_a_constant(op))?;
                self.numeral(Sort::Int, &value.to_string())
            }
            FloatConst(_) => {
                let (format, bits) = store.as_float(term).ok_or_else(|| not_a_constant(op))?;
                self.float_constant(format, &bits)
            }
            RoundingConst(mode) => self.rounding(mode),
            Not | And | Or | Xor | Implies | Eq | Ite => self.core(op, args),
            IntAdd | IntMul | IntDiv | IntMod | IntLe | IntLt | BvToNat | BvToInt | IntToBv(_) => {
                self.integer(op, args)
            }
            Select => z3_call!(self, Z3_mk_select, args[0].raw, args[1].raw),
            Store => z3_call!(self, Z3_mk_store, args[0].raw, args[1].raw, args[2].raw),
            ConstArray => {
                let index = self.index_sort(store, term)?;
                z3_call!(self, Z3_mk_const_array, index, args[0].raw)
            }
            Lambda => {
                let index = self.index_sort(store, term)?;
                let name = self.context.symbol("i")?;
                z3_call!(self, Z3_mk_lambda, 1, &index, &name, args[0].raw)
            }
            ForAll | Exists => self.quantifier(store, term, op == ForAll, args),
            FpAbs | FpNeg | FpAdd | FpSub | FpMul | FpDiv | FpFma | FpSqrt | FpRem
            | FpRoundToIntegral | FpMin | FpMax | FpLe | FpLt | FpEq | FpIsNormal
            | FpIsSubnormal | FpIsZero | FpIsInfinite | FpIsNan | FpIsNegative | FpIsPositive
            | FpFromBits(_) | FpToBits | FpToFp(_) | FpFromSigned(_) | FpFromUnsigned(_)
            | FpToUnsigned(_) | FpToSigned(_) => {
                let format = (store.args(term).iter())
                    .find_map(|&arg| store.sort(arg).float_format())
                    .or_else(|| store.sort(term).float_format())
                    .unwrap_or(FloatFormat::Double);
                self.float(op, format, args)
            }
            _ => self.bit_vector(op, args),
        }
    }

    fn index_sort(&mut self, store: &TermStore, term: TermId) -> Result<Z3_sort, Z3Error> {
        match store.sort(term).array_parts() {
            Some((index, _)) => self.sort(index),
            None => Err(Z3Error("an array term of another sort".into())),
        }
    }

    pub(super) fn numeral(&mut self, sort: Sort, decimal: &str) -> Result<Ast, Z3Error> {
        let sort = self.sort(sort)?;
        let text = c_string(decimal)?;
        z3_call!(self, Z3_mk_numeral, text.as_ptr(), sort)
    }

    fn core(&mut self, op: Op, args: Args<'_>) -> Result<Ast, Z3Error> {
        match op {
            Op::Not => self.not(&args[0]),
            Op::And => self.and(args),
            Op::Or => self.or(args),
            Op::Xor => z3_call!(self, Z3_mk_xor, args[0].raw, args[1].raw),
            Op::Implies => z3_call!(self, Z3_mk_implies, args[0].raw, args[1].raw),
            Op::Eq => self.eq(&args[0], &args[1]),
            _ => self.ite(&args[0], &args[1], &args[2]),
        }
    }

    pub(super) fn not(&self, a: &Ast) -> Result<Ast, Z3Error> {
        z3_call!(self, Z3_mk_not, a.raw)
    }

    pub(super) fn and(&self, args: Args<'_>) -> Result<Ast, Z3Error> {
        let raw: SmallVec<[Z3_ast; 4]> = args.iter().map(|a| a.raw).collect();
        z3_call!(self, Z3_mk_and, raw.len() as u32, raw.as_ptr())
    }

    pub(super) fn or(&self, args: Args<'_>) -> Result<Ast, Z3Error> {
        let raw: SmallVec<[Z3_ast; 4]> = args.iter().map(|a| a.raw).collect();
        z3_call!(self, Z3_mk_or, raw.len() as u32, raw.as_ptr())
    }

    pub(super) fn eq(&self, a: &Ast, b: &Ast) -> Result<Ast, Z3Error> {
        z3_call!(self, Z3_mk_eq, a.raw, b.raw)
    }

    pub(super) fn ite(&self, condition: &Ast, then: &Ast, other: &Ast) -> Result<Ast, Z3Error> {
        z3_call!(self, Z3_mk_ite, condition.raw, then.raw, other.raw)
    }

    fn bit_vector(&mut self, op: Op, args: Args<'_>) -> Result<Ast, Z3Error> {
        use Op::*;
        let a = args[0].raw;
        let b = args.get(1).map_or(a, |b| b.raw);
        match op {
            BvNot => z3_call!(self, Z3_mk_bvnot, a),
            BvNeg => z3_call!(self, Z3_mk_bvneg, a),
            BvAnd => z3_call!(self, Z3_mk_bvand, a, b),
            BvOr => z3_call!(self, Z3_mk_bvor, a, b),
            BvXor => z3_call!(self, Z3_mk_bvxor, a, b),
            BvAdd => (args[1..].iter())
                .try_fold(args[0].clone(), |sum, x| z3_call!(self, Z3_mk_bvadd, sum.raw, x.raw)),
            BvMul => z3_call!(self, Z3_mk_bvmul, a, b),
            BvUdiv => z3_call!(self, Z3_mk_bvudiv, a, b),
            BvUrem => z3_call!(self, Z3_mk_bvurem, a, b),
            BvSdiv => z3_call!(self, Z3_mk_bvsdiv, a, b),
            BvSrem => z3_call!(self, Z3_mk_bvsrem, a, b),
            BvSmod => z3_call!(self, Z3_mk_bvsmod, a, b),
            BvShl => z3_call!(self, Z3_mk_bvshl, a, b),
            BvLshr => z3_call!(self, Z3_mk_bvlshr, a, b),
            BvAshr => z3_call!(self, Z3_mk_bvashr, a, b),
            Concat => z3_call!(self, Z3_mk_concat, a, b),
            Extract { hi, lo } => z3_call!(self, Z3_mk_extract, hi, lo, a),
            ZeroExtend(bits) => z3_call!(self, Z3_mk_zero_ext, bits, a),
            SignExtend(bits) => z3_call!(self, Z3_mk_sign_ext, bits, a),
            BvUlt => z3_call!(self, Z3_mk_bvult, a, b),
            BvUle => z3_call!(self, Z3_mk_bvule, a, b),
            BvSlt => z3_call!(self, Z3_mk_bvslt, a, b),
            BvSle => z3_call!(self, Z3_mk_bvsle, a, b),
            BvUmulOverflow => {
                let fits = z3_call!(self, Z3_mk_bvmul_no_overflow, a, b, false)?;
                self.not(&fits)
            }
            BvSmulOverflow => {
                let above = z3_call!(self, Z3_mk_bvmul_no_overflow, a, b, true)?;
                let below = z3_call!(self, Z3_mk_bvmul_no_underflow, a, b)?;
                let fits = self.and(&[above, below])?;
                self.not(&fits)
            }
            other => Err(Z3Error(format!("{other:?} has no translation"))),
        }
    }

    fn integer(&mut self, op: Op, args: Args<'_>) -> Result<Ast, Z3Error> {
        use Op::*;
        let a = args[0].raw;
        match op {
            IntAdd | IntMul => {
                let raw: SmallVec<[Z3_ast; 4]> = args.iter().map(|a| a.raw).collect();
                if op == IntAdd {
                    z3_call!(self, Z3_mk_add, raw.len() as u32, raw.as_ptr())
                } else {
                    z3_call!(self, Z3_mk_mul, raw.len() as u32, raw.as_ptr())
                }
            }
            // SMT-LIB leaves division by zero open; here it has a value.
            IntDiv | IntMod => {
                let zero = self.numeral(Sort::Int, "0")?;
                let by_zero = self.eq(&args[1], &zero)?;
                if op == IntDiv {
                    let quotient = z3_call!(self, Z3_mk_div, a, args[1].raw)?;
                    self.ite(&by_zero, &zero, &quotient)
                } else {
                    let remainder = z3_call!(self, Z3_mk_mod, a, args[1].raw)?;
                    self.ite(&by_zero, &args[0], &remainder)
                }
            }
            IntLe => z3_call!(self, Z3_mk_le, a, args[1].raw),
            IntLt => z3_call!(self, Z3_mk_lt, a, args[1].raw),
            BvToNat => z3_call!(self, Z3_mk_bv2int, a, false),
            BvToInt => z3_call!(self, Z3_mk_bv2int, a, true),
            IntToBv(width) => z3_call!(self, Z3_mk_int2bv, width, a),
            other => Err(Z3Error(format!("{other:?} has no translation"))),
        }
    }

    /// `lo ≤ i < hi` put into the body of a quantifier of Z3's. The bounds stand outside the binder and move below it.
    fn quantifier(
        &mut self,
        store: &TermStore,
        term: TermId,
        is_forall: bool,
        args: Args<'_>,
    ) -> Result<Ast, Z3Error> {
        let bounds = store.args(term);
        let index_sort = store.sort(bounds[0]);
        let sort = self.sort(index_sort)?;
        let index = z3_call!(self, Z3_mk_bound, 0, sort)?;
        let lo = self.lift(store, bounds[0], &args[0])?;
        let hi = self.lift(store, bounds[1], &args[1])?;
        let (from, below) = if index_sort == Sort::Int {
            (
                z3_call!(self, Z3_mk_le, lo.raw, index.raw)?,
                z3_call!(self, Z3_mk_lt, index.raw, hi.raw)?,
            )
        } else {
            (
                z3_call!(self, Z3_mk_bvule, lo.raw, index.raw)?,
                z3_call!(self, Z3_mk_bvult, index.raw, hi.raw)?,
            )
        };
        let body = if is_forall {
            let range = self.and(&[from, below])?;
            z3_call!(self, Z3_mk_implies, range.raw, args[2].raw)?
        } else {
            self.and(&[from, below, args[2].clone()])?
        };
        let name = self.context.symbol("i")?;
        let no_patterns: *const Z3_pattern = std::ptr::null();
        z3_call!(self, Z3_mk_quantifier, is_forall, 0, 0, no_patterns, 1, &sort, &name, body.raw)
    }

    /// A term moved below one more binder: its indices that point out of it point one further.
    fn lift(&mut self, store: &TermStore, term: TermId, ast: &Ast) -> Result<Ast, Z3Error> {
        let loose = store.loose_bound(term);
        if loose == 0 {
            return Ok(ast.clone());
        }
        let sorts = loose_sorts(store, term);
        let mut lifted: Vec<Ast> = Vec::with_capacity(loose as usize);
        for index in 0..loose {
            // An index that does not occur may have any sort.
            let sort = self.sort(sorts.get(&index).copied().unwrap_or(Sort::Bool))?;
            lifted.push(z3_call!(self, Z3_mk_bound, index + 1, sort)?);
        }
        let raw: Vec<Z3_ast> = lifted.iter().map(|a| a.raw).collect();
        z3_call!(self, Z3_substitute_vars, ast.raw, loose, raw.as_ptr())
    }
}

fn not_a_constant(op: Op) -> Z3Error {
    Z3Error(format!("{op:?} without a value"))
}

/// The sorts of the indices that point out of a term.
fn loose_sorts(store: &TermStore, root: TermId) -> FxHashMap<u32, Sort> {
    let mut sorts = FxHashMap::default();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack = vec![(root, 0u32)];
    while let Some((term, depth)) = stack.pop() {
        if store.loose_bound(term) <= depth || !seen.insert((term, depth)) {
            continue;
        }
        let (op, args) = store.view(term);
        if let Op::Bound(index) = op {
            sorts.insert(index - depth, store.sort(term));
        }
        for (position, &arg) in args.iter().enumerate() {
            stack.push((arg, depth + u32::from(op.binds(position))));
        }
    }
    sorts
}
