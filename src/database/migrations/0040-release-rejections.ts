/** A release that an approver rejected: who, when and why. It is never approved afterwards. */
export const releaseRejections = {
  name: '0040-release-rejections',
  sql: `
alter table bundle_releases
  add column rejected_by bigint references users (id),
  add column rejected_at timestamptz,
  add column rejection_note text check (length(rejection_note) between 1 and 2000),
  add check ((rejected_at is null) = (rejected_by is null) and (rejected_at is null) = (rejection_note is null)),
  add check (rejected_at is null or approved_by is null);
`,
}
