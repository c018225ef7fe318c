/** Passkeys, and the challenges that were answered: an answer counts once. */
export const passkeys = {
  name: '0017-passkeys',
  sql: `
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- As browsers write it: base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- How often it was used, as the authenticator counts; zero for ever where it does not.
  counter bigint not null default 0,
  -- Kept by a password manager on several devices, not by one device alone.
  synced boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table answered_challenges (
  hash bytea primary key,
  expires_at timestamptz not null
);
`,
}
