-- ---- cloud-regions ----

create table cloud_regions (
  account_id bigint primary key references accounts (id) on delete cascade,
  region text not null check (length(region) between 1 and 60),
  project_key text not null check (project_key ~ '^[a-z][a-z0-9-]{4,28}[a-z0-9]$'),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

-- ---- certificates ----

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
  reason text
    check (reason in ('UNSPECIFIED','KEY_COMPROMISE','AFFILIATION_CHANGED','SUPERSEDED','CESSATION_OF_OPERATION')),
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

-- ---- build-automation ----

create table builds (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  parameters jsonb not null,
  -- WAITING: not sent yet. QUEUED: the build system has it in its queue.
  state text not null default 'WAITING'
    check (state in ('WAITING','QUEUED','RUNNING','SUCCEEDED','FAILED','CANCELLED')),
  queue_item bigint,
  number bigint,
  url text,
  error text,
  -- The console output so far, its end only where it is long, and how much of it was read.
  log text not null default '',
  log_offset bigint not null default 0,
  created_at timestamptz not null default now(),
  queued_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz
);
create index builds_account on builds (account_id);
create index builds_open on builds (id) where state in ('QUEUED','RUNNING');

-- ---- link-jobs ----

create table link_jobs (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  deployment_id bigint not null references deployments (id) on delete cascade,
  cluster text not null check (cluster ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$'),
  state text not null default 'IN_PROGRESS' check (state in ('IN_PROGRESS','DONE','FAILED','CANCELLED')),
  -- Why it failed.
  reason text check (reason in ('EXPIRED','NO_SAMPLES','BUILD_FAILED')),
  -- The enrolment token: its hash, and encrypted for the instructions until it is exchanged or the job ends.
  token_hash bytea not null unique,
  token bytea,
  expires_at timestamptz not null,
  exchanged_at timestamptz,
  exchanged_from text,
  deployment_token_id bigint references deployment_tokens (id) on delete set null,
  first_samples_at timestamptz,
  build_id bigint references builds (id) on delete set null,
  created_by bigint not null references users (id),
  ended_by bigint references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'IN_PROGRESS') = (ended_at is null)),
  check ((state = 'FAILED') = (reason is not null)),
  check (token is null or (state = 'IN_PROGRESS' and exchanged_at is null))
);
create index link_jobs_account on link_jobs (account_id, id desc);
create index link_jobs_deployment on link_jobs (deployment_id);
create index link_jobs_open on link_jobs (expires_at) where state = 'IN_PROGRESS';
create index link_jobs_token on link_jobs (deployment_token_id) where deployment_token_id is not null;
create index link_jobs_build on link_jobs (build_id) where build_id is not null;
