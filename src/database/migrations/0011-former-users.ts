/** What is shown of people who were erased; sessions found by the one that they came from. */
export const formerUsers = {
  name: '0011-former-users',
  sql: `
create index sessions_own on sessions (own_session_id) where own_session_id is not null;
create index users_erased on users (id) where erased_at is not null;
-- Events keep the name of whoever did it, and are never changed: what an erased person was called is not shown any more.
create function shown_name(person bigint, name text) returns text language sql stable as $$
  select case when exists (select 1 from users where id = person and erased_at is not null) then 'Former user' else name end
$$;
`,
}
