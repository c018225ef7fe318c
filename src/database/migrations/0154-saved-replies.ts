/** Texts with variables that the vendor's staff insert into replies. */
export const savedReplies = {
  name: '0154-saved-replies',
  sql: `
create table saved_replies (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  -- Markdown with variables like {{case.key}}.
  body text not null check (length(body) between 1 and 20000),
  updated_by bigint references users (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index saved_replies_name on saved_replies (lower(name));
create index saved_replies_user on saved_replies (updated_by) where updated_by is not null;
`,
}
