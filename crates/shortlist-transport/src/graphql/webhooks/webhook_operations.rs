//! The operations that change webhooks and repeat their deliveries.

use shortlist_app::Operation;

use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::webhooks::{
    CreateWebhookInput, ReplayWebhookDeliveryInput, ReplayWebhooksSinceInput, ReplayedEvents,
    RotateWebhookSecretInput, UpdateWebhookInput, Webhook, WebhookInput, WebhookWithSecret,
};

pub(crate) fn create_webhook(
    context: &RequestContext,
    input: CreateWebhookInput,
) -> Resolved<WebhookWithSecret> {
    context.perform(
        Operation::CreateWebhook,
        of_organization(&input.organization_id),
        |app, principal| {
            let (webhook, secret) = app.webhooks().create(&principal.party(), &input.request)?;
            Ok(WebhookWithSecret::of(webhook, secret))
        },
    )
}

pub(crate) fn update_webhook(
    context: &RequestContext,
    input: UpdateWebhookInput,
) -> Resolved<Webhook> {
    context.perform(
        Operation::UpdateWebhook,
        of_organization(&input.organization_id),
        |app, principal| {
            let updated = app.webhooks().update(&principal.party(), &input.request)?;
            Ok(Webhook(updated))
        },
    )
}

pub(crate) fn delete_webhook(context: &RequestContext, input: WebhookInput) -> Resolved<Webhook> {
    context.perform(
        Operation::DeleteWebhook,
        of_organization(&input.organization_id),
        |app, principal| {
            let deleted = app
                .webhooks()
                .delete(&principal.party(), &input.webhook_id)?;
            Ok(Webhook(deleted))
        },
    )
}

pub(crate) fn rotate_webhook_secret(
    context: &RequestContext,
    input: RotateWebhookSecretInput,
) -> Resolved<WebhookWithSecret> {
    context.perform(
        Operation::RotateWebhookSecret,
        of_organization(&input.organization_id),
        |app, principal| {
            let (id, overlap) = (&input.webhook_id, input.overlap_hours);
            let (webhook, secret) =
                app.webhooks()
                    .rotate_secret(&principal.party(), id, overlap)?;
            Ok(WebhookWithSecret::of(webhook, secret))
        },
    )
}

pub(crate) fn ping_webhook(context: &RequestContext, input: WebhookInput) -> Resolved<Webhook> {
    context.perform(
        Operation::PingWebhook,
        of_organization(&input.organization_id),
        |app, principal| {
            let pinged = app.webhooks().ping(&principal.party(), &input.webhook_id)?;
            Ok(Webhook(pinged))
        },
    )
}

pub(crate) fn replay_webhook_delivery(
    context: &RequestContext,
    input: ReplayWebhookDeliveryInput,
) -> Resolved<Webhook> {
    context.perform(
        Operation::ReplayWebhookDelivery,
        of_organization(&input.organization_id),
        |app, principal| {
            Ok(Webhook(app.webhooks().replay(
                &principal.party(),
                input.webhook_id.as_str(),
                i64::from(input.sequence),
            )?))
        },
    )
}

pub(crate) fn replay_webhooks_since(
    context: &RequestContext,
    input: ReplayWebhooksSinceInput,
) -> Resolved<ReplayedEvents> {
    context.perform(
        Operation::ReplayWebhooksSince,
        of_organization(&input.organization_id),
        |app, principal| {
            let replayed = app.webhooks().replay_since(
                &principal.party(),
                input.webhook_id.as_str(),
                input.since.as_str(),
            )?;
            Ok(ReplayedEvents::of(replayed))
        },
    )
}
