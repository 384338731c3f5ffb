//! The memory allocator of every program.
//!
//! Many threads create and drop resumes and responses. With jemalloc, each thread reuses the memory that it freed last, which is
//! still in the processor's cache. With an allocator that cycles through its pages, a sixth of a request was spent waiting for memory.
//!
//! ```
//! #[global_allocator]
//! static ALLOCATOR: shortlist_allocator::Allocator = shortlist_allocator::Allocator;
//! ```

#[cfg(not(feature = "jemalloc"))]
pub use std::alloc::System as Allocator;
#[cfg(feature = "jemalloc")]
pub use tikv_jemallocator::Jemalloc as Allocator;
