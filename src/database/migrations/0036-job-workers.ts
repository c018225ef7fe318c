/** The workers of running processes: the jobs of one that has not been seen for a while go to others. */
export const jobWorkers = {
  name: '0036-job-workers',
  sql: `
create table job_workers (
  worker_id text primary key,
  seen_at timestamptz not null default now()
);
`,
}
