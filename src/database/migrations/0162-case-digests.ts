/** What happened to cases and waits for the digest of a user. */
export const caseDigests = {
  name: '0162-case-digests',
  sql: `
create table case_digest_lines (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  case_id bigint not null references cases (id) on delete cascade,
  event_id bigint not null,
  -- For staff alone.
  internal boolean not null,
  text text not null,
  digest_at timestamptz not null,
  unique (user_id, event_id)
);
create index case_digest_lines_due on case_digest_lines (digest_at, user_id);
create index case_digest_lines_case on case_digest_lines (case_id);
`,
}
