/** Who asked for which right, so that nobody is asked for the same twice within an hour. */
export const accessRequests = {
  name: '0025-access-requests',
  sql: `
create table access_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  wanted text not null check (length(wanted) <= 80),
  role text not null,
  account_id bigint references accounts (id),
  asked_at timestamptz not null default now(),
  unique nulls not distinct (user_id, wanted, account_id)
);
`,
}
