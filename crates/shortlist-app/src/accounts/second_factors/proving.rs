//! Codes that the caller types while signed in: before dangerous operations, and to change the second factor.

use shortlist_domain::{AccountProblem, InvalidValue, Principal, User};
use shortlist_persistence::Writer;

use crate::accounts::second_factors::check::{CodeAttempt, CodeError};
use crate::accounts::sign_in::Sessions;
use crate::accounts::sign_in_limits::Counter;
use crate::error::AppError;
use crate::operations::Operation;

impl Sessions<'_> {
    /// Proves the caller's second factor, so that dangerous operations need no code for a while.
    ///
    /// # Errors
    /// Returns an error if the code is wrong, or after too many wrong ones.
    pub fn prove_second_factor(&self, principal: &Principal, code: &str) -> Result<(), AppError> {
        let user = self.caller(principal)?;
        let writer = self
            .writers
            .for_caller(principal, Operation::ProveSecondFactor);
        self.check_own_code(principal, &user, code, &writer)?;
        self.record_proof(principal)
    }

    /// Stores that the caller has proven a second factor in the session.
    pub(crate) fn record_proof(&self, principal: &Principal) -> Result<(), AppError> {
        if let Some(session) = &principal.session_id {
            let (organization, now) = (&principal.organization_id, self.clock.now());
            self.store
                .sessions()
                .record_second_factor(organization, session, now)?;
        }
        Ok(())
    }

    /// Checks a code of the caller. Only the caller's own mistakes are counted, so strangers cannot prevent it.
    pub(super) fn check_own_code(
        &self,
        principal: &Principal,
        user: &User,
        code: &str,
        writer: &Writer<'_>,
    ) -> Result<(), AppError> {
        let attempt = CodeAttempt {
            user,
            code,
            counters: vec![Counter::of_typed_code(principal)],
        };
        self.check_code(&attempt, writer)
            .map_err(|error| match error {
                CodeError::Wrong => wrong_code().into(),
                CodeError::Throttled(seconds) => too_often(seconds),
                CodeError::Fault(fault) => fault,
            })
    }
}

pub(super) fn wrong_code() -> InvalidValue {
    InvalidValue::new("code", AccountProblem::WrongCode)
}

fn too_often(seconds: i64) -> AppError {
    let problem = AccountProblem::WrongCodeTooOften(seconds);
    AppError::FieldConflict(InvalidValue::new("code", problem))
}
