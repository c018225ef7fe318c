/** The certificate authorities of the portal, and what they signed for accounts. */
export const certificates = {
  name: '0125-certificates',
  sql: `
create table certificate_authorities (
  level text primary key check (level in ('ROOT','ISSUING')),
  certificate text not null,
  -- PKCS #8 in PEM, encrypted.
  private_key bytea not null,
  created_at timestamptz not null default now()
);

create table certificates (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  name text not null check (length(name) between 1 and 100),
  profile text not null check (profile in ('SERVER','CLIENT','BOTH')),
  serial_number text not null unique,
  subject text not null,
  names text[] not null,
  key text not null,
  pem text not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  revoked_at timestamptz,
  reason text check (reason in ('UNSPECIFIED','KEY_COMPROMISE','AFFILIATION_CHANGED','SUPERSEDED','CESSATION_OF_OPERATION')),
  created_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  check ((revoked_at is null) = (reason is null))
);
create index certificates_account on certificates (account_id, created_at desc, id desc);
create index certificates_created on certificates (created_at desc, id desc);
create index certificates_revoked on certificates (revoked_at) where revoked_at is not null;

-- The newest revocation list; its number grows by one with each.
create table certificate_revocation_list (
  id boolean primary key default true check (id),
  number bigint not null,
  der bytea not null,
  revocations integer not null,
  next_update timestamptz not null
);
`,
}
