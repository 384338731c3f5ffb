//! The `shortlist` program.

/// Many threads build and drop resumes and answers. Each keeps what it freed last for what it needs next, so that it is still in
/// the processor's cache; an allocator that goes round its pages instead spent a sixth of a request waiting for memory.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> std::process::ExitCode {
    shortlist_server::main()
}
