//! Shutting a worker in: Landlock for files and network, seccomp for everything that a reader does not need.
//!
//! Both are asked of the kernel as far as it has them; [`crate::Isolation`] tells what came of it.

/// Takes files and network from this thread and those that it starts.
pub(crate) fn shut_files_and_network() {
    #[cfg(target_os = "linux")]
    if let Err(error) = linux::landlock() {
        tracing::debug!(%error, "Landlock is not in force");
    }
}

/// Leaves this process, all its threads, the system calls of computing only: memory, its open stream, its own end.
pub(crate) fn shut_system_calls() {
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

    /// What is allowed whatever its arguments: memory, the stream, threads that wait for each other, signals of its
    /// own, randomness for hash tables, the clock, and the end.
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

    /// No rule allows anything: no path, no port, no abstract socket or signal to another process.
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
        // Memory, but none that can be run.
        for call in [libc::SYS_mmap, libc::SYS_mprotect] {
            let executable = u64::try_from(libc::PROT_EXEC)?;
            rules.insert(call, vec![only(2, SeccompCmpOp::MaskedEq(executable), 0)?]);
        }
        // Limits and signals of this process, for the processor time of a document and for an abort that shows as one.
        rules.insert(libc::SYS_prlimit64, vec![only(0, SeccompCmpOp::Eq, 0)?]);
        rules.insert(
            libc::SYS_tgkill,
            vec![only(0, SeccompCmpOp::Eq, std::process::id().into())?],
        );
        // Refused rather than fatal: a library that tries has its own way on without.
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
