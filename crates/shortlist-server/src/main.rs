//! The `shortlist` program.

/// The memory allocator. Many threads create and drop resumes and responses. With jemalloc, each thread reuses the memory
/// that it freed last, which is still in the processor's cache. With an allocator that cycles through its pages, a sixth of a
/// request was spent waiting for memory.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> std::process::ExitCode {
    shortlist_server::main()
}
