//! The delivery of events, as configured.

use std::sync::Arc;

use shortlist_app::{AddressRules, App};
use shortlist_webhooks::{Dispatcher, DispatcherOptions};

use crate::Failure;
use crate::config::{Switch, WebhookSettings};

impl WebhookSettings {
    /// Returns which addresses webhooks may have.
    pub(crate) fn address_rules(&self) -> Result<AddressRules, Failure> {
        AddressRules::of(&self.webhook_networks, &self.webhook_hosts)
            .map_err(Failure::of("use the addresses that webhooks may have"))
    }

    /// Starts to deliver events, unless this is switched off. It ends when the result is dropped.
    pub(crate) fn start_delivery(
        &self,
        app: &Arc<App>,
        public_url: Option<String>,
    ) -> Result<Option<Dispatcher>, Failure> {
        if self.webhooks == Switch::Off {
            return Ok(None);
        }
        let started = Dispatcher::start(Arc::clone(app), DispatcherOptions { public_url });
        started.map(Some).map_err(Failure::of("deliver events"))
    }
}
