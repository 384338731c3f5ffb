//! The program itself: started, called, stopped.

mod administration;
mod production;
mod program;
mod readers;
mod reading;
mod sandbox;
mod stopping;
