/** The waiting deliveries of a webhook in their order: thousands of them are not read to find the next ones. */
export const webhookQueue = {
  name: '0133-webhook-queue',
  sql: `
create index webhook_deliveries_queue on webhook_deliveries (webhook_id, id) where state = 'WAITING';
-- Those that are being sent.
create index webhook_deliveries_claimed on webhook_deliveries (webhook_id, claimed_until) where state = 'WAITING' and claimed_until is not null;
`,
}
