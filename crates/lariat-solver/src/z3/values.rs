//! Values out of Z3's models.
//!
//! Scalars are numerals. A float is read through its register bits, so there is one way to read every format. An array comes
//! as a chain of stores, a constant array, a function table or a λ whose body is a chain of comparisons with constants;
//! anything else is read at some indexes (see [`sampling`](super::sampling)).

use std::collections::BTreeMap;
use std::rc::Rc;

use lariat_term::{ArrayValue, BitVec, Float, RoundingMode, Sort, Value};
use num_bigint::{BigInt, BigUint};
use z3_sys::*;

use super::context::{Ast, Context, Z3Error, text_of};
use super::translate::Translator;

/// A model of Z3's, counted.
pub(crate) struct Z3Model {
    pub(super) context: Rc<Context>,
    pub(super) raw: Z3_model,
}

impl Drop for Z3Model {
    fn drop(&mut self) {
        // SAFETY: gives back the reference taken in `new`; the context is alive.
        unsafe { Z3_model_dec_ref(self.context.raw, self.raw) }
    }
}

/// What a reader of array values has to know about the index of a λ it is inside of.
struct LambdaBody<'a> {
    translator: &'a mut Translator,
    model: &'a Z3Model,
    index: Sort,
    element: Sort,
}

impl Z3Model {
    pub(crate) fn new(context: &Rc<Context>, raw: Option<Z3_model>) -> Result<Z3Model, Z3Error> {
        let raw = raw.ok_or_else(|| context.error())?;
        // SAFETY: the model was just made in this context.
        unsafe { Z3_model_inc_ref(context.raw, raw) };
        Ok(Z3Model { context: Rc::clone(context), raw })
    }

    /// The value of a term of the sort, variables without a value being given one.
    pub(crate) fn value(
        &self,
        translator: &mut Translator,
        ast: &Ast,
        sort: Sort,
    ) -> Result<Value, Z3Error> {
        let value = self.eval(ast)?;
        self.read(translator, &value, sort)
    }

    fn eval(&self, ast: &Ast) -> Result<Ast, Z3Error> {
        let mut result = ast.raw;
        // SAFETY: model and term are alive and of this context; the result is written before it is used.
        let done = unsafe { Z3_model_eval(self.context.raw, self.raw, ast.raw, true, &mut result) };
        if !done {
            return Err(self.context.error());
        }
        Ast::new(&self.context, Some(result))
    }

    fn read(&self, translator: &mut Translator, value: &Ast, sort: Sort) -> Result<Value, Z3Error> {
        match sort {
            Sort::Bool => match self.decl_kind(value)? {
                kind if kind == DeclKind::True as u32 => Ok(Value::Bool(true)),
                kind if kind == DeclKind::False as u32 => Ok(Value::Bool(false)),
                _ => Err(self.not_understood(value)),
            },
            Sort::BitVec(width) => {
                let number = self.numeral(value)?;
                let number: BigUint = number.parse().map_err(|_| self.not_understood(value))?;
                Ok(Value::BitVec(BitVec::from_biguint(width, &number)))
            }
            Sort::Int => {
                let number = self.numeral(value)?;
                let number: BigInt = number.parse().map_err(|_| self.not_understood(value))?;
                Ok(Value::Int(number))
            }
            Sort::RoundingMode => self.read_rounding(value),
            Sort::Float(format) => {
                let bits = translator.float_to_bits(format, value)?;
                let bits = self.value(translator, &bits, Sort::BitVec(format.bits()))?;
                let bits = bits.as_bitvec().ok_or_else(|| self.not_understood(value))?;
                Ok(Value::Float(Float::from_bitvec(format, bits)))
            }
            Sort::Array(array) => {
                let (index, element) = array.parts();
                (self.read_array(translator, value, index, element))
                    .or_else(|_| self.sample_array(translator, value, index, element))
                    .map(Value::Array)
            }
        }
    }

    fn read_rounding(&self, value: &Ast) -> Result<Value, Z3Error> {
        let kind = self.decl_kind(value)?;
        let modes = [
            (DeclKind::FpaRmNearestTiesToEven, RoundingMode::NearestEven),
            (DeclKind::FpaRmNearestTiesToAway, RoundingMode::NearestAway),
            (DeclKind::FpaRmTowardPositive, RoundingMode::TowardPositive),
            (DeclKind::FpaRmTowardNegative, RoundingMode::TowardNegative),
            (DeclKind::FpaRmTowardZero, RoundingMode::TowardZero),
        ];
        (modes.iter())
            .find(|(known, _)| *known as u32 == kind)
            .map(|(_, mode)| Value::Rounding(*mode))
            .ok_or_else(|| self.not_understood(value))
    }

    fn read_array(
        &self,
        translator: &mut Translator,
        value: &Ast,
        index: Sort,
        element: Sort,
    ) -> Result<ArrayValue, Z3Error> {
        let mut entries = BTreeMap::new();
        let mut array = value.clone();
        let default = loop {
            if self.context.ast_kind(&array) == AstKind::Quantifier as u32 {
                let mut body = LambdaBody { translator, model: self, index, element };
                break body.read(&array, &mut entries)?;
            }
            let kind = self.decl_kind(&array)?;
            if kind == DeclKind::Store as u32 {
                let at = self.argument(&array, 1)?;
                let at = self.read(translator, &at, index)?;
                // The outer store is the later one, and wins.
                if let std::collections::btree_map::Entry::Vacant(entry) = entries.entry(at) {
                    let stored = self.argument(&array, 2)?;
                    entry.insert(self.read(translator, &stored, element)?);
                }
                array = self.argument(&array, 0)?;
            } else if kind == DeclKind::ConstArray as u32 {
                let everywhere = self.argument(&array, 0)?;
                break self.read(translator, &everywhere, element)?;
            } else if kind == DeclKind::AsArray as u32 {
                break self.read_function(translator, &array, index, element, &mut entries)?;
            } else {
                return Err(self.not_understood(&array));
            }
        };
        Ok(ArrayValue::new(index, default, entries))
    }

    /// The entries of a function table, and its default as the result.
    fn read_function(
        &self,
        translator: &mut Translator,
        array: &Ast,
        index: Sort,
        element: Sort,
        entries: &mut BTreeMap<Value, Value>,
    ) -> Result<Value, Z3Error> {
        let c = self.context.raw;
        // SAFETY: the node is an `as-array` of this context; the function table is counted while it is read, and what is
        // taken out of it is counted by `Ast::new` before the table is let go.
        let (pairs, otherwise) = unsafe {
            let decl = Z3_get_as_array_func_decl(c, array.raw).ok_or_else(|| self.error())?;
            let table = Z3_model_get_func_interp(c, self.raw, decl).ok_or_else(|| self.error())?;
            Z3_func_interp_inc_ref(c, table);
            let mut pairs = Vec::new();
            for number in 0..Z3_func_interp_get_num_entries(c, table) {
                let Some(entry) = Z3_func_interp_get_entry(c, table, number) else { continue };
                Z3_func_entry_inc_ref(c, entry);
                let at = Ast::new(&self.context, Z3_func_entry_get_arg(c, entry, 0));
                let value = Ast::new(&self.context, Z3_func_entry_get_value(c, entry));
                Z3_func_entry_dec_ref(c, entry);
                pairs.push((at, value));
            }
            let otherwise = Ast::new(&self.context, Z3_func_interp_get_else(c, table));
            Z3_func_interp_dec_ref(c, table);
            (pairs, otherwise?)
        };
        for (at, value) in pairs {
            let at = self.read(translator, &at?, index)?;
            let value = self.read(translator, &value?, element)?;
            entries.entry(at).or_insert(value);
        }
        self.read(translator, &otherwise, element)
    }

    pub(super) fn numeral(&self, value: &Ast) -> Result<String, Z3Error> {
        if self.context.ast_kind(value) != AstKind::Numeral as u32 {
            return Err(self.not_understood(value));
        }
        // SAFETY: the node is a numeral of this context; the text is copied at once.
        unsafe { text_of(Z3_get_numeral_string(self.context.raw, value.raw)) }
            .ok_or_else(|| self.error())
    }

    fn decl_kind(&self, value: &Ast) -> Result<u32, Z3Error> {
        // Rounding modes are applications, but numerals by their kind.
        let kind = self.context.ast_kind(value);
        if kind != AstKind::App as u32 && kind != AstKind::Numeral as u32 {
            return Err(self.not_understood(value));
        }
        // SAFETY: the node is an application of this context.
        let decl = unsafe {
            let app = Z3_to_app(self.context.raw, value.raw).ok_or_else(|| self.error())?;
            Z3_get_app_decl(self.context.raw, app).ok_or_else(|| self.error())?
        };
        Ok(self.context.decl_kind(decl))
    }

    fn argument(&self, value: &Ast, position: u32) -> Result<Ast, Z3Error> {
        // SAFETY: the node is an application of this context; a position out of range is an error of Z3's.
        let raw = unsafe {
            let app = Z3_to_app(self.context.raw, value.raw).ok_or_else(|| self.error())?;
            Z3_get_app_arg(self.context.raw, app, position)
        };
        Ast::new(&self.context, raw)
    }

    fn error(&self) -> Z3Error {
        self.context.error()
    }

    pub(super) fn not_understood(&self, value: &Ast) -> Z3Error {
        // SAFETY: the node is of this context; the text is copied at once.
        let text = unsafe { text_of(Z3_ast_to_string(self.context.raw, value.raw)) };
        let mut text = text.unwrap_or_default();
        text.truncate(text.char_indices().nth(200).map_or(text.len(), |(at, _)| at));
        Z3Error(format!("a value of Z3's is not understood: {text}"))
    }
}

impl LambdaBody<'_> {
    /// `λi. ite(i = c, v, ite(… default))`, the equality either way round.
    fn read(
        &mut self,
        lambda: &Ast,
        entries: &mut BTreeMap<Value, Value>,
    ) -> Result<Value, Z3Error> {
        let model = self.model;
        // SAFETY: the node is a quantifier of this context.
        let mut body = Ast::new(&model.context, unsafe {
            Z3_get_quantifier_body(model.context.raw, lambda.raw)
        })?;
        loop {
            let is_app = model.context.ast_kind(&body) == AstKind::App as u32;
            if !is_app || model.decl_kind(&body)? != DeclKind::Ite as u32 {
                return model.read(self.translator, &body, self.element);
            }
            let condition = model.argument(&body, 0)?;
            if model.decl_kind(&condition)? != DeclKind::Eq as u32 {
                return Err(model.not_understood(lambda));
            }
            let (left, right) = (model.argument(&condition, 0)?, model.argument(&condition, 1)?);
            let is_variable = |ast: &Ast| model.context.ast_kind(ast) == AstKind::Var as u32;
            let constant = match (is_variable(&left), is_variable(&right)) {
                (true, false) => right,
                (false, true) => left,
                _ => return Err(model.not_understood(lambda)),
            };
            let at = model.read(self.translator, &constant, self.index)?;
            let value = model.argument(&body, 1)?;
            let value = model.read(self.translator, &value, self.element)?;
            entries.entry(at).or_insert(value);
            body = model.argument(&body, 2)?;
        }
    }
}
