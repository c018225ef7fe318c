/** Link jobs: each connects a cluster of a deployment to the portal. */
export const linkJobs = {
  name: '0129-link-jobs',
  sql: `
-- When the first samples arrived with the token.
alter table deployment_tokens add column first_samples_at timestamptz;
update deployment_tokens set first_samples_at = last_used_at;

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
`,
}
