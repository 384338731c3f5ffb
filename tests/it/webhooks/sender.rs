//! A service that delivers events.

use std::ops::Deref;
use std::sync::Arc;

use serde_json::{Value, json};
use shortlist_app::{AddressRules, Settings};
use shortlist_domain::Environment;
use shortlist_persistence::DatabaseUrl;
use shortlist_transport::GraphQLLimits;
use shortlist_webhooks::{Dispatcher, DispatcherOptions};

use super::receiver::{Receiver, wait_until};
use crate::support::input::joined;
use crate::support::service::Service;

const CREATE: &str = "mutation($input: CreateWebhookInput!) { createWebhook(input: $input) {
    secret webhook { webhookId enabled } } }";
const DELIVERIES: &str = "query($input: ListWebhookDeliveriesInput!) { listWebhookDeliveries(input: $input) {
    deliveries { eventId eventType sequence state nextAttemptAt attempts { status failure response durationMillis } } } }";
const LIST: &str = "query($input: ListWebhooksInput!) { listWebhooks(input: $input) {
    webhooks { webhookId url enabled disabledReason failingSince eventTypes jobIds description } } }";

pub(super) struct Sender {
    service: Service,
    dispatcher: Option<Dispatcher>,
}

/// A webhook that a test created.
pub(super) struct Hook {
    pub(super) id: String,
    pub(super) secret: String,
}

impl Deref for Sender {
    type Target = Service;

    fn deref(&self) -> &Service {
        &self.service
    }
}

impl Sender {
    /// Starts a service that may deliver to this machine.
    pub(super) fn start(url: &DatabaseUrl) -> Self {
        let settings = Settings {
            webhooks: AddressRules::with_this_machine(),
            ..Settings::new(Environment::Sandbox)
        };
        let service = Service::start_with(url, settings, GraphQLLimits::default());
        let mut sender = Self {
            service,
            dispatcher: None,
        };
        sender.start_delivery();
        sender
    }

    pub(super) fn start_delivery(&mut self) {
        let options = DispatcherOptions {
            public_url: Some("https://hr.example".to_owned()),
        };
        let started = Dispatcher::start(Arc::clone(&self.service.app), options).unwrap();
        self.dispatcher = Some(started);
    }

    pub(super) fn stop_delivery(&mut self) {
        self.dispatcher = None;
    }

    pub(super) fn hook(&self, receiver: &Receiver, more: Value) -> Hook {
        let input = json!({ "organizationId": "org_ours", "url": receiver.url });
        let created = self.data(&self.admin, CREATE, joined(input, &more));
        Hook {
            id: created["webhook"]["webhookId"].as_str().unwrap().to_owned(),
            secret: created["secret"].as_str().unwrap().to_owned(),
        }
    }

    /// Returns the deliveries to a webhook, the latest event first.
    pub(super) fn deliveries(&self, hook: &Hook) -> Vec<Value> {
        let input = json!({ "organizationId": "org_ours", "webhookId": hook.id });
        let list = self.data(&self.admin, DELIVERIES, input);
        list["deliveries"].as_array().unwrap().clone()
    }

    /// Waits until the latest delivery to a webhook has this number of attempts, and returns it.
    pub(super) fn wait_for_attempts(&self, hook: &Hook, count: usize) -> Value {
        let latest = || self.deliveries(hook).first().cloned().unwrap_or_default();
        wait_until("attempts are stored", || {
            latest()["attempts"]
                .as_array()
                .is_some_and(|all| all.len() >= count)
        });
        latest()
    }

    /// Returns a webhook as it is listed.
    pub(super) fn listed(&self, hook: &Hook) -> Value {
        let list = self.data(&self.admin, LIST, json!({ "organizationId": "org_ours" }));
        let mut webhooks = list["webhooks"].as_array().unwrap().iter();
        webhooks
            .find(|one| one["webhookId"] == hook.id.as_str())
            .unwrap()
            .clone()
    }
}
