//! Inputs of all kinds, the functions of the engine, and programs that run on the C library models.

mod entry;
mod functions;
mod library;
mod support;
