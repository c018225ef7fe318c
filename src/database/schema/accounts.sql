-- ---- accounts ----

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
  -- The allowed list: domains in lower-case ASCII, *.example.com for those below
  domains text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- People of an allowed domain who sign up get the role USER at once.
  self_join boolean not null default false,
  logo_file_id bigint references stored_files (id),
  logo_type text,
  erased_at timestamptz,
  check (parent_id is distinct from id)
);
create index accounts_parent on accounts (parent_id) where parent_id is not null;
create index accounts_csm on accounts (csm_id) where csm_id is not null;
create index accounts_display_name_trigrams on accounts using gin (display_name gin_trgm_ops);
create index accounts_name_trigrams on accounts using gin (name gin_trgm_ops);
create index accounts_name_beginning on accounts (left(name, 9));
create index accounts_domains on accounts using gin (domains);
create index accounts_deleted on accounts (deleted_at) where deleted_at is not null and erased_at is null;
create index accounts_crm_id on accounts (crm_id) where crm_id is not null;
alter table events add foreign key (account_id) references accounts (id);
alter table role_grants add foreign key (account_id) references accounts (id);
alter table jobs add foreign key (account_id) references accounts (id);
alter table webhooks add foreign key (account_id) references accounts (id) on delete cascade;
alter table connections add foreign key (account_id) references accounts (id) on delete cascade;

create function account_gets_storage() returns trigger language plpgsql as $$
begin insert into account_storage (account_id) values (new.id); return null; end $$;

create trigger accounts_permissions
  after insert
  or update of parent_id, view_only, csm_id, name, deleted_at,
  is_federated on accounts for each statement execute function permissions_changed();
create trigger account_gets_storage after insert on accounts for each row execute function account_gets_storage();

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
  enable_monitoring boolean not null default true,
  unique (account_id, name)
);
create index deployments_name_trigrams on deployments using gin (name gin_trgm_ops);
create index deployments_version_trigrams on deployments using gin (software_version gin_trgm_ops);

-- The LIFT roles hold where a LIFT deployment is.
create function deployment_permissions_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('permissions', '');
  return null;
end $$;

create trigger deployments_permissions after insert or delete or update of stage, account_id on deployments
  for each statement execute function deployment_permissions_changed();

create table account_storage (
  account_id bigint primary key references accounts (id) on delete cascade,
  used bigint not null default 0 check (used >= 0)
);

-- Locks the account's row until the transaction ends: what is added is then compared with the limit.
create function hold_bytes(holder bigint, bytes bigint) returns void language sql as $$
  update account_storage set used = used + bytes where account_id = holder $$;

-- What an account has instead of the value of its plan.
create table facet_overrides (
  account_id bigint not null references accounts (id) on delete cascade,
  facet_id bigint not null,
  is_infinity boolean not null default false,
  number_value bigint,
  boolean_value boolean,
  list_value text,
  primary key (account_id, facet_id),
  check (is_infinity::int + num_nonnulls(number_value, boolean_value, list_value) = 1)
);
create index facet_overrides_facet on facet_overrides (facet_id);

-- Uses of a service in a period; the period is a day or a month of the account's time zone.
create table facet_uses (
  account_id bigint not null references accounts (id) on delete cascade,
  facet text not null,
  period_start date not null,
  used bigint not null check (used > 0),
  primary key (account_id, facet, period_start)
);
create index facet_uses_facet on facet_uses (facet);

-- ---- plugins ----

-- What the tools of an account said when they were last asked.
create table account_plugins (
  account_id bigint not null references accounts (id) on delete cascade,
  name text not null,
  items bigint,
  refreshed_at timestamptz,
  job_id bigint references jobs (id) on delete set null,
  primary key (account_id, name)
);
