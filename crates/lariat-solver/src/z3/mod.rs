//! Z3 as a [`Backend`]: one context, one solver object, one memory of translated terms.
//!
//! Z3 chooses its procedure when the solver object is made, from the name of a logic. The one for quantifier-free
//! bit-vectors and arrays is several times quicker on path conditions than the general one, but silently incomplete outside
//! its logic, so the choice follows the query's [`Features`].

mod context;
mod floats;
mod horn;
mod sampling;
mod translate;
mod values;

use std::ffi::CStr;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use lariat_term::{Model, SymbolId, TermId, TermStore};
use rustc_hash::FxHashMap;
use z3_sys::*;

use crate::backend::{
    Answer, Backend, BackendKind, BackendStatistics, Features, Limits, UnknownReason,
};
use crate::cancel::{CancelToken, Watch};
use context::{Ast, Context, Z3Error, reason_from_text, text_of};
pub use horn::horn_model;
use translate::Translator;
use values::Z3Model;

/// The procedures of Z3's that queries are given to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Logic {
    /// Quantifier-free bit-vectors and arrays.
    BitVectorsAndArrays,
    /// Quantifier-free floating point and bit-vectors.
    FloatsAndBitVectors,
    /// Everything.
    General,
    /// Horn clauses, and nothing else.
    Horn,
}

impl Logic {
    fn for_features(features: Features) -> Logic {
        let bit_vectors = Features::BIT_VECTORS | Features::ARRAYS;
        if bit_vectors.contains(features) {
            Logic::BitVectorsAndArrays
        } else if (Features::BIT_VECTORS | Features::FLOATS).contains(features) {
            Logic::FloatsAndBitVectors
        } else {
            Logic::General
        }
    }

    fn supports(self, features: Features) -> bool {
        match self {
            Logic::BitVectorsAndArrays => {
                (Features::BIT_VECTORS | Features::ARRAYS).contains(features)
            }
            Logic::FloatsAndBitVectors => {
                (Features::BIT_VECTORS | Features::FLOATS).contains(features)
            }
            Logic::General => true,
            Logic::Horn => false,
        }
    }

    fn name(self) -> Option<&'static str> {
        match self {
            Logic::BitVectorsAndArrays => Some("QF_AUFBV"),
            Logic::FloatsAndBitVectors => Some("QF_FPBV"),
            Logic::General => None,
            Logic::Horn => Some("HORN"),
        }
    }
}

/// Limits the memory all Z3 contexts of the process may take together. A check that needs more ends as
/// [`UnknownReason::Memory`].
pub fn set_memory_limit(megabytes: u32) {
    let value = megabytes.to_string() + "\0";
    // SAFETY: both are strings that end with a zero byte; Z3 copies them.
    unsafe { Z3_global_param_set(c"memory_max_size".as_ptr(), value.as_ptr().cast()) }
}

/// The linked Z3's own description of its version.
pub fn z3_version() -> String {
    // SAFETY: the text is static in the library.
    unsafe { text_of(Z3_get_full_version()) }.unwrap_or_default()
}

/// Decides a script in SMT-LIB syntax with Z3's own reader: for checking what is written to files.
pub fn check_smtlib(script: &str, limits: Limits) -> Result<Answer, UnknownReason> {
    let context = Context::new()?;
    let solver = RawSolver::new(&context, Logic::General)?;
    let text = context::c_string(script)?;
    // SAFETY: context and solver are alive; the text ends with a zero byte.
    unsafe { Z3_solver_from_string(context.raw, solver.raw, text.as_ptr()) };
    context.status()?;
    let handle = InterruptHandle { context: context.raw, solver: solver.raw };
    let watch = Watch::start(&CancelToken::new(), limits.deadline, move || handle.interrupt());
    // SAFETY: as above.
    let result = unsafe { Z3_solver_check(context.raw, solver.raw) };
    drop(watch);
    Ok(match result {
        Z3_L_TRUE => Answer::Sat,
        Z3_L_FALSE => Answer::Unsat,
        _ if limits.expired() => Answer::Unknown(UnknownReason::Timeout),
        _ => Answer::Unknown(UnknownReason::Incomplete("Z3 gave up on a script".into())),
    })
}

/// A solver object, counted.
struct RawSolver {
    context: Rc<Context>,
    raw: Z3_solver,
}

impl RawSolver {
    fn new(context: &Rc<Context>, logic: Logic) -> Result<RawSolver, Z3Error> {
        let name = logic.name().map(|name| context.symbol(name)).transpose()?;
        // SAFETY: the context lives; the solver is counted at once.
        unsafe {
            let raw = match name {
                Some(name) => Z3_mk_solver_for_logic(context.raw, name),
                None => Z3_mk_solver(context.raw),
            };
            let raw = raw.ok_or_else(|| context.error())?;
            Z3_solver_inc_ref(context.raw, raw);
            let solver = RawSolver { context: Rc::clone(context), raw };
            solver.leave_signals()?;
            Ok(solver)
        }
    }

    /// Z3 would take the process's SIGINT for itself while a check runs: the check would end, and nobody else would hear of it.
    fn leave_signals(&self) -> Result<(), Z3Error> {
        let context = &self.context;
        let key = context.symbol("ctrl_c")?;
        // SAFETY: the context and solver live; the parameter set is counted while it is used.
        unsafe {
            let params = Z3_mk_params(context.raw).ok_or_else(|| context.error())?;
            Z3_params_inc_ref(context.raw, params);
            Z3_params_set_bool(context.raw, params, key, false);
            Z3_solver_set_params(context.raw, self.raw, params);
            Z3_params_dec_ref(context.raw, params);
        }
        context.status()
    }
}

impl Drop for RawSolver {
    fn drop(&mut self) {
        // SAFETY: gives back the reference taken in `new`; the context is alive.
        unsafe { Z3_solver_dec_ref(self.context.raw, self.raw) }
    }
}

/// What the watchdog needs to interrupt a check.
struct InterruptHandle {
    context: Z3_context,
    solver: Z3_solver,
}

// SAFETY: `Z3_solver_interrupt` may be called from another thread; the handle does nothing else, and the
// watch that holds it ends before the solver does.
unsafe impl Send for InterruptHandle {}

impl InterruptHandle {
    fn interrupt(&self) {
        // SAFETY: see above; the watch holding this handle is dropped inside `Z3Backend::check`, while both live.
        unsafe { Z3_solver_interrupt(self.context, self.solver) }
    }
}

/// What the watchdog needs to interrupt Z3 when no check is running. The context cannot be used any more afterwards.
struct PushHandle {
    context: Z3_context,
    used: Arc<AtomicBool>,
}

// SAFETY: `Z3_interrupt` may be called from another thread, too, and the watch that holds the handle ends before the context does.
unsafe impl Send for PushHandle {}

impl PushHandle {
    fn interrupt(&self) {
        self.used.store(true, Ordering::Relaxed);
        // SAFETY: see above.
        unsafe { Z3_interrupt(self.context) }
    }
}

/// A term used as an assumption: a constant that implies it, asserted at some level.
struct Proxy {
    literal: Ast,
    level: usize,
}

/// See the module's description.
pub struct Z3Backend {
    store: Arc<TermStore>,
    logic: Logic,
    solver: RawSolver,
    translator: Translator,
    depth: usize,
    proxies: FxHashMap<TermId, Proxy>,
    /// Terms given a proxy, oldest first, so that those of closed levels can be forgotten.
    proxy_order: Vec<TermId>,
    /// The first term that could not be asserted, and its level.
    failed: Option<(usize, UnknownReason)>,
    /// Whether the context was interrupted and cannot be used again.
    broken: bool,
    assumptions: Vec<Ast>,
    limits: Limits,
    resource_set: Option<u32>,
    cancel: CancelToken,
    statistics: BackendStatistics,
}

// SAFETY: a Z3 context may be used by any one thread at a time. Every `Rc` of the context is held by a part of this struct
// and none is handed out, so the whole moves between threads together.
unsafe impl Send for Z3Backend {}

impl Z3Backend {
    /// A backend for queries with these features.
    pub fn new(store: Arc<TermStore>, features: Features) -> Result<Z3Backend, UnknownReason> {
        let logic = Logic::for_features(features);
        let context = Context::new()?;
        Ok(Z3Backend {
            store,
            logic,
            solver: RawSolver::new(&context, logic)?,
            translator: Translator::new(context),
            depth: 0,
            proxies: FxHashMap::default(),
            proxy_order: Vec::new(),
            failed: None,
            broken: false,
            assumptions: Vec::new(),
            limits: Limits::default(),
            resource_set: None,
            cancel: CancelToken::new(),
            statistics: BackendStatistics::default(),
        })
    }

    fn context(&self) -> &Rc<Context> {
        &self.translator.context
    }

    fn assert_ast(&self, ast: &Ast) -> Result<(), Z3Error> {
        // SAFETY: solver and term are alive and of this context.
        unsafe { Z3_solver_assert(self.context().raw, self.solver.raw, ast.raw) };
        self.context().status()
    }

    fn try_assert(&mut self, term: TermId) -> Result<(), Z3Error> {
        let ast = self.translator.term(&self.store, term)?;
        self.assert_ast(&ast)
    }

    /// The literal that stands for an assumption.
    fn proxy(&mut self, term: TermId) -> Result<Ast, Z3Error> {
        if let Some(known) = self.proxies.get(&term) {
            return Ok(known.literal.clone());
        }
        let ast = self.translator.term(&self.store, term)?;
        let context = Rc::clone(self.context());
        // Names of variables end with a number (see `Translator::node`), so none is the same.
        let name = context.symbol(&format!("assume|{}|", term.index()))?;
        // SAFETY: the context lives, and so do the sort and terms passed.
        let literal = unsafe {
            let sort = context.sort(Z3_mk_bool_sort(context.raw))?;
            Ast::new(&context, Z3_mk_const(context.raw, name, sort))?
        };
        // SAFETY: as above.
        let implied =
            Ast::new(&context, unsafe { Z3_mk_implies(context.raw, literal.raw, ast.raw) })?;
        self.assert_ast(&implied)?;
        self.proxies.insert(term, Proxy { literal: literal.clone(), level: self.depth });
        self.proxy_order.push(term);
        Ok(literal)
    }

    fn set_resource_limit(&mut self) -> Result<(), Z3Error> {
        if self.resource_set == self.limits.resource {
            return Ok(());
        }
        let context = self.context();
        let key = context.symbol("rlimit")?;
        // SAFETY: the context and solver live; the parameter set is counted while it is used.
        unsafe {
            let params = Z3_mk_params(context.raw).ok_or_else(|| context.error())?;
            Z3_params_inc_ref(context.raw, params);
            Z3_params_set_uint(context.raw, params, key, self.limits.resource.unwrap_or(0));
            Z3_solver_set_params(context.raw, self.solver.raw, params);
            Z3_params_dec_ref(context.raw, params);
        }
        context.status()?;
        self.resource_set = self.limits.resource;
        Ok(())
    }

    /// After a level could not be opened or closed (the memory was used up, say) it is not known what is asserted, so
    /// nothing is answered any more until the backend is reset.
    fn fail_for_good_on_error(&mut self) {
        if let Err(error) = self.context().status() {
            self.failed = Some((0, error.into()));
        }
    }

    /// Why a check should not even start.
    fn stopped(&self) -> Option<UnknownReason> {
        if self.cancel.is_cancelled() {
            Some(UnknownReason::Cancelled)
        } else if self.limits.expired() {
            Some(UnknownReason::Timeout)
        } else {
            None
        }
    }

    fn try_check(&mut self, assumptions: &[TermId]) -> Result<Answer, UnknownReason> {
        self.assumptions.clear();
        if let Some(reason) = self.stopped() {
            return Err(reason);
        }
        if let Some((_, reason)) = &self.failed {
            return Err(reason.clone());
        }
        self.set_resource_limit()?;
        for &term in assumptions {
            let literal = self.proxy(term)?;
            self.assumptions.push(literal);
        }
        let raw: Vec<Z3_ast> = self.assumptions.iter().map(|ast| ast.raw).collect();
        let handle = InterruptHandle { context: self.context().raw, solver: self.solver.raw };
        let watch = Watch::start(&self.cancel, self.limits.deadline, move || handle.interrupt());
        // SAFETY: solver and terms are alive and of this context; the list is passed with its length.
        let result = unsafe {
            let (c, s) = (self.context().raw, self.solver.raw);
            if raw.is_empty() {
                Z3_solver_check(c, s)
            } else {
                Z3_solver_check_assumptions(c, s, raw.len() as u32, raw.as_ptr())
            }
        };
        drop(watch);
        self.statistics.work = self.work_so_far().unwrap_or(self.statistics.work);
        match result {
            Z3_L_TRUE => Ok(Answer::Sat),
            Z3_L_FALSE => Ok(Answer::Unsat),
            _ => Err(self.reason_unknown()),
        }
    }

    /// What everything in this context took, as Z3 counts it for its limit.
    fn work_so_far(&self) -> Option<u64> {
        let context = self.context().raw;
        // SAFETY: the solver is alive; the numbers are counted while they are read, each at an index below their count, and names are compared at once.
        unsafe {
            let numbers = Z3_solver_get_statistics(context, self.solver.raw)?;
            Z3_stats_inc_ref(context, numbers);
            // It is added after all others.
            let found = (0..Z3_stats_size(context, numbers)).rev().find(|&index| {
                let name = Z3_stats_get_key(context, numbers, index);
                !name.is_null() && CStr::from_ptr(name) == c"rlimit count"
            });
            let work = found.map(|index| match Z3_stats_is_uint(context, numbers, index) {
                true => u64::from(Z3_stats_get_uint_value(context, numbers, index)),
                false => Z3_stats_get_double_value(context, numbers, index) as u64,
            });
            Z3_stats_dec_ref(context, numbers);
            work
        }
    }

    fn reason_unknown(&self) -> UnknownReason {
        if let Err(error) = self.context().status() {
            return self.refine(error.into());
        }
        // SAFETY: the solver is alive and has been checked; the text is copied at once.
        let text =
            unsafe { text_of(Z3_solver_get_reason_unknown(self.context().raw, self.solver.raw)) };
        self.refine(reason_from_text(&text.unwrap_or_default()))
    }

    /// Z3 says "canceled" for everything that interrupts it: a deadline, a request, its own step limit.
    fn refine(&self, reason: UnknownReason) -> UnknownReason {
        match reason {
            UnknownReason::Cancelled | UnknownReason::Timeout => {
                self.stopped().unwrap_or(if self.limits.resource.is_some() {
                    UnknownReason::ResourceOut
                } else {
                    reason
                })
            }
            other => other,
        }
    }
}

impl Backend for Z3Backend {
    fn kind(&self) -> BackendKind {
        BackendKind::Z3
    }

    fn supports(&self, features: Features) -> bool {
        self.logic.supports(features)
    }

    fn assert(&mut self, term: TermId) {
        if let Err(error) = self.try_assert(term) {
            tracing::warn!("a term could not be given to Z3: {error}");
            self.failed.get_or_insert((self.depth, error.into()));
        }
    }

    fn push(&mut self) {
        // Z3 draws its first conclusions here, which can take longer than many a check.
        let interrupted = Arc::new(AtomicBool::new(false));
        let handle = PushHandle { context: self.context().raw, used: Arc::clone(&interrupted) };
        let watch = Watch::start(&self.cancel, self.limits.deadline, move || handle.interrupt());
        // SAFETY: the solver is alive.
        unsafe { Z3_solver_push(self.context().raw, self.solver.raw) };
        drop(watch);
        self.depth += 1;
        self.fail_for_good_on_error();
        if interrupted.load(Ordering::Relaxed) {
            self.broken = true;
            self.failed = Some((0, self.stopped().unwrap_or(UnknownReason::Timeout)));
        }
    }

    fn is_broken(&self) -> bool {
        self.broken
    }

    fn pop(&mut self, levels: usize) {
        let levels = levels.min(self.depth);
        if levels == 0 {
            return;
        }
        // SAFETY: the solver is alive and has at least so many levels.
        unsafe { Z3_solver_pop(self.context().raw, self.solver.raw, levels as u32) };
        self.depth -= levels;
        self.fail_for_good_on_error();
        let depth = self.depth;
        while let Some(term) = self.proxy_order.last() {
            if self.proxies.get(term).is_some_and(|proxy| proxy.level <= depth) {
                break;
            }
            self.proxies.remove(term);
            self.proxy_order.pop();
        }
        if self.failed.as_ref().is_some_and(|(level, _)| *level > depth) {
            self.failed = None;
        }
    }

    fn depth(&self) -> usize {
        self.depth
    }

    fn check(&mut self, assumptions: &[TermId]) -> Answer {
        let start = Instant::now();
        let answer = self.try_check(assumptions).unwrap_or_else(Answer::Unknown);
        self.statistics.checks += 1;
        self.statistics.time += start.elapsed();
        match answer {
            Answer::Sat => self.statistics.sat += 1,
            Answer::Unsat => self.statistics.unsat += 1,
            Answer::Unknown(_) => self.statistics.unknown += 1,
        }
        answer
    }

    fn model(&mut self, symbols: &[SymbolId]) -> Result<Model, UnknownReason> {
        // SAFETY: the solver is alive; if it has no model the result is null and an error.
        let raw = unsafe { Z3_solver_get_model(self.context().raw, self.solver.raw) };
        let z3_model = Z3Model::new(self.context(), raw)?;
        let mut model = Model::new();
        for &symbol in symbols {
            let ast = self.translator.symbol(&self.store, symbol)?;
            let sort = self.store.symbol_sort(symbol);
            let value = z3_model.value(&mut self.translator, &ast, sort)?;
            model.set(&self.store, symbol, value);
        }
        Ok(model)
    }

    fn unsat_core(&mut self) -> Vec<usize> {
        let context = self.context();
        // SAFETY: the solver is alive; the list is counted while it is read. Its members are compared only.
        let core: Vec<Z3_ast> = unsafe {
            let Some(list) = Z3_solver_get_unsat_core(context.raw, self.solver.raw) else {
                return (0..self.assumptions.len()).collect();
            };
            Z3_ast_vector_inc_ref(context.raw, list);
            let core = (0..Z3_ast_vector_size(context.raw, list))
                .filter_map(|i| Z3_ast_vector_get(context.raw, list, i))
                .collect();
            Z3_ast_vector_dec_ref(context.raw, list);
            core
        };
        let core: rustc_hash::FxHashSet<Z3_ast> = core.into_iter().collect();
        let mut positions = Vec::with_capacity(core.len());
        let mut seen = rustc_hash::FxHashSet::default();
        for (position, literal) in self.assumptions.iter().enumerate() {
            if core.contains(&literal.raw) && seen.insert(literal.raw) {
                positions.push(position);
            }
        }
        positions
    }

    fn reset(&mut self) {
        self.depth = 0;
        self.proxies.clear();
        self.proxy_order.clear();
        self.assumptions.clear();
        self.resource_set = None;
        self.failed = self.broken.then_some((0, UnknownReason::Timeout));
        // A new solver object, because a reset one stays in the mode for many checks, which is slower for a single one.
        match RawSolver::new(self.context(), self.logic) {
            Ok(solver) => self.solver = solver,
            Err(error) => self.failed = Some((0, error.into())),
        }
    }

    fn remembered_terms(&self) -> usize {
        self.translator.len()
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn set_cancel(&mut self, token: CancelToken) {
        self.cancel = token;
    }

    fn statistics(&self) -> BackendStatistics {
        BackendStatistics { translated: self.translator.translated, ..self.statistics }
    }
}
