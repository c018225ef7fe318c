/** Receipts of customers: what they verified and run, and the keys that sign them. */
export const receipts = {
  name: '0165-receipts',
  sql: `
create table receipt_keys (
  -- SHA-256 of the public key (DER), hexadecimal.
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  account_id bigint not null references accounts (id),
  name text not null check (char_length(name) between 1 and 80),
  public_key text not null,
  created_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoked_by bigint references users (id)
);
create index receipt_keys_account on receipt_keys (account_id, created_at desc);
create index receipt_keys_created_by on receipt_keys (created_by);
create index receipt_keys_revoked_by on receipt_keys (revoked_by) where revoked_by is not null;

create table receipts (
  id bigint generated always as identity primary key,
  release_id bigint not null references bundle_releases (id),
  account_id bigint not null references accounts (id),
  -- SHA-256 of the receipt without its signature: the same one is accepted once, signed or not.
  digest text not null unique,
  -- As it was sent.
  text text not null,
  -- Null: unsigned.
  key_id text references receipt_keys (id),
  deployment_id bigint references deployments (id) on delete set null,
  -- Its name in the receipt; null when the receipt says only that the files were verified.
  deployment text,
  components integer not null,
  verified_at timestamptz not null,
  received_by bigint not null references users (id),
  received_at timestamptz not null default now()
);
create index receipts_account on receipts (account_id, id desc);
create index receipts_release on receipts (release_id);
create index receipts_key on receipts (key_id) where key_id is not null;
create index receipts_deployment on receipts (deployment_id) where deployment_id is not null;
create index receipts_received_by on receipts (received_by);

alter table release_components
  add column deployed_at timestamptz,
  -- Whether a signed receipt says what is known of it from receipts; null without one.
  add column receipt_signed boolean;
`,
} as const
