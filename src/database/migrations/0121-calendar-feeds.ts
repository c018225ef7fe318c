/** Addresses at which calendar programs read events; the secret is stored as its hash. */
export const calendarFeeds = {
  name: '0121-calendar-feeds',
  sql: `
create table calendar_feeds (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  account_id bigint references accounts (id) on delete cascade,
  name text not null check (length(name) <= 60),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_read_at timestamptz
);
create index calendar_feeds_user on calendar_feeds (user_id, id);
create index calendar_feeds_account on calendar_feeds (account_id);
`,
}
