/** Every case of the type OUTAGE has the fields of an outage: those from before get their times as start and end. */
export const fieldsOfOutages = {
  name: '0058-fields-of-outages',
  sql: `
insert into outages (case_id, conversion, started_at, ended_at, cmts_version, last_update_at)
select c.id, 'DONE', c.created_at, case when not c.is_open then greatest(coalesce(c.resolved_at, c.closed_at, c.updated_at), c.created_at) end,
  left(c.product_version, 100), coalesce(c.resolved_at, c.closed_at, c.updated_at)
from cases c where c.type = 'OUTAGE' on conflict do nothing;
`,
}
