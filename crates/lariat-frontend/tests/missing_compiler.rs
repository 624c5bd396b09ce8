//! Without clang. Alone in its program, because it changes the environment.

use lariat_frontend::{FrontendError, LoadOptions, load};

#[test]
fn a_missing_compiler_says_how_to_get_it() {
    // SAFETY: this is the only test of the program, so no other thread looks at the environment.
    unsafe { std::env::set_var("LARIAT_CLANG", "/nowhere/clang-19") };
    let file = tempfile::Builder::new().suffix(".c").tempfile().unwrap();
    let options = LoadOptions { inputs: vec![file.path().to_owned()], ..LoadOptions::default() };
    let error = load(&options).unwrap_err();
    assert!(matches!(error, FrontendError::CompilerMissing { .. }));
    assert_eq!(
        error.to_string(),
        "the compiler /nowhere/clang-19 could not be run (No such file or directory (os error 2)): \
         run `make setup` to install clang 19, or set LARIAT_CLANG"
    );
}
