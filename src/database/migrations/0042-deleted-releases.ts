/** A delivered release that was deleted: its manifest, statement and signature stay for the audit; its downloads end. */
export const deletedReleases = {
  name: '0042-deleted-releases',
  sql: `
alter table bundle_releases
  add column deleted_at timestamptz,
  add column deleted_by bigint references users (id),
  add check (deleted_at is null or status = 'DELIVERED');
`,
}
