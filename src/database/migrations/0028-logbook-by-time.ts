/** A person's logbook is read by when things happened; what was imported happened before it was recorded. */
export const logbookByTime = {
  name: '0028-logbook-by-time',
  sql: `
create index events_actor_at on events (actor_id, at desc, id desc) where actor_id is not null;
`,
}
