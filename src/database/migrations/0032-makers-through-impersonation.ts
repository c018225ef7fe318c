/** Whoever impersonated the maker of a release, or of a request for an account, counts as its maker. */
export const makersThroughImpersonation = {
  name: '0032-makers-through-impersonation',
  sql: `
alter table bundle_releases add column created_by_impersonator bigint references users (id);
alter table bundle_releases add check (approved_by is distinct from created_by_impersonator or approved_by is null);
alter table account_requests add column requested_by_impersonator bigint references users (id);
`,
}
