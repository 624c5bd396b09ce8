//! Questions made of several checks: what must hold, what may hold, a value, the range of values.

use std::sync::Arc;

use lariat_term::{BitVec, Evaluator, Model, Sort, TermId, Value};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

use crate::backend::{Answer, UnknownReason};
use crate::solver::Solver;

/// The smallest and largest value of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    /// The smallest value; `None` if there is none.
    pub least: Option<Value>,
    /// The largest value; `None` if there is none.
    pub greatest: Option<Value>,
}

/// How a term's values are ordered for [`Solver::range`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signedness {
    /// Bit-vectors are natural numbers.
    Unsigned,
    /// Bit-vectors are in two's complement.
    Signed,
}

/// Bounds beyond 2 to this power are taken to be no bounds.
const LARGEST_INTEGER_BITS: u32 = 256;

impl Solver {
    /// Whether the condition can hold on the path.
    pub fn may_be_true(
        &mut self,
        path: &[TermId],
        condition: TermId,
    ) -> Result<bool, UnknownReason> {
        match self.check(path, condition).answer {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(reason) => Err(reason),
        }
    }

    /// Whether the condition holds whenever the path's constraints do.
    pub fn must_be_true(
        &mut self,
        path: &[TermId],
        condition: TermId,
    ) -> Result<bool, UnknownReason> {
        let negated = self.store.not(condition);
        self.may_be_true(path, negated).map(|possible| !possible)
    }

    /// Values that satisfy all constraints; `None` if there are none.
    pub fn model_for(&mut self, path: &[TermId]) -> Result<Option<Arc<Model>>, UnknownReason> {
        self.check_sat(path).into_model()
    }

    /// A value the term can have on the path; `None` if the path cannot be taken.
    pub fn value(&mut self, path: &[TermId], term: TermId) -> Result<Option<Value>, UnknownReason> {
        match self.model_for(path)? {
            None => Ok(None),
            Some(model) => self.evaluated(&model, term).map(Some),
        }
    }

    fn evaluated(&self, model: &Arc<Model>, term: TermId) -> Result<Value, UnknownReason> {
        Evaluator::new(Arc::clone(model))
            .eval(&self.store, term)
            .map_err(|error| UnknownReason::Backend(error.to_string()))
    }

    /// The smallest and largest value the term, a bit-vector or an integer, has on the path; `None` if the path cannot be
    /// taken. Found by halving, each model moving the bound as far as it allows.
    ///
    /// # Panics
    /// If the term is neither a bit-vector nor an integer.
    pub fn range(
        &mut self,
        path: &[TermId],
        term: TermId,
        signedness: Signedness,
    ) -> Result<Option<Range>, UnknownReason> {
        let sort = self.store.sort(term);
        let Some(value) = self.value(path, term)? else { return Ok(None) };
        let known = number(&value, signedness);
        let (low, high) = match (sort, signedness) {
            (Sort::BitVec(width), Signedness::Unsigned) => {
                (Some(BigInt::zero()), Some((BigInt::one() << width) - BigInt::one()))
            }
            (Sort::BitVec(width), Signedness::Signed) => {
                let half = BigInt::one() << (width - 1);
                (Some(-half.clone()), Some(half - BigInt::one()))
            }
            _ => (None, None),
        };
        let search = Search { path, term, sort, signedness };
        let least = self.extreme(&search, known.clone(), low, true)?;
        let greatest = self.extreme(&search, known, high, false)?;
        let as_value = |number: BigInt| match sort {
            Sort::BitVec(width) => Value::BitVec(BitVec::from_bigint(width, &number)),
            _ => Value::Int(number),
        };
        Ok(Some(Range { least: least.map(as_value), greatest: greatest.map(as_value) }))
    }

    /// The extreme value in one direction, from one that is taken to a limit that cannot be passed, if there is one.
    fn extreme(
        &mut self,
        search: &Search<'_>,
        mut taken: BigInt,
        limit: Option<BigInt>,
        downwards: bool,
    ) -> Result<Option<BigInt>, UnknownReason> {
        let step = |from: &BigInt, by: &BigInt| if downwards { from - by } else { from + by };
        let mut limit = match limit {
            Some(limit) => limit,
            None => {
                // Twice as far each time, until nothing is there.
                let mut distance = BigInt::one();
                loop {
                    let probe = step(&taken, &distance);
                    if probe.bits() > u64::from(LARGEST_INTEGER_BITS) {
                        return Ok(None);
                    }
                    match self.reaches(search, &probe, downwards)? {
                        Some(further) => taken = further,
                        None => break step(&probe, &-BigInt::one()),
                    }
                    distance *= 2;
                }
            }
        };
        while taken != limit {
            // Rounded towards the limit, so that every step makes the interval smaller.
            let gap: BigInt = if downwards { &taken - &limit } else { &limit - &taken };
            let half: BigInt = (gap + BigInt::one()) / 2;
            let probe = step(&taken, &half);
            match self.reaches(search, &probe, downwards)? {
                Some(further) => taken = further,
                None => limit = step(&probe, &-BigInt::one()),
            }
        }
        Ok(Some(taken))
    }

    /// A value of the term at the bound or beyond it.
    fn reaches(
        &mut self,
        search: &Search<'_>,
        bound: &BigInt,
        downwards: bool,
    ) -> Result<Option<BigInt>, UnknownReason> {
        let store = Arc::clone(&self.store);
        let bound = match search.sort {
            Sort::BitVec(width) => store.bv_value(&BitVec::from_bigint(width, bound)),
            _ => store.int_value(bound),
        };
        let (small, large) = if downwards { (search.term, bound) } else { (bound, search.term) };
        let question = match (search.sort, search.signedness) {
            (Sort::BitVec(_), Signedness::Unsigned) => store.bv_ule(small, large),
            (Sort::BitVec(_), Signedness::Signed) => store.bv_sle(small, large),
            _ => store.int_le(small, large),
        };
        match self.check(search.path, question).into_model()? {
            None => Ok(None),
            Some(model) => {
                let value = self.evaluated(&model, search.term)?;
                Ok(Some(number(&value, search.signedness)))
            }
        }
    }
}

struct Search<'a> {
    path: &'a [TermId],
    term: TermId,
    sort: Sort,
    signedness: Signedness,
}

fn number(value: &Value, signedness: Signedness) -> BigInt {
    match (value, signedness) {
        (Value::Int(value), _) => value.clone(),
        (Value::BitVec(bits), Signedness::Signed) => bits.to_bigint(),
        (Value::BitVec(bits), Signedness::Unsigned) => {
            let magnitude: BigUint = bits.to_biguint();
            BigInt::from(magnitude)
        }
        (other, _) => panic!("{other} has no place in an order of numbers"),
    }
}
