/** Accounts with their deployments; people with their roles and settings. */
export const accountsAndPeople = {
  name: '0001-accounts-and-people',
  sql: `
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;
create extension if not exists btree_gin;

create table users (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email)),
  full_name text not null,
  state text not null default 'staged' check (state in ('staged','provisioned','active','recovery','passwordExpired','lockedOut','deprovisioned','suspended','candidateForDeletion','approvedForDeletion')),
  state_before text,
  job_title text,
  phone text,
  manager_email text,
  notification_blocking boolean not null default false,
  issuer text,
  subject text,
  last_login_at timestamptz,
  last_idp_login_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (issuer, subject)
);
create unique index users_email on users (email);
create index users_name_trigrams on users using gin (full_name gin_trgm_ops);
create index users_email_trigrams on users using gin (email gin_trgm_ops);

create table accounts (
  id bigint generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z0-9-]{1,32}$'),
  display_name text not null,
  description text not null default '',
  parent_id bigint references accounts (id),
  is_federated boolean not null default false,
  is_parent boolean not null default false,
  view_only boolean not null default false,
  account_type text not null default 'CUSTOMER' check (account_type in ('CUSTOMER','VAR','NOT_A_PARENT')),
  partner_type text check (partner_type in ('INTERNAL','PARTNER','PARTNER_LAB')),
  stage text not null default 'PRODUCTION' check (stage in ('PRE_SALES','LIFT','PRODUCTION')),
  region text not null check (region in ('NORTH_AMERICA','SOUTH_AMERICA','EMEA','ASIA_PACIFIC')),
  country text,
  city text,
  address text,
  time_zone text not null default 'US/Pacific',
  crm_id text check (crm_id ~ '^[A-Za-z0-9]{18}$'),
  csm_id bigint references users (id),
  project_key text not null unique check (project_key ~ '^[A-Z][A-Z0-9]{1,9}$'),
  requires_mfa boolean not null default false,
  domains text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (parent_id is distinct from id)
);
create index accounts_parent on accounts (parent_id) where parent_id is not null;
create index accounts_csm on accounts (csm_id) where csm_id is not null;
create index accounts_display_name_trigrams on accounts using gin (display_name gin_trgm_ops);
create index accounts_name_trigrams on accounts using gin (name gin_trgm_ops);

create table deployments (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  name text not null,
  version text not null check (version in ('cOS-DOCSIS','cOS-DOCSIS v0.15.x','cOS-CN-DOCSIS','cOS-CN-PON')),
  type text not null check (type in ('DOCSIS','CN-DOCSIS','CN-PON')),
  software_version text,
  stage text not null check (stage in ('PRE_SALES','LIFT','PRODUCTION')),
  modems integer not null default 0,
  onus integer not null default 0,
  exclude_from_total_cm_count boolean not null default false,
  version_number integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (account_id, name)
);

create table role_grants (
  user_id bigint not null references users (id) on delete cascade,
  role text not null,
  account_id bigint references accounts (id),
  granted_at timestamptz not null default now(),
  granted_by bigint references users (id),
  unique nulls not distinct (user_id, role, account_id)
);
create index role_grants_account on role_grants (account_id, role) where account_id is not null;

create table user_settings (
  user_id bigint primary key references users (id) on delete cascade,
  settings jsonb not null default '{}'
);

-- What is held in memory about a person's rights must be read anew: nodes listen to this channel.
create function rights_changed() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'accounts' then perform pg_notify('rights', '');
  elsif tg_table_name = 'users' then perform pg_notify('rights', new.id::text);
  else perform pg_notify('rights', coalesce(new.user_id, old.user_id)::text);
  end if;
  return null;
end $$;
create trigger role_grants_rights after insert or update or delete on role_grants for each row execute function rights_changed();
create trigger users_rights after update of state, email, full_name on users for each row execute function rights_changed();
create trigger accounts_rights after insert or update of parent_id, view_only, csm_id, name, deleted_at, is_federated on accounts for each statement execute function rights_changed();
`,
}
