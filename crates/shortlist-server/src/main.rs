//! The `shortlist` program.

/// Many threads build and drop resumes: an allocator with a heap for each thread spares them the locks.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    shortlist_server::main()
}
