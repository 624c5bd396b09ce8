//! Horn clauses: Z3's Spacer finds conditions for the unknown predicates of a script.

use z3_sys::*;

use super::context::{self, Context, text_of};
use super::values::Z3Model;
use super::{InterruptHandle, Logic, RawSolver};
use crate::backend::{Limits, UnknownReason};
use crate::cancel::{CancelToken, Watch};

/// Solves clauses in SMT-LIB syntax (`declare-fun` of the predicates and `assert` of closed implications). The predicates' definitions
/// as `define-fun`s if there are some that satisfy all clauses, none if there are none.
///
/// # Errors
/// If Z3 does not find out within the limits.
pub fn horn_model(script: &str, limits: Limits) -> Result<Option<String>, UnknownReason> {
    let context = Context::new()?;
    let solver = RawSolver::new(&context, Logic::Horn)?;
    let text = context::c_string(script)?;
    // SAFETY: context and solver are alive; the text ends with a zero byte. Printing is set for this context only.
    unsafe {
        Z3_set_ast_print_mode(context.raw, AstPrintMode::Smtlib2Compliant);
        Z3_solver_from_string(context.raw, solver.raw, text.as_ptr());
    }
    context.status()?;
    let handle = InterruptHandle { context: context.raw, solver: solver.raw };
    let watch = Watch::start(&CancelToken::new(), limits.deadline, move || handle.interrupt());
    // SAFETY: as above.
    let result = unsafe { Z3_solver_check(context.raw, solver.raw) };
    drop(watch);
    match result {
        Z3_L_TRUE => {}
        Z3_L_FALSE => return Ok(None),
        _ if limits.expired() => return Err(UnknownReason::Timeout),
        _ => return Err(UnknownReason::Incomplete("Spacer gave up".into())),
    }
    // SAFETY: the solver is alive and has a model; the text is copied while the model is alive.
    let text = unsafe {
        let model = Z3Model::new(&context, Z3_solver_get_model(context.raw, solver.raw))?;
        text_of(Z3_model_to_string(context.raw, model.raw))
    };
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_stays_below_its_limit() {
        let clauses = |goal: &str| {
            format!(
                "(declare-fun P (Int Int) Bool)
                 (assert (forall ((n Int)) (=> (<= 0 n) (P 0 n))))
                 (assert (forall ((x Int) (n Int)) (=> (and (P x n) (< x n)) (P (+ x 1) n))))
                 (assert (forall ((x Int) (n Int)) (=> (and (P x n) {goal}) false)))"
            )
        };
        let found = horn_model(&clauses("(> x n)"), Limits::default());
        assert!(found.clone().unwrap().unwrap().contains("define-fun P"), "{found:?}");
        assert_eq!(horn_model(&clauses("(= x 3)"), Limits::default()), Ok(None));
    }
}
