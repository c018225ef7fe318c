/** A provider is enabled after a sign-in through its present connection passed, so it is known since when that is unchanged. */
export const testedProviders = {
  name: '0034-tested-providers',
  sql: `
alter table identity_providers add column connection_changed_at timestamptz not null default '-infinity';
alter table identity_providers alter column connection_changed_at set default now();
`,
}
