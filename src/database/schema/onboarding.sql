-- ---- join-requests ----

create table join_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  account_id bigint not null references accounts (id),
  status text not null default 'NEW' check (status in ('NEW','APPROVED','REJECTED')),
  reason text,
  decided_by bigint references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index join_requests_open on join_requests (user_id, account_id) where status = 'NEW';
create index join_requests_account on join_requests (account_id, status, updated_at desc);
create index join_requests_updated on join_requests (updated_at desc, id);

-- ---- account-requests ----

create table account_requests (
  id bigint generated always as identity primary key,
  request_type text not null check (request_type in ('ACCOUNT','DEPLOYMENT')),
  request_status text not null default 'NEW' check (request_status in ('NEW','APPROVED','REJECTED')),
  -- What is asked for, as the contract shapes it.
  wanted jsonb not null,
  reason text,
  requested_by bigint not null references users (id),
  decided_by bigint references users (id),
  job_id bigint references jobs (id) on delete set null,
  -- The account that was made, or that the deployment is for.
  account_id bigint references accounts (id),
  deployment_id bigint references deployments (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  requested_by_impersonator bigint references users (id)
);
create index account_requests_updated on account_requests (updated_at desc, id);
create index account_requests_by on account_requests (requested_by, updated_at desc);

-- ---- sign-up ----

create table sign_ups (
  user_id bigint primary key references users (id) on delete cascade,
  account_name text not null,
  created_at timestamptz not null default now()
);
