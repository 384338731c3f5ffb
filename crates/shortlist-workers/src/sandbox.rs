//! Sandboxing of a worker: Landlock for files and network, seccomp for every system call that a reader does not need.
//!
//! Each is applied as far as the kernel supports it; [`crate::Isolation`] reports what took effect.

use std::path::PathBuf;

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

/// A program from elsewhere that this process becomes.
pub(crate) struct Program {
    /// Its file, without symbolic links.
    pub(crate) path: PathBuf,
    /// The folders with its libraries and its data.
    pub(crate) folders: Vec<PathBuf>,
}

/// Restricts this process to becoming a program, which may read its own files and compute. It gets no other file, no network,
/// no thread and no further process.
pub(crate) fn isolate_program(program: &Program) {
    // The isolation is measured afterwards, so errors need no report.
    #[cfg(target_os = "linux")]
    let _in_force = [
        linux::landlock_for_program(program).is_ok(),
        linux::seccomp_for_program().is_ok(),
    ];
    #[cfg(not(target_os = "linux"))]
    let _unused = program;
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::error::Error;

    use landlock::{
        ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, Scope,
        path_beneath_rules,
    };
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
        SeccompRule, apply_filter_all_threads,
    };

    use super::Program;

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

    /// System calls that a program needs in addition: to start, to load its libraries, and to read its files.
    const PROGRAM_ALLOWED: [libc::c_long; 22] = [
        libc::SYS_execve,
        libc::SYS_faccessat,
        libc::SYS_fadvise64,
        libc::SYS_fcntl,
        libc::SYS_fstat,
        libc::SYS_getcwd,
        libc::SYS_getdents64,
        libc::SYS_getegid,
        libc::SYS_geteuid,
        libc::SYS_getgid,
        libc::SYS_getuid,
        libc::SYS_lseek,
        libc::SYS_mmap,
        libc::SYS_mprotect,
        libc::SYS_newfstatat,
        libc::SYS_openat,
        libc::SYS_pread64,
        libc::SYS_readlinkat,
        libc::SYS_rseq,
        libc::SYS_set_robust_list,
        libc::SYS_set_tid_address,
        libc::SYS_sysinfo,
    ];
    /// The older system calls of x86-64 for the same purposes.
    #[cfg(target_arch = "x86_64")]
    const OLDER_ALLOWED: [libc::c_long; 7] = [
        libc::SYS_access,
        libc::SYS_arch_prctl,
        libc::SYS_lstat,
        libc::SYS_open,
        libc::SYS_readlink,
        libc::SYS_stat,
        libc::SYS_time,
    ];
    #[cfg(not(target_arch = "x86_64"))]
    const OLDER_ALLOWED: [libc::c_long; 0] = [];

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

    /// Allows only to read the files of a program, and to execute it.
    pub(super) fn landlock_for_program(program: &Program) -> Result<(), Box<dyn Error>> {
        let abi = ABI::V6;
        let own = program.folders.iter().chain([&program.path]);
        let read = AccessFs::from_read(abi);
        // The loader reads its table of libraries, and libraries count the processors.
        let others = ["/etc/ld.so.cache", "/sys/devices/system/cpu"];
        let files = AccessFs::ReadFile | AccessFs::ReadDir;
        Ruleset::default()
            .handle_access(AccessFs::from_all(abi))?
            .handle_access(AccessNet::from_all(abi))?
            .scope(Scope::from_all(abi))?
            .create()?
            .add_rules(path_beneath_rules(own, read))?
            .add_rules(path_beneath_rules(others, files))?
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
        apply(rules)
    }

    /// Also allows to start a program and to read files, which Landlock restricts. Libraries are executable memory.
    pub(super) fn seccomp_for_program() -> Result<(), Box<dyn Error>> {
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
        for call in ALLOWED.iter().chain(&PROGRAM_ALLOWED).chain(&OLDER_ALLOWED) {
            rules.insert(*call, Vec::new());
        }
        apply(rules)
    }

    fn apply(mut rules: BTreeMap<i64, Vec<SeccompRule>>) -> Result<(), Box<dyn Error>> {
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
