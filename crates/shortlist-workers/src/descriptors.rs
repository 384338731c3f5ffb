//! Closes inherited file descriptors, so that a worker reads documents with only its stream open.

#![expect(
    unsafe_code,
    reason = "no crate closes descriptors by a safe function: it cannot know that nobody uses them"
)]

/// Closes every descriptor above standard error, and returns whether that succeeded.
///
/// The program's launcher may have left sockets or secret files open. A document that takes over the worker could read
/// them: the sandbox prevents opening files, but not reading open ones.
#[cfg(target_os = "linux")]
pub(crate) fn close_inherited() -> bool {
    const FIRST: libc::c_uint = 3;
    // The raw system call is used because C libraries older than glibc 2.34 do not wrap it. Kernels older than 5.9 reject
    // it.
    // SAFETY: a worker calls this before anything else, so nothing in the process owns a descriptor above 2 yet.
    let closed = unsafe { libc::syscall(libc::SYS_close_range, FIRST, libc::c_uint::MAX, 0) };
    closed == 0
}

/// Returns `false`: workers are isolated only on Linux.
#[cfg(not(target_os = "linux"))]
pub(crate) fn close_inherited() -> bool {
    false
}
