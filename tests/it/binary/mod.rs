//! The program itself: started, called, stopped.

mod administration;
mod production;
mod program;
mod reading;
mod sandbox;
mod stopping;
