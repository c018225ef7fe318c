/** The signed files of the revisions of closed SLA months; a row never changes. */
export const signedSlaMonths = {
  name: '0136-signed-sla-months',
  sql: `
create table signed_sla_months (
  account_id bigint not null,
  month text not null,
  revision integer not null,
  json bytea not null,
  csv bytea not null,
  pdf bytea not null,
  -- Ed25519 signatures of the files' bytes.
  json_signature bytea not null check (length(json_signature) = 64),
  csv_signature bytea not null check (length(csv_signature) = 64),
  pdf_signature bytea not null check (length(pdf_signature) = 64),
  key_id text not null references signing_keys (id),
  signed_at timestamptz not null default now(),
  primary key (account_id, month, revision),
  foreign key (account_id, month, revision) references sla_revisions (account_id, month, revision) on delete cascade
);
create index signed_sla_months_key on signed_sla_months (key_id);
`,
}
