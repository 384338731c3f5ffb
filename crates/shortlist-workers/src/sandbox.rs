//! Sandboxing of a worker: Landlock for files and network, seccomp for every system call that a reader does not need.
//!
//! Each is applied as far as the kernel supports it; [`crate::Isolation`] reports what took effect.

/// Blocks files and network for this thread and the threads that it starts.
pub(crate) fn block_files_and_network() {
    #[cfg(target_os = "linux")]
    if let Err(error) = linux::landlock() {
        tracing::debug!(%error, "Landlock is not in force");
    }
}

/// Restricts all threads of this process to the system calls for computing: memory, its open stream and its own exit.
pub(crate) fn restrict_system_calls() {
    #[cfg(target_os = "linux")]
    if let Err(error) = linux::seccomp() {
        tracing::debug!(%error, "seccomp is not in force");
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::error::Error;

    use landlock::{
        ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, Scope,
    };
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
        SeccompRule, apply_filter_all_threads,
    };

    /// System calls that are allowed with any arguments: memory, the stream, synchronization of threads, signals within the
    /// process, randomness for hash tables, the clock, and exit.
    const ALLOWED: [libc::c_long; 26] = [
        libc::SYS_brk,
        libc::SYS_clock_gettime,
        libc::SYS_close,
        libc::SYS_exit,
        libc::SYS_exit_group,
        libc::SYS_futex,
        libc::SYS_getpid,
        libc::SYS_getrandom,
        libc::SYS_getrusage,
        libc::SYS_gettid,
        libc::SYS_madvise,
        libc::SYS_membarrier,
        libc::SYS_mremap,
        libc::SYS_munmap,
        libc::SYS_nanosleep,
        libc::SYS_clock_nanosleep,
        libc::SYS_read,
        libc::SYS_restart_syscall,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_sched_getaffinity,
        libc::SYS_sched_yield,
        libc::SYS_sigaltstack,
        libc::SYS_write,
        libc::SYS_writev,
    ];

    /// The empty rule set denies everything: every path, port, abstract socket and signal to another process.
    pub(super) fn landlock() -> Result<(), Box<dyn Error>> {
        let abi = ABI::V6;
        Ruleset::default()
            .handle_access(AccessFs::from_all(abi))?
            .handle_access(AccessNet::from_all(abi))?
            .scope(Scope::from_all(abi))?
            .create()?
            .no_new_privs(true)
            .restrict_self()?;
        Ok(())
    }

    pub(super) fn seccomp() -> Result<(), Box<dyn Error>> {
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
            ALLOWED.iter().map(|call| (*call, Vec::new())).collect();
        // Memory mappings are allowed, but not executable ones.
        for call in [libc::SYS_mmap, libc::SYS_mprotect] {
            let executable = u64::try_from(libc::PROT_EXEC)?;
            rules.insert(call, vec![only(2, SeccompCmpOp::MaskedEq(executable), 0)?]);
        }
        // Only this process's own limits and signals: to limit the processor time of a document, and to let an abort appear
        // as one.
        rules.insert(libc::SYS_prlimit64, vec![only(0, SeccompCmpOp::Eq, 0)?]);
        rules.insert(
            libc::SYS_tgkill,
            vec![only(0, SeccompCmpOp::Eq, std::process::id().into())?],
        );
        // Denied calls return an error instead of killing the process, because libraries that try them can continue
        // without.
        let refused = SeccompAction::Errno(u32::try_from(libc::EPERM)?);
        let target = std::env::consts::ARCH.try_into()?;
        let filter = SeccompFilter::new(rules, refused, SeccompAction::Allow, target)?;
        let program: BpfProgram = filter.try_into()?;
        apply_filter_all_threads(&program)?;
        Ok(())
    }

    fn only(
        argument: u8,
        comparison: SeccompCmpOp,
        value: u64,
    ) -> Result<SeccompRule, Box<dyn Error>> {
        let width = SeccompCmpArgLen::Dword;
        let condition = SeccompCondition::new(argument, width, comparison, value)?;
        Ok(SeccompRule::new(vec![condition])?)
    }
}
