/** Subscriptions that another protocol makes use the queue, the signatures and the retries of webhooks. */
export const webhookSubscriptions = {
  name: '0143-webhook-subscriptions',
  sql: `
-- The feature that made the subscription, and what it belongs to there; null for a webhook that users manage.
alter table webhooks add column protocol text check (protocol in ('tmf621')), add column owner text,
  add check ((protocol is null) = (owner is null));
create index webhooks_owner on webhooks (protocol, owner) where protocol is not null;
-- Added to the address of the webhook.
alter table webhook_deliveries add column path text not null default '' check (length(path) <= 200);
`,
}
