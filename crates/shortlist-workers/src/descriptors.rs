//! The descriptors that a worker inherits: all but its stream are closed before it reads anything.

#![expect(
    unsafe_code,
    reason = "no crate closes descriptors by a safe function: it cannot know that nobody uses them"
)]

/// Closes every descriptor above standard error and returns whether that worked.
///
/// What the program's launcher left open (sockets, files of secrets) would otherwise stay open to a document that takes the worker
/// over: the sandbox stops a worker from opening files, not from reading open ones.
#[cfg(target_os = "linux")]
pub(crate) fn close_inherited() -> bool {
    const FIRST: libc::c_uint = 3;
    // By number, as C libraries older than glibc 2.34 do not know the call. Kernels older than 5.9 refuse it.
    // SAFETY: a worker calls this before anything else, so that nothing in the process owns a descriptor above 2 yet.
    let closed = unsafe { libc::syscall(libc::SYS_close_range, FIRST, libc::c_uint::MAX, 0) };
    closed == 0
}

/// Other systems than Linux shut no worker in.
#[cfg(not(target_os = "linux"))]
pub(crate) fn close_inherited() -> bool {
    false
}
