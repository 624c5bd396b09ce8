//! Inputs by the types that the source gives them.
//!
//! A test knows an input as a name and bytes. What the bytes are is found by the name: of an entry function it is an expression
//! over its parameters (`list->next->value`); an input that the program makes itself has the type of the variable it is made in,
//! or that its function returns (`__VERIFIER_nondet_uint`). What an uninitialised variable holds has the variable's type.

use std::collections::BTreeMap;

use lariat_exec::UNINITIALISED_INPUT;
use lariat_program::{
    Body, Callee, ConstantData, Function, Inst, Member, Operand, OperandKind, Program,
    SourceEncoding, SourceType, SourceTypeId,
};
use serde_json::{Value as Json, json};

/// Elements and characters that are written out.
const MOST_ELEMENTS: usize = 64;

/// So many zeros at the end are counted rather than written.
const ZEROS: usize = 8;

/// What the names of uninitialised variables in memory end with.
pub(crate) const IN_MEMORY: &str = " in memory";

/// What is known about the types of inputs.
pub struct InputTypes<'p> {
    program: &'p Program,
    /// The function whose parameters are inputs, if the program starts there.
    entry: Option<&'p Function>,
    /// The inputs that the program makes in memory, by name: what is there.
    made: BTreeMap<String, Kind>,
}

/// What an input's bytes are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A value of a type.
    One(SourceTypeId),
    /// As many values of a type as there is room for.
    Many(SourceTypeId),
    /// A number, by what its bits mean.
    Number(SourceEncoding),
}

/// An input as a person reads it, and as a document has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Typed {
    /// Its type in C's words.
    pub spelling: String,
    /// Its value in C's words.
    pub text: String,
    /// The same as numbers, lists and objects.
    pub json: Json,
}

impl<'p> InputTypes<'p> {
    /// The types of a program's inputs; of the parameters of a function, if it starts there.
    pub fn new(program: &'p Program, entry: Option<&'p Function>) -> InputTypes<'p> {
        let mut made = BTreeMap::new();
        for function in program.functions.values() {
            let Some(body) = function.body.as_ref() else { continue };
            let function = function.source_name.as_ref().unwrap_or(&function.name);
            for variable in body.variables.values().filter(|one| one.parameter.is_none()) {
                let name = format!("{UNINITIALISED_INPUT}{function}:{}", variable.name);
                let kind = variable.ty.map(Kind::One);
                let known = made.entry(name).or_insert(kind);
                *known = known.filter(|known| Some(*known) == kind);
            }
            for call in body.calls.values() {
                let Callee::Direct(callee) = call.callee else { continue };
                let (name, kind) = match (program.functions[callee].name.as_str(), &*call.args) {
                    ("klee_make_symbolic" | "lariat_make_symbolic", [address, _, name]) => {
                        (name, kind_at(program, body, *address))
                    }
                    ("klee_int" | "klee_range" | "klee_choose", [.., name]) => {
                        (name, Some(Kind::Number(SourceEncoding::Signed)))
                    }
                    _ => continue,
                };
                let Some(name) = text_at(program, *name) else { continue };
                // Inputs of one name and different types are just bytes.
                let known = made.entry(name).or_insert(kind);
                *known = known.filter(|known| Some(*known) == kind);
            }
        }
        let made = made.into_iter().filter_map(|(name, kind)| Some((name, kind?))).collect();
        InputTypes { program, entry, made }
    }

    /// An input by its type, if that is known and fits. Of a buffer with a length the elements behind it mean nothing.
    pub fn value(&self, name: &str, bytes: &[u8], length: Option<usize>) -> Option<Typed> {
        let kind = self
            .made
            .get(name.strip_suffix(IN_MEMORY).unwrap_or(name))
            .copied()
            .or_else(|| nondet(name))
            .or_else(|| self.of_parameter(name))?;
        match kind {
            Kind::Number(encoding) => {
                let (text, json) = number(encoding, bytes)?;
                Some(Typed { spelling: number_name(encoding, bytes.len()), text, json })
            }
            Kind::One(ty) if self.size(ty)? == bytes.len() => {
                let (text, json) = self.read(ty, bytes)?;
                Some(Typed { spelling: self.program.source_types.spelling(ty), text, json })
            }
            Kind::One(_) => None,
            Kind::Many(ty) => {
                let size = self.size(ty).filter(|size| *size > 0)?;
                if !bytes.len().is_multiple_of(size) {
                    return None;
                }
                let most = length.and_then(|length| length.checked_mul(size));
                let bytes = &bytes[..most.unwrap_or(bytes.len()).min(bytes.len())];
                let (text, json) = self.elements(ty, size, bytes)?;
                let brackets = format!("[{}]", bytes.len() / size);
                let spelling = self.program.source_types.declaration(ty, &brackets);
                Some(Typed { spelling, text, json })
            }
        }
    }

    /// The type of an expression over the parameters. What a pointer is an input for is what it points to.
    fn of_parameter(&self, name: &str) -> Option<Kind> {
        let types = &self.program.source_types;
        let end = name.find(['.', '-', '[']).unwrap_or(name.len());
        let (first, mut rest) = name.split_at(end);
        let parameters = &self.entry?.source_params;
        let mut ty = parameters.iter().find(|param| param.name.as_deref() == Some(first))?.ty;
        while !rest.is_empty() {
            let stripped = types.get(types.strip(ty));
            if let (SourceType::Pointer(_), ".null") = (stripped, rest) {
                return Some(Kind::Number(SourceEncoding::Bool));
            }
            if let (SourceType::Pointer(_), ".length") = (stripped, rest) {
                return Some(Kind::Number(SourceEncoding::Unsigned));
            }
            if let Some(index) = rest.strip_prefix('[') {
                rest = index.split_once(']')?.1;
                ty = match stripped {
                    SourceType::Pointer(target) => *target,
                    SourceType::Array { element, dimensions } if dimensions.len() == 1 => *element,
                    _ => return None,
                };
                continue;
            }
            let (members, tail) = match (rest.strip_prefix("->"), stripped) {
                (Some(tail), SourceType::Pointer(target)) => (*target, tail),
                (None, _) => (ty, rest.strip_prefix('.')?),
                _ => return None,
            };
            let end = tail.find(['.', '-', '[']).unwrap_or(tail.len());
            let (member, tail) = tail.split_at(end);
            ty = self.member(members, member)?;
            rest = tail;
        }
        match types.get(types.strip(ty)) {
            SourceType::Pointer(target) => Some(Kind::Many(*target)),
            _ => Some(Kind::One(ty)),
        }
    }

    fn member(&self, ty: SourceTypeId, name: &str) -> Option<SourceTypeId> {
        let types = &self.program.source_types;
        let (SourceType::Struct { members, .. } | SourceType::Union { members, .. }) =
            types.get(types.strip(ty))
        else {
            return None;
        };
        members.iter().find_map(|member| match member.name.as_deref() {
            Some(known) => (known == name).then_some(member.ty),
            None => self.member(member.ty, name),
        })
    }

    /// Size in bytes, if it is known.
    fn size(&self, ty: SourceTypeId) -> Option<usize> {
        let types = &self.program.source_types;
        let size = match types.get(types.strip(ty)) {
            SourceType::Basic { bits, .. } | SourceType::Enum { bits, .. } => bits / 8,
            SourceType::Pointer(_) => u64::from(self.program.target.pointer_bits / 8),
            SourceType::Struct { size, .. } | SourceType::Union { size, .. } => *size,
            SourceType::Array { element, dimensions } => {
                let element = self.size(*element)? as u64;
                let mut lengths = dimensions.iter();
                lengths.try_fold(element, |size, length| size.checked_mul((*length)?))?
            }
            _ => return None,
        };
        usize::try_from(size).ok()
    }

    /// A value of a type, in C's words and as a document.
    fn read(&self, ty: SourceTypeId, bytes: &[u8]) -> Option<(String, Json)> {
        let types = &self.program.source_types;
        match types.get(types.strip(ty)) {
            SourceType::Basic { encoding, .. } => number(*encoding, bytes),
            SourceType::Pointer(_) => {
                let (text, _) = number(SourceEncoding::Unsigned, bytes)?;
                let address: u64 = text.parse().ok()?;
                let text = if address == 0 { "NULL".to_owned() } else { format!("{address:#x}") };
                Some((text.clone(), json!(text)))
            }
            SourceType::Enum { enumerators, .. } => {
                let (text, json) = number(SourceEncoding::Signed, bytes)?;
                let named = enumerators.iter().find(|known| known.value.to_string() == text);
                Some((named.map_or(text, |known| known.name.clone()), json))
            }
            SourceType::Array { element, dimensions } => {
                let inner: u64 = dimensions[1..].iter().map(|length| length.unwrap_or(0)).product();
                let size = self.size(*element)?;
                if dimensions.len() == 1 {
                    return self.elements(*element, size, bytes);
                }
                let row = size * usize::try_from(inner).ok()?;
                let rows = bytes.chunks(row.max(1)).map(|row| self.elements(*element, size, row));
                list(rows.collect::<Option<Vec<_>>>()?)
            }
            SourceType::Struct { members, .. } => {
                let mut texts = Vec::new();
                let mut object = serde_json::Map::new();
                for member in members {
                    let (text, json) = self.read_member(member, bytes)?;
                    match &member.name {
                        Some(name) => {
                            texts.push(format!(".{name} = {text}"));
                            object.insert(name.clone(), json);
                        }
                        None => {
                            texts.push(text);
                            if let Json::Object(inner) = json {
                                object.extend(inner);
                            }
                        }
                    }
                }
                Some((format!("{{{}}}", texts.join(", ")), Json::Object(object)))
            }
            SourceType::Union { members, .. } => {
                // The largest member says everything there is to say.
                let member = members.iter().rev().max_by_key(|member| member.bits)?;
                let (text, json) = self.read_member(member, bytes)?;
                let name = member.name.clone().unwrap_or_default();
                Some((format!("{{.{name} = {text}}}"), json!({ name: json })))
            }
            _ => None,
        }
    }

    fn read_member(&self, member: &Member, bytes: &[u8]) -> Option<(String, Json)> {
        if member.bit_field {
            let types = &self.program.source_types;
            let is_signed = match types.get(types.strip(member.ty)) {
                SourceType::Basic { encoding, .. } => *encoding == SourceEncoding::Signed,
                _ => false,
            };
            let bit = |at: u64| {
                let byte = *bytes.get(usize::try_from(at / 8).ok()?)?;
                Some(i128::from(byte >> (at % 8) & 1))
            };
            let mut value = 0;
            for place in 0..member.bits {
                value |= bit(member.bit_offset + place)? << place;
            }
            if is_signed && member.bits > 0 && value >> (member.bits - 1) & 1 == 1 {
                value -= 1 << member.bits;
            }
            return Some((value.to_string(), integer(value)));
        }
        let first = usize::try_from(member.bit_offset / 8).ok()?;
        // An array without a length at the end of a struct has nothing in it.
        let size = self.size(member.ty).unwrap_or(0);
        if size == 0 {
            return Some(("{}".to_owned(), json!([])));
        }
        self.read(member.ty, bytes.get(first..first.checked_add(size)?)?)
    }

    /// Values one after the other; characters are a text.
    fn elements(&self, ty: SourceTypeId, size: usize, bytes: &[u8]) -> Option<(String, Json)> {
        let types = &self.program.source_types;
        if let SourceType::Basic { name, encoding, .. } = types.get(types.strip(ty)) {
            let is_char =
                matches!(encoding, SourceEncoding::SignedChar | SourceEncoding::UnsignedChar);
            // Bytes may be letters; a `char` is meant to be one.
            if is_char && (name == "char" || is_text(bytes)) {
                return Some(text(bytes));
            }
        }
        list(bytes.chunks(size.max(1)).map(|part| self.read(ty, part)).collect::<Option<_>>()?)
    }
}

/// A list in C's words; many zeros at its end, and very many elements, are only counted.
fn list(values: Vec<(String, Json)>) -> Option<(String, Json)> {
    let (texts, numbers): (Vec<String>, Vec<Json>) = values.into_iter().unzip();
    let zeros = texts.iter().rev().take_while(|text| *text == "0").count();
    let shown = if zeros > ZEROS { texts.len() - zeros } else { texts.len() };
    let mut parts: Vec<String> = texts.iter().take(shown.min(MOST_ELEMENTS)).cloned().collect();
    if shown > MOST_ELEMENTS {
        parts.push(format!("… {} more", texts.len() - MOST_ELEMENTS));
    } else if shown < texts.len() {
        parts.push(format!("… {zeros} zeros"));
    }
    Some((format!("{{{}}}", parts.join(", ")), Json::Array(numbers)))
}

/// A text as C writes it, without the zeros at its end.
fn text(bytes: &[u8]) -> (String, Json) {
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let shown = &bytes[..end.min(4 * MOST_ELEMENTS)];
    let mut escaped = String::new();
    for byte in shown {
        match byte {
            0 => escaped.push_str("\\0"),
            _ => escaped.extend(byte.escape_ascii().map(char::from)),
        }
    }
    let more = if end > shown.len() { " …" } else { "" };
    (format!("\"{escaped}\"{more}"), json!(escaped))
}

fn is_text(bytes: &[u8]) -> bool {
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    end > 1 && bytes[..end].iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r'))
}

fn integer(value: i128) -> Json {
    match (i64::try_from(value), u64::try_from(value)) {
        (Ok(value), _) => json!(value),
        (_, Ok(value)) => json!(value),
        _ => json!(value.to_string()),
    }
}

/// A number by what its bits mean.
fn number(encoding: SourceEncoding, bytes: &[u8]) -> Option<(String, Json)> {
    if bytes.is_empty() || bytes.len() > 16 {
        return None;
    }
    let bits = bytes.iter().rev().fold(0u128, |value, byte| value << 8 | u128::from(*byte));
    let unused = 128 - 8 * bytes.len() as u32;
    let signed = ((bits << unused) as i128) >> unused;
    match encoding {
        SourceEncoding::Bool if bits < 2 => {
            let truth = bits == 1;
            Some((truth.to_string(), json!(truth)))
        }
        SourceEncoding::Signed => Some((signed.to_string(), integer(signed))),
        SourceEncoding::Unsigned | SourceEncoding::Bool => {
            let json = i128::try_from(bits).map_or_else(|_| json!(bits.to_string()), integer);
            Some((bits.to_string(), json))
        }
        SourceEncoding::SignedChar | SourceEncoding::UnsignedChar => {
            let value = match encoding {
                SourceEncoding::SignedChar => signed,
                _ => bits as i128,
            };
            let letter = bytes.first().filter(|byte| matches!(byte, b' '..=b'~'));
            let text = letter
                .map_or(value.to_string(), |letter| format!("{value} '{}'", letter.escape_ascii()));
            Some((text, integer(value)))
        }
        SourceEncoding::Float => {
            let value = match bytes.len() {
                4 => {
                    let value = f32::from_bits(bits as u32);
                    return Some((format!("{value:?}"), float(value.into())));
                }
                8 => f64::from_bits(bits as u64),
                _ => return None,
            };
            Some((format!("{value:?}"), float(value)))
        }
        SourceEncoding::ComplexFloat | SourceEncoding::Other => None,
    }
}

/// What is not a finite number has no place among JSON's numbers.
fn float(value: f64) -> Json {
    if value.is_finite() { json!(value) } else { json!(format!("{value:?}")) }
}

fn number_name(encoding: SourceEncoding, size: usize) -> String {
    let name = match (encoding, size) {
        (SourceEncoding::Bool, _) => "_Bool",
        (SourceEncoding::Float, 4) => "float",
        (SourceEncoding::Float, _) => "double",
        (SourceEncoding::Signed, 2) => "short",
        (SourceEncoding::Signed, 4) => "int",
        (SourceEncoding::Signed, _) => "long",
        (SourceEncoding::Unsigned, 2) => "unsigned short",
        (SourceEncoding::Unsigned, 4) => "unsigned int",
        (SourceEncoding::Unsigned, _) => "unsigned long",
        (SourceEncoding::UnsignedChar, _) => "unsigned char",
        _ => "char",
    };
    name.to_owned()
}

/// What `__VERIFIER_nondet_uint` and the like are called after.
fn nondet(name: &str) -> Option<Kind> {
    let suffix = name.strip_prefix("__VERIFIER_nondet_")?;
    Some(Kind::Number(match suffix {
        "bool" | "_Bool" | "Bool" | "BOOL" => SourceEncoding::Bool,
        "char" => SourceEncoding::SignedChar,
        "uchar" | "unsigned_char" | "u8" | "uint8_t" => SourceEncoding::UnsignedChar,
        "float" | "double" => SourceEncoding::Float,
        "int" | "short" | "long" | "longlong" | "long_long" | "int128" => SourceEncoding::Signed,
        _ if suffix.starts_with('u') || suffix == "size_t" => SourceEncoding::Unsigned,
        _ if suffix.starts_with(['s', 'i']) => SourceEncoding::Signed,
        _ => return None,
    }))
}

/// What is in memory at an address: a variable, or what a pointer points to.
fn kind_at(program: &Program, body: &Body, address: Operand) -> Option<Kind> {
    match address.kind() {
        OperandKind::Constant(constant) => match &program.constants.get(constant).data {
            ConstantData::Global { global, offset: 0 } => {
                program.globals[*global].source_type.map(Kind::One)
            }
            _ => None,
        },
        OperandKind::Value(value) => {
            let data = &body.values[value];
            let inst = match data.definition {
                lariat_program::Definition::Inst(inst) => Some(body.inst(inst)),
                _ => None,
            };
            // The first element of an array is where the array is.
            if let Some(Inst::PointerAdd { base, offset: 0, indexes, .. }) = inst
                && body.scaled_indexes(indexes).is_empty()
            {
                return kind_at(program, body, base);
            }
            let ty = body.variables[data.variable.expand()?].ty?;
            if let Some(Inst::Alloca { .. }) = inst {
                return Some(Kind::One(ty));
            }
            let types = &program.source_types;
            match types.get(types.strip(ty)) {
                SourceType::Pointer(target) => Some(Kind::Many(*target)),
                _ => None,
            }
        }
    }
}

/// The text that a constant points to.
fn text_at(program: &Program, operand: Operand) -> Option<String> {
    let ConstantData::Global { global, offset } = &program.constants.get(operand.constant()?).data
    else {
        return None;
    };
    let bytes = &program.globals[*global].initializer.as_ref()?.bytes;
    let bytes = bytes.get(usize::try_from(*offset).ok()?..)?;
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8(bytes[..end].to_vec()).ok()
}
