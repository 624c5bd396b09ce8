//! Colours for terminals. Everything else gets plain text.

/// Whether and how words are coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Paint {
    /// Whether to use colours.
    pub colours: bool,
}

impl Paint {
    /// No colours.
    pub const PLAIN: Paint = Paint { colours: false };

    /// Something is wrong.
    pub fn bad(self, text: &str) -> String {
        self.with("1;31", text)
    }

    /// Something may be wrong.
    pub fn doubtful(self, text: &str) -> String {
        self.with("33", text)
    }

    /// All is well.
    pub fn good(self, text: &str) -> String {
        self.with("32", text)
    }

    /// A name.
    pub fn strong(self, text: &str) -> String {
        self.with("1", text)
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.colours { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::Paint;

    #[test]
    fn colours_only_where_wanted() {
        assert_eq!(Paint::PLAIN.bad("x"), "x");
        assert_eq!(Paint { colours: true }.bad("x"), "\x1b[1;31mx\x1b[0m");
    }
}
