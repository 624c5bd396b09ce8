//! Random expressions without undefined behaviour and without side effects but the trace of conditions.

use crate::random::Random;
use crate::types::Type;

/// Something an expression can read, and perhaps a statement write.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) text: String,
    pub(crate) ty: Type,
}

/// An array of eight elements.
#[derive(Clone)]
pub(crate) struct Array {
    pub(crate) name: String,
    pub(crate) ty: Type,
}

/// Number of elements of each array.
pub(crate) const LENGTH: usize = 8;

/// What can be read where an expression stands.
#[derive(Clone, Default)]
pub(crate) struct Scope {
    pub(crate) places: Vec<Place>,
    /// Places that are only read: inputs, counters of loops.
    pub(crate) constants: Vec<Place>,
    pub(crate) arrays: Vec<Array>,
}

/// Makes expressions. Conditions are wrapped in `C(number, …)`, which notes the way that was taken.
pub(crate) struct Expressions {
    pub(crate) random: Random,
    conditions: usize,
}

impl Expressions {
    pub(crate) fn new(random: Random) -> Expressions {
        Expressions { random, conditions: 0 }
    }

    /// An expression of a type.
    pub(crate) fn of(&mut self, scope: &Scope, ty: Type, depth: usize) -> String {
        let name = ty.name();
        if depth == 0 {
            return self.leaf(scope, ty);
        }
        let wide = ty.wrapping();
        match self.random.below(17) {
            0..=3 => {
                let operator = *self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                let (left, right) = self.pair(scope, ty, depth);
                format!(
                    "({name})(({wide})({left}) {operator} ({wide})({right}))",
                    wide = wide.name()
                )
            }
            // Promoted to int, where it cannot overflow.
            4 | 5 => {
                let narrow = Type { bits: *self.random.pick(&[8, 16]), signed: true };
                let operator = *self.random.pick(&["+", "-", "*"]);
                let (left, right) = self.pair(scope, narrow, depth);
                format!("({name})(({left}) {operator} ({right}))")
            }
            6 => {
                let operator = *self.random.pick(&["/", "%"]);
                let (left, right) = self.pair(scope, ty, depth);
                if ty.signed {
                    format!("({name})(({left}) {operator} ((({right}) & 0x3f) + 1))")
                } else {
                    format!("({name})(({left}) {operator} (({right}) | 1))")
                }
            }
            7 => {
                let (left, right) = self.pair(scope, ty, depth);
                let last = wide.bits - 1;
                format!("({name})(({})({left}) << (({right}) & {last}))", wide.name())
            }
            8 => {
                let (left, right) = self.pair(scope, ty, depth);
                format!("({name})(({left}) >> (({right}) & {}))", ty.bits - 1)
            }
            9 => format!("({name})({})", self.comparison(scope, depth)),
            10 => {
                let operand = self.of(scope, ty, depth - 1);
                match self.random.below(3) {
                    0 => format!("({name})~({operand})"),
                    1 => format!("({name})!({operand})"),
                    _ => format!("({name})(0u - ({})({operand}))", wide.name()),
                }
            }
            11 => {
                let condition = self.condition(scope, depth);
                let (left, right) = self.pair(scope, ty, depth);
                format!("({condition} ? ({left}) : ({right}))")
            }
            12 => {
                let (left, right) = (self.condition(scope, depth), self.condition(scope, depth));
                let operator = *self.random.pick(&["&&", "||"]);
                format!("({name})({left} {operator} {right})")
            }
            13 | 14 if !scope.arrays.is_empty() => {
                let array = self.random.pick(&scope.arrays).clone();
                let index = self.of(scope, Type::INT, depth - 1);
                format!("({name}){}[({index}) & {}]", array.name, LENGTH - 1)
            }
            _ => {
                let other = Type::any(&mut self.random);
                let inner = self.of(scope, other, depth - 1);
                format!("({name})({inner})")
            }
        }
    }

    fn pair(&mut self, scope: &Scope, ty: Type, depth: usize) -> (String, String) {
        let left = self.of(scope, ty, depth - 1);
        let shallower = self.random.below(depth);
        (left, self.of(scope, ty, shallower))
    }

    fn leaf(&mut self, scope: &Scope, ty: Type) -> String {
        let readable = scope.places.len() + scope.constants.len();
        if readable == 0 || self.random.percent(20) {
            return ty.constant(&mut self.random);
        }
        let from_inputs = !scope.constants.is_empty() && self.random.percent(35);
        let places =
            if from_inputs || scope.places.is_empty() { &scope.constants } else { &scope.places };
        let place = self.random.pick(places);
        format!("({}){}", ty.name(), place.text)
    }

    /// A comparison of two values of one type.
    pub(crate) fn comparison(&mut self, scope: &Scope, depth: usize) -> String {
        let ty = Type::any(&mut self.random);
        let depth = depth.saturating_sub(1);
        let left = self.of(scope, ty, depth);
        let right = if self.random.percent(60) {
            // One in the middle of what a byte of input can be decides more than one at the end of a type.
            match self.random.percent(60) {
                true => format!("({})0x{:x}", ty.name(), self.random.below(256)),
                false => ty.constant(&mut self.random),
            }
        } else {
            self.of(scope, ty, depth)
        };
        let operator = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        format!("({left}) {operator} ({right})")
    }

    /// A condition whose outcome is noted.
    pub(crate) fn condition(&mut self, scope: &Scope, depth: usize) -> String {
        let comparison = self.comparison(scope, depth);
        format!("C({}, {comparison})", self.number())
    }

    /// A number for a condition, used once in a program.
    pub(crate) fn number(&mut self) -> usize {
        self.conditions += 1;
        self.conditions
    }
}
