//! Texts of polynomials and conditions, and that they mean what they stand for.

use super::*;
use lariat_term::Sort;

#[test]
fn polynomials_are_said_as_on_paper() {
    let store = TermStore::new();
    let long = ["LONG_MAX", "LONG_MIN", "ULONG_MAX"];
    let words = Words { store: &store, long, types: &|_| None };
    let [n, m] = ["n", "m"].map(|name| Form::atom(store.var(name, Sort::Int)));
    let two = Form::constant(2);
    let product = |a: &Form, b: &Form| a.mul(b).expect("small");
    let pairs = product(&n, &n.plus(-1)).quotient(&store, &two);
    assert_eq!(words.form(&pairs), "n(n-1)/2");
    let squares = product(&product(&n, &n.plus(-1)), &n.scaled(&2.into()).plus(-1));
    let squares = squares.quotient(&store, &Form::constant(6));
    assert_eq!(words.form(&squares), "n(n-1)(2*n-1)/6");
    assert_eq!(words.form(&n.plus(1).quotient(&store, &two)), "⌈n/2⌉");
    assert_eq!(words.form(&n.plus(-1).quotient(&store, &two).plus(1)), "⌈n/2⌉");
    assert_eq!(words.form(&n.quotient(&store, &two)), "⌊n/2⌋");
    assert_eq!(words.form(&n.quotient(&store, &m).plus(1)), "⌈(n + 1)/m⌉");
    assert_eq!(words.form(&product(&n, &m)), "n*m");
    assert_eq!(words.form(&product(&n, &m).add(&n)), "n(m+1)");
    assert_eq!(words.form(&product(&n, &n)), "n²");
    assert_eq!(words.form(&n.negated().add(&Form::constant(i32::MAX))), "INT_MAX - n");
    assert_eq!(words.form(&Form::constant(i64::from(i32::MAX) + 1)), "INT_MAX + 1");
    assert_eq!(words.form(&Form::constant(i32::MIN)), "INT_MIN");
    assert_eq!(words.form(&Form::constant(u64::MAX - 1)), "ULONG_MAX - 1");
    assert_eq!(words.form(&n.negated().plus(5)), "5 - n");
    assert_eq!(words.form(&n.scaled(&2.into()).sub(&m).plus(3)), "2*n + 3 - m");
    assert_eq!(
        words.constraint(&Constraint::le(&product(&n, &m), &Form::constant(i32::MAX))),
        "n*m ≤ INT_MAX"
    );
    assert_eq!(
        words.constraint(&Constraint::lt(&Form::constant(i32::MAX), &product(&n, &m))),
        "n*m > INT_MAX"
    );
    assert_eq!(words.constraint(&Constraint::lt(&n, &m)), "n < m");
    let half = n.quotient(&store, &two);
    let even = Constraint::Zero(n.sub(&half.scaled(&2.into())));
    assert_eq!(words.constraint(&even), "n is even");
    let below = n.plus(-1).quotient(&store, &two).scaled(&2.into()).plus(1);
    assert_eq!(words.constraint(&Constraint::le(&n, &below)), "n is odd");
    let third = n.quotient(&store, &Form::constant(3)).scaled(&3.into());
    assert_eq!(words.constraint(&Constraint::lt(&third, &n)), "n is no multiple of 3");
    assert_eq!(words.constraint(&Constraint::le(&n, &third.plus(1))), "n mod 3 is 0 or 1");
    let all = (BigInt::from(i32::MIN), BigInt::from(i32::MAX));
    let within = |intervals: &[(i64, i64)]| {
        let intervals: Vec<Interval> =
            intervals.iter().map(|&(low, high)| (low.into(), high.into())).collect();
        words.within("n", &intervals, &all)
    };
    assert_eq!(within(&[(1, 65536)]), "1 ≤ n ≤ 65536");
    assert_eq!(within(&[(i32::MIN.into(), 0)]), "n ≤ 0");
    assert_eq!(within(&[(65537, i32::MAX.into())]), "n > 65536");
    assert_eq!(within(&[(1, i32::MAX.into())]), "n ≥ 1");
    assert_eq!(within(&[(i32::MIN.into(), -1), (1, i32::MAX.into())]), "n ≠ 0");
    assert_eq!(within(&[(3, 3), (5, 9)]), "n = 3 or 5 ≤ n ≤ 9");
    assert_eq!(within(&[(i32::MIN.into(), i32::MAX.into())]), "");
}

/// Reads what [`Words`] writes, as fractions.
struct Reader<'a> {
    text: std::iter::Peekable<std::str::Chars<'a>>,
    values: [(&'a str, i64); 2],
}

type Fraction = (BigInt, BigInt);

impl Reader<'_> {
    fn skip(&mut self) -> Option<char> {
        while self.text.next_if_eq(&' ').is_some() {}
        self.text.peek().copied()
    }

    fn sum(&mut self) -> Fraction {
        let negative = self.skip() == Some('-');
        if negative {
            self.text.next();
        }
        let (mut above, mut below) = self.product();
        if negative {
            above = -above;
        }
        while let Some(sign @ ('+' | '-')) = self.skip() {
            self.text.next();
            let (a, b) = self.product();
            let a = if sign == '-' { -a } else { a };
            (above, below) = (above * &b + a * &below, below * b);
        }
        (above, below)
    }

    fn product(&mut self) -> Fraction {
        let (mut above, mut below) = self.factor();
        loop {
            match self.skip() {
                Some('*') => {
                    self.text.next();
                }
                Some('/') => {
                    self.text.next();
                    let (a, b) = self.factor();
                    (above, below) = (above * b, below * a);
                    continue;
                }
                Some('(') => {}
                _ => return (above, below),
            }
            let (a, b) = self.factor();
            (above, below) = (above * a, below * b);
        }
    }

    fn factor(&mut self) -> Fraction {
        let (above, below) = match self.skip() {
            Some(open @ ('(' | '⌊' | '⌈')) => {
                self.text.next();
                let (above, below) = self.sum();
                self.skip();
                self.text.next();
                match open {
                    '⌊' => (above.div_floor(&below), BigInt::one()),
                    '⌈' => (above.div_ceil(&below), BigInt::one()),
                    _ => (above, below),
                }
            }
            _ => {
                let mut word = String::new();
                while let Some(letter) =
                    self.text.next_if(|letter| letter.is_ascii_alphanumeric() || *letter == '_')
                {
                    word.push(letter);
                }
                let known = self.values.iter().find(|(name, _)| *name == word);
                let number = match (known, word.as_str()) {
                    (Some((_, value)), _) => BigInt::from(*value),
                    (_, "INT_MAX") => i32::MAX.into(),
                    (_, "INT_MIN") => i32::MIN.into(),
                    (_, "UINT_MAX") => u32::MAX.into(),
                    (_, "LONG_MAX") => i64::MAX.into(),
                    (_, "LONG_MIN") => i64::MIN.into(),
                    (_, "ULONG_MAX") => u64::MAX.into(),
                    (None, digits) => digits.parse().unwrap_or_else(|_| {
                        panic!("{word}, then {:?}", self.text.clone().collect::<String>())
                    }),
                };
                (number, BigInt::one())
            }
        };
        match self.text.peek() {
            Some('²') => {
                self.text.next();
                (&above * &above, &below * &below)
            }
            Some('³') => {
                self.text.next();
                (&above * &above * &above, &below * &below * &below)
            }
            Some('^') => {
                self.text.next();
                let (exponent, one) = self.factor();
                assert!(one.is_one(), "a power of a whole number");
                let exponent = u32::try_from(exponent).expect("a small number");
                (above.pow(exponent), below.pow(exponent))
            }
            _ => (above, below),
        }
    }
}

/// Random polynomials with quotients: the text means the same number.
#[test]
fn texts_mean_what_they_stand_for() {
    let store = TermStore::new();
    let long = ["LONG_MAX", "LONG_MIN", "ULONG_MAX"];
    let words = Words { store: &store, long, types: &|_| None };
    let atoms = ["n", "m"].map(|name| store.var(name, Sort::Int));
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = move |limit: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % limit
    };
    for _ in 0..3000 {
        let mut constant = || -> BigInt {
            let offset = BigInt::from(below(5)) - 2;
            let ends = [i32::MAX.into(), i64::from(i32::MIN), u32::MAX.into(), i64::MAX];
            match below(8) {
                0 => offset + ends[below(4) as usize],
                _ => offset,
            }
        };
        let numbers: Vec<BigInt> = (0..8).map(|_| constant()).collect();
        let choice = below(64);
        let [n, m] = atoms.map(Form::atom);
        let linear = n
            .scaled(&numbers[0])
            .add(&m.scaled(&numbers[1]))
            .add(&Form::constant(numbers[2].clone()));
        let square = n.mul(&n).expect("small").scaled(&(numbers[3].clone() % 3));
        let inside = if choice & 1 == 1 { linear.add(&square) } else { linear };
        let divisor = match choice >> 1 & 3 {
            0 => Form::constant(2),
            1 => Form::constant(6),
            2 => m.clone(),
            _ => Form::constant(1),
        };
        let quotient = inside.quotient(&store, &divisor);
        let form = match choice >> 3 & 3 {
            0 => quotient,
            1 => quotient.mul(&m).expect("small").add(&Form::constant(numbers[4].clone())),
            2 => quotient.add(&n.scaled(&numbers[5])).add(&Form::constant(numbers[6].clone())),
            _ => quotient.scaled(&numbers[7]).add(&m),
        };
        let text = words.form(&form);
        for (a, b) in [(0, 1), (1, 2), (-3, 3), (7, 4), (-10, 5), (65_537, 3)] {
            let values = [(atoms[0], a), (atoms[1], b)];
            let by = values.map(|(atom, value): (TermId, i64)| (atom, Form::constant(value)));
            let real = form.substitute(&store, &by.into_iter().collect());
            let real = real.and_then(|real| real.as_constant()).expect("a number");
            let values = [("n", a), ("m", b)];
            let (above, below) = Reader { text: text.chars().peekable(), values }.sum();
            assert_eq!(above, real * below, "{text} for n = {a}, m = {b}");
        }
    }
}
