/** Whether a provider that does not say that it verified an address is believed for its own domains; as before for those that exist. */
export const trustedAddresses = {
  name: '0322-trusted-addresses',
  sql: `
alter table identity_providers add column trusts_routed_addresses boolean not null default false;
alter table identity_providers alter column trusts_routed_addresses set default true;
`,
} as const
