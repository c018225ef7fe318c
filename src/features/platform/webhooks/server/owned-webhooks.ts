import { machineAccess } from '#features/access/machine-access/server/index.ts'

/** The webhooks that a user answers for; one that waited for a successor is sent again. */
export const ownedWebhooks = machineAccess('webhook', {
  table: 'webhooks',
  name: 't.url',
  account: 'select display_name from accounts where id = t.account_id',
  set: `, state = case when t.paused_by = 'MAKER' then 'ACTIVE' else t.state end, paused_by = nullif(t.paused_by, 'MAKER'), resumed_at = case when t.paused_by = 'MAKER' then now() else t.resumed_at end, version = t.version + 1`,
})
