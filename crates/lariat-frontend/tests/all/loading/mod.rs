//! Files in, programs or one clear sentence out.

mod databases;
mod errors;
mod flags;
mod library;
mod linking;
mod modules;
mod support;
