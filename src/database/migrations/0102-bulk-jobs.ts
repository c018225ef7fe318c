/** Bulk jobs of cases, with one result for each case. */
export const bulkJobs = {
  name: '0102-bulk-jobs',
  sql: `
create table bulk_jobs (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- The user of the request, as events record it.
  actor jsonb not null,
  token_permissions text[],
  operation jsonb not null,
  created_at timestamptz not null default now()
);
create index bulk_jobs_user on bulk_jobs (user_id);

create table bulk_job_cases (
  job_id bigint not null references bulk_jobs (id) on delete cascade,
  place integer not null,
  key text not null,
  state text not null default 'WAITING' check (state in ('WAITING','DONE','FAILED')),
  error text,
  primary key (job_id, place)
);
`,
}
