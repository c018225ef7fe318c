/** What managing people keeps: their tools, the marks of the deletion lifecycle, seats of accounts, who worked as whom. */
export const managingPeople = {
  name: '0009-managing-people',
  sql: `
alter table users
  -- Holds a vendor role; kept by a trigger, so that lists and figures need no look at the grants.
  add column is_vendor boolean not null default false,
  add column plugins_off text[] not null default '{}',
  add column plugins_refreshed_at timestamptz,
  add column subscriptions text[] not null default '{CASES,RELEASES,ANNOUNCEMENTS,CALENDAR}',
  add column candidate_since timestamptz,
  add column erased_at timestamptz;
update users u set is_vendor = true where exists (select 1 from role_grants g where g.user_id = u.id and g.account_id is null);
create index users_by_name on users (full_name collate "und-x-icu", id) where erased_at is null;
create index users_by_login on users (last_login_at desc nulls last, id) where erased_at is null;
create index users_by_creation on users (created_at, id) where erased_at is null;
create index users_by_state on users (state, id) where erased_at is null and state <> 'active';
create index role_grants_vendor on role_grants (role, user_id) where account_id is null;

create function person_is_vendor() returns trigger language plpgsql as $$
declare person bigint := coalesce(new.user_id, old.user_id);
begin
  update users set is_vendor = not is_vendor
    where id = person and is_vendor <> exists (select 1 from role_grants where user_id = person and account_id is null);
  return null;
end $$;
create trigger role_grants_made_vendor after insert on role_grants for each row when (new.account_id is null) execute function person_is_vendor();
create trigger role_grants_no_vendor after delete on role_grants for each row when (old.account_id is null) execute function person_is_vendor();

-- One row: a version that every change of people or roles raises. Raised at commit, once a transaction, so that nothing is locked after it.
create table user_collection (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 1,
  updated_at timestamptz
);
insert into user_collection default values;
create function user_collection_raised() returns trigger language plpgsql as $$
begin
  if current_setting('headend.users_raised', true) is distinct from pg_current_xact_id()::text then
    perform set_config('headend.users_raised', pg_current_xact_id()::text, true);
    update user_collection set version = version + 1, updated_at = now();
  end if;
  return null;
end $$;
create constraint trigger users_raise_collection
  after insert or delete or update of email, full_name, state, job_title, phone, manager_email, notification_blocking, plugins_off, erased_at, is_vendor, issuer
  on users deferrable initially deferred for each row execute function user_collection_raised();
create constraint trigger role_grants_raise_collection after insert or delete or update
  on role_grants deferrable initially deferred for each row execute function user_collection_raised();

-- How many people of its own an account may have (facet-users-max-users); no row = as many as it likes.
create table account_seats (
  account_id bigint primary key references accounts (id) on delete cascade,
  max_users bigint not null check (max_users >= 0)
);

create table user_deletion_configuration (
  only_row boolean primary key default true check (only_row),
  days_since_last_login integer not null default 365,
  days_since_creation integer not null default 365,
  auto_approve boolean not null default false,
  days_after_candidate integer not null default 30,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
insert into user_deletion_configuration default values;

alter table sessions add column own_session_id uuid references sessions (id) on delete set null;
comment on column sessions.own_session_id is 'Of a session in which somebody works as somebody else: their own, to which they return';

-- Outlives its session: the customer reads for years who was in their account, and why.
create table impersonations (
  id bigint generated always as identity primary key,
  session_id uuid not null unique,
  impersonator_id bigint not null references users (id),
  user_id bigint not null references users (id),
  -- The accounts that the person held roles in at the time.
  account_ids bigint[] not null,
  opened_account_id bigint references accounts (id),
  reason text not null check (length(reason) <= 500),
  started_at timestamptz not null default now(),
  ends_at timestamptz not null,
  writing_at timestamptz,
  ended_at timestamptz,
  ended_why text check (ended_why in ('exit','logout','expired','revoked'))
);
create index impersonations_accounts on impersonations using gin (account_ids);
create index impersonations_started on impersonations (started_at desc, id desc);
create index impersonations_open on impersonations (ends_at) where ended_at is null;
`,
}
