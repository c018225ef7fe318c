/** Identity providers with all of their settings, and what became of each sign-in through them. */
export const signOn = {
  name: '0016-sign-on',
  sql: `
alter table identity_providers
  -- SAML: where sign-in begins, the name by which the provider knows this portal, and what it signs with.
  add column entry_point text,
  add column entity_id text,
  add column certificates text[] not null default '{}',
  -- The management API of the provider's directory; the secret is sealed.
  add column management_url text,
  add column management_secret bytea;
comment on column identity_providers.issuer is 'Of OpenID providers the issuer, of SAML providers the entity id; with the subject it names a person';
create unique index identity_providers_issuer on identity_providers (issuer) where issuer is not null;

-- A ring: the newest of each provider. Steps say what went well and what did not; never codes, tokens or secrets.
create table sign_in_attempts (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  kind text not null check (kind in ('SIGN_IN','TEST')),
  email text,
  domain text,
  outcome text not null default 'UNDER_WAY' check (outcome in ('UNDER_WAY','SIGNED_IN','REFUSED','TESTED')),
  steps jsonb not null default '[]',
  started_by bigint references users (id) on delete cascade,
  at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sign_in_attempts_provider on sign_in_attempts (provider_id, at desc);
create index sign_in_attempts_domain on sign_in_attempts (domain, at desc) where domain is not null;
create index sign_in_attempts_at on sign_in_attempts (at);

-- SAML requests that wait for their answer: a browser posts it from the provider's site, where our cookies do not go.
create table saml_requests (
  id text primary key,
  relay_state text not null unique,
  provider_id text not null,
  attempt uuid,
  test boolean not null default false,
  -- What the provider said of the person, sealed, until the browser that asked fetches it.
  answer bytea,
  expires_at timestamptz not null
);
create index saml_requests_expires on saml_requests (expires_at);
`,
}
