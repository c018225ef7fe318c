/** The secret of an authenticator belongs to the session that enrols it until a code confirms it; what was begun before is void. */
export const totpEnrolments = {
  name: '0031-totp-enrolments',
  sql: `
create table totp_enrolments (
  -- The session, or the sign-in under way, that began it.
  holder text primary key,
  user_id bigint not null references users (id) on delete cascade,
  secret bytea not null,
  created_at timestamptz not null default now()
);
create index totp_enrolments_of_user on totp_enrolments (user_id);
delete from user_totps where confirmed_at is null;
`,
}
