//! Ports of this machine.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::process;
use std::sync::atomic::{AtomicU16, Ordering};

/// Outgoing connections get ports from 32768 (Linux) or 49152 (others). So a port below these stays free until the server for
/// which it was chosen starts.
const FIRST: u16 = 12_000;
const COUNT: u16 = 20_000;

/// Returns an address of this machine on which nothing listens, and which no other test of this process gets.
pub(crate) fn free_address() -> SocketAddr {
    (Ipv4Addr::LOCALHOST, free_port()).into()
}

/// Returns the port of such an address.
pub(crate) fn free_port() -> u16 {
    static TAKEN: AtomicU16 = AtomicU16::new(0);
    // Another process, such as another test run, begins elsewhere.
    let begin = process::id().wrapping_mul(61);
    let next = || {
        let taken = u32::from(TAKEN.fetch_add(1, Ordering::Relaxed));
        let offset = begin.wrapping_add(taken) % u32::from(COUNT);
        FIRST + u16::try_from(offset).unwrap()
    };
    (0..COUNT)
        .map(|_| next())
        .find(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok())
        .expect("no port is free")
}
