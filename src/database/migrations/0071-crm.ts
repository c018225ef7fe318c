/** CRM records that are kept in the portal, and what was last read from an outside CRM. */
export const crm = {
  name: '0071-crm',
  sql: `
create table crm_records (
  account_id bigint primary key references accounts (id) on delete cascade,
  record jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default clock_timestamp()
);
create table crm_copies (
  account_id bigint primary key references accounts (id) on delete cascade,
  crm_id text not null,
  record jsonb,
  read_at timestamptz,
  -- Why the last attempt failed; null after one that succeeded.
  failure text,
  tried_at timestamptz not null
);
create index accounts_crm_id on accounts (crm_id) where crm_id is not null;
`,
}
