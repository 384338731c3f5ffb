//! The `shortlist` program.

#[global_allocator]
static ALLOCATOR: shortlist_allocator::Allocator = shortlist_allocator::Allocator;

fn main() -> std::process::ExitCode {
    shortlist_server::main()
}
