//! `.ktest` files, byte for byte as KLEE writes them (version 3), so that KLEE's own tools read ours and we read KLEE's.
//!
//! All numbers are big endian and have four bytes. A file is: the letters `KTEST`, the version, the number of arguments and each
//! of them as length and bytes, the number and the length of symbolic arguments (from version 2 on), the number of objects and
//! each as length and bytes of its name, length and bytes of its contents.
//!
//! Lariat writes the arguments that the program is to be started with, its name first.

use lariat_exec::{TestInput, TestObject};

const MAGIC: &[u8; 5] = b"KTEST";
const OLD_MAGIC: &[u8; 5] = b"BOUT\n";
const VERSION: u32 = 3;

/// The contents of a `.ktest` file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KTest {
    /// The program's name and its arguments.
    pub arguments: Vec<Vec<u8>>,
    /// Number of symbolic arguments, as KLEE counts them; Lariat writes 0.
    pub symbolic_arguments: u32,
    /// Length of the symbolic arguments; Lariat writes 0.
    pub symbolic_argument_length: u32,
    /// The objects.
    pub input: TestInput,
}

/// Why something is no `.ktest` file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KTestError {
    /// It does not start like one.
    #[error("this is not a .ktest file")]
    NotKTest,
    /// A version nobody has written yet.
    #[error("this .ktest file has version {0}; versions 1 to 3 can be read")]
    Version(u32),
    /// It is cut short.
    #[error("this .ktest file ends too early")]
    TooShort,
    /// Something follows its end.
    #[error("this .ktest file has {0} bytes too many")]
    TooLong(usize),
    /// More than the format can hold.
    #[error("an input is too large for a .ktest file")]
    TooLarge,
}

impl KTest {
    /// A test of a program started with these arguments, its name first.
    pub fn new(arguments: Vec<Vec<u8>>, input: TestInput) -> KTest {
        KTest { arguments, symbolic_arguments: 0, symbolic_argument_length: 0, input }
    }

    /// The file's bytes.
    ///
    /// # Errors
    /// If a length does not fit in four bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, KTestError> {
        let mut bytes = Vec::new();
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_be_bytes());
        put_number(&mut bytes, self.arguments.len())?;
        for argument in &self.arguments {
            put_bytes(&mut bytes, argument)?;
        }
        bytes.extend_from_slice(&self.symbolic_arguments.to_be_bytes());
        bytes.extend_from_slice(&self.symbolic_argument_length.to_be_bytes());
        put_number(&mut bytes, self.input.objects.len())?;
        for object in &self.input.objects {
            put_bytes(&mut bytes, object.name.as_bytes())?;
            put_bytes(&mut bytes, &object.bytes)?;
        }
        Ok(bytes)
    }

    /// Reads a file's bytes. Names that are not UTF-8 are read with replacement characters.
    ///
    /// # Errors
    /// If it is no `.ktest` file of version 1 to 3.
    pub fn from_bytes(bytes: &[u8]) -> Result<KTest, KTestError> {
        let mut reader = Reader { rest: bytes };
        let magic = reader.take(MAGIC.len()).map_err(|_| KTestError::NotKTest)?;
        if magic != MAGIC && magic != OLD_MAGIC {
            return Err(KTestError::NotKTest);
        }
        let version = reader.number()?;
        if !(1..=VERSION).contains(&version) {
            return Err(KTestError::Version(version));
        }
        let mut test = KTest::default();
        for _ in 0..reader.number()? {
            test.arguments.push(reader.bytes()?.to_vec());
        }
        if version >= 2 {
            test.symbolic_arguments = reader.number()?;
            test.symbolic_argument_length = reader.number()?;
        }
        for _ in 0..reader.number()? {
            let name = String::from_utf8_lossy(reader.bytes()?).into_owned();
            let bytes = reader.bytes()?.to_vec();
            test.input.objects.push(TestObject { name, bytes });
        }
        if reader.rest.is_empty() { Ok(test) } else { Err(KTestError::TooLong(reader.rest.len())) }
    }
}

fn put_number(bytes: &mut Vec<u8>, number: usize) -> Result<(), KTestError> {
    let number = u32::try_from(number).map_err(|_| KTestError::TooLarge)?;
    bytes.extend_from_slice(&number.to_be_bytes());
    Ok(())
}

fn put_bytes(bytes: &mut Vec<u8>, content: &[u8]) -> Result<(), KTestError> {
    put_number(bytes, content.len())?;
    bytes.extend_from_slice(content);
    Ok(())
}

struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    fn take(&mut self, size: usize) -> Result<&'b [u8], KTestError> {
        let (taken, rest) = self.rest.split_at_checked(size).ok_or(KTestError::TooShort)?;
        self.rest = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, KTestError> {
        let (number, rest) = self.rest.split_first_chunk().ok_or(KTestError::TooShort)?;
        self.rest = rest;
        Ok(u32::from_be_bytes(*number))
    }

    fn bytes(&mut self) -> Result<&'b [u8], KTestError> {
        let size = self.number()?;
        self.take(size as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn object(name: &str, bytes: &[u8]) -> TestObject {
        TestObject { name: name.into(), bytes: bytes.into() }
    }

    /// Written by hand from the description of the format.
    const EXAMPLE: &[u8] =
        b"KTEST\0\0\0\x03\0\0\0\x02\0\0\0\x04p.bc\0\0\0\x02-x\0\0\0\0\0\0\0\0\0\0\0\x02\
        \0\0\0\x01a\0\0\0\x04\x01\x02\x03\x04\0\0\0\x05empty\0\0\0\0";

    fn example() -> KTest {
        let objects = vec![object("a", &[1, 2, 3, 4]), object("empty", &[])];
        KTest::new(vec![b"p.bc".to_vec(), b"-x".to_vec()], TestInput { objects })
    }

    #[test]
    fn bytes_are_those_of_the_format() {
        assert_eq!(example().to_bytes().unwrap(), EXAMPLE);
        assert_eq!(KTest::from_bytes(EXAMPLE).unwrap(), example());
    }

    #[test]
    fn version_1_has_no_symbolic_arguments() {
        let bytes = b"BOUT\n\0\0\0\x01\0\0\0\0\0\0\0\x01\0\0\0\x01x\0\0\0\x01\xff";
        let test = KTest::from_bytes(bytes).unwrap();
        assert_eq!(test.input.objects, [object("x", &[255])]);
    }

    #[test]
    fn what_is_no_ktest_is_refused() {
        assert_eq!(KTest::from_bytes(b"").unwrap_err(), KTestError::NotKTest);
        assert_eq!(KTest::from_bytes(b"hello world").unwrap_err(), KTestError::NotKTest);
        assert_eq!(KTest::from_bytes(b"KTEST\0\0\0\x09").unwrap_err(), KTestError::Version(9));
        for end in 9..EXAMPLE.len() {
            assert_eq!(KTest::from_bytes(&EXAMPLE[..end]).unwrap_err(), KTestError::TooShort);
        }
        let longer = [EXAMPLE, b"x"].concat();
        assert_eq!(KTest::from_bytes(&longer).unwrap_err(), KTestError::TooLong(1));
        // A length far beyond the end must not be believed.
        let huge = b"KTEST\0\0\0\x03\xff\xff\xff\xff\xff\xff\xff\xff";
        assert_eq!(KTest::from_bytes(huge).unwrap_err(), KTestError::TooShort);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            arguments in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..9), 0..4),
            objects in prop::collection::vec((".{0,9}", prop::collection::vec(any::<u8>(), 0..40)), 0..6),
        ) {
            let objects = objects.into_iter().map(|(name, bytes)| TestObject { name, bytes }).collect();
            let test = KTest::new(arguments, TestInput { objects });
            prop_assert_eq!(KTest::from_bytes(&test.to_bytes().unwrap()).unwrap(), test);
        }
    }
}
