//! Operations that are printed as more than one SMT-LIB operation, because SMT-LIB leaves their value open or has no
//! such operation. Each is a template in which `$0`, `$1`, … stand for the arguments and `$r` for the rounding mode.

use num_bigint::BigInt;
use num_traits::One;

use crate::bitvec::BitVec;
use crate::float::Float;
use crate::op::{Op, RoundingMode};
use crate::sort::{FloatFormat, Sort};
use crate::store::{TermId, TermStore};

/// A piece of text, or the position of an argument.
pub(super) enum Piece {
    Text(String),
    Argument(usize),
}

/// Cuts a template with `$n` into pieces.
fn pieces(template: &str) -> Vec<Piece> {
    let mut parts = template.split('$');
    let mut pieces = vec![Piece::Text(parts.next().unwrap_or_default().to_owned())];
    for part in parts {
        let (digit, rest) = part.split_at(1);
        pieces.push(Piece::Argument(digit.parse().expect("a template's arguments have one digit")));
        pieces.push(Piece::Text(rest.to_owned()));
    }
    pieces
}

/// The pieces of a term that is not printed as one operation on its arguments.
pub(super) fn written_out(store: &TermStore, term: TermId) -> Option<Vec<Piece>> {
    let (op, args) = store.view(term);
    let format = |position: usize| store.sort(args[position]).float_format();
    let template = match op {
        Op::IntDiv | Op::IntMod => {
            if store.op(args[1]).is_const() && store.op(args[1]) != Op::IntConst(0) {
                return None;
            }
            let otherwise = if op == Op::IntDiv { "0" } else { "$0" };
            format!("(ite (= $1 0) {otherwise} ({} $0 $1))", op.name())
        }
        Op::FpMin | Op::FpMax => {
            format!("(ite (and (fp.isZero $0) (fp.isZero $1)) $1 ({} $0 $1))", op.name())
        }
        Op::FpToUnsigned(width) => {
            let format = format(1)?;
            let (above, zero) = (power(format, width, false), Float::zero(format, false));
            let integral = "(fp.roundToIntegral $0 $1)";
            format!(
                "(ite (and (fp.leq {zero} {integral}) (fp.lt {integral} {above})) \
                 ((_ fp.to_ubv {width}) $0 $1) {})",
                BitVec::zero(width)
            )
        }
        Op::FpToSigned(width) => {
            let format = format(1)?;
            let (above, below) = (power(format, width - 1, false), power(format, width - 1, true));
            let integral = "(fp.roundToIntegral $0 $1)";
            // Where the format ends before the bound, every finite number is in range.
            let lower = if below.is_infinite() { "fp.lt" } else { "fp.leq" };
            format!(
                "(ite (and ({lower} {below} {integral}) (fp.lt {integral} {above})) \
                 ((_ fp.to_sbv {width}) $0 $1) {})",
                BitVec::zero(width)
            )
        }
        Op::FpFromBits(FloatFormat::X87) => x87_from_bits(),
        Op::FpToBits => {
            let format = format(0)?;
            let nan = Float::nan(format).to_bitvec();
            match format {
                FloatFormat::X87 => format!(
                    "(ite (fp.isNaN $0) {nan} (concat ((_ extract 78 63) (fp.to_ieee_bv $0)) \
                     (concat (ite (or (fp.isZero $0) (fp.isSubnormal $0)) #b0 #b1) \
                     ((_ extract 62 0) (fp.to_ieee_bv $0)))))"
                ),
                _ => format!("(ite (fp.isNaN $0) {nan} (fp.to_ieee_bv $0))"),
            }
        }
        _ => return None,
    };
    Some(pieces(&template))
}

/// Unnormal encodings are NaN; a set integer bit with a zero exponent means the exponent 1.
fn x87_from_bits() -> String {
    let exponent = "((_ extract 78 64) $0)";
    let sign = "((_ extract 79 79) $0)";
    let fraction = "((_ extract 62 0) $0)";
    let integer_bit = "((_ extract 63 63) $0)";
    let (zero, one) = (BitVec::new(15, 0), BitVec::new(15, 1));
    format!(
        "(ite (= {exponent} {zero}) (ite (= {integer_bit} #b1) (fp {sign} {one} {fraction}) \
         (fp {sign} {zero} {fraction})) (ite (= {integer_bit} #b1) (fp {sign} {exponent} {fraction}) \
         {}))",
        Float::nan(FloatFormat::X87)
    )
}

/// ±2^exponent, or the infinity if the format ends before.
fn power(format: FloatFormat, exponent: u32, negative: bool) -> Float {
    if exponent >> format.exponent_bits() > 0 {
        return Float::infinity(format, negative);
    }
    let value = BigInt::one() << exponent;
    let value = if negative { -value } else { value };
    Float::from_int(format, RoundingMode::NearestEven, &value)
}

/// The operation in front of its arguments, for operations that are one in SMT-LIB.
pub(super) fn head(op: Op, sort: Sort) -> String {
    let float = |name: &str, format: FloatFormat| {
        format!("(_ {name} {} {})", format.exponent_bits(), format.significand_bits())
    };
    match op {
        Op::Extract { hi, lo } => format!("(_ extract {hi} {lo})"),
        Op::ZeroExtend(n) => format!("(_ zero_extend {n})"),
        Op::SignExtend(n) => format!("(_ sign_extend {n})"),
        Op::IntToBv(width) => format!("(_ int_to_bv {width})"),
        Op::ConstArray => format!("(as const {sort})"),
        Op::FpFromBits(format) | Op::FpToFp(format) | Op::FpFromSigned(format) => {
            float("to_fp", format)
        }
        Op::FpFromUnsigned(format) => float("to_fp_unsigned", format),
        _ => op.name().to_owned(),
    }
}
