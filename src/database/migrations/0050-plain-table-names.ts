/** Tables and columns get the standard terms of the field; functions that name a table are made again. */
export const plainTableNames = {
  name: '0050-plain-table-names',
  sql: `
alter table case_collections rename to case_list_versions;
alter table user_collection rename to user_list_version;
alter table file_verdicts rename to file_scans;
alter table sign_in_guesses rename to sign_in_throttle;
alter table idempotent_answers rename to idempotency_keys;
alter table directory_news rename to directory_events;
alter table answered_challenges rename to used_webauthn_challenges;
alter table call_counts rename to rate_limit_counters;
alter table portal_keys rename to stored_secrets;
alter table domain_proofs rename to domain_verifications;
alter table outbox rename column verb to operation;
create or replace function account_gets_case_collection() returns trigger language plpgsql as $$
begin insert into case_list_versions (account_id) values (new.id) on conflict do nothing; return null; end $$;
create or replace function people_shown_in_cases() returns trigger language plpgsql as $$
begin
  update case_list_versions set version = version + 1 where account_id in (
    select account_id from cases where reporter_id = new.id union select account_id from cases where assignee_id = new.id);
  return null;
end $$;
create or replace function accounts_shown_in_cases() returns trigger language plpgsql as $$
begin update case_list_versions set version = version + 1 where account_id = new.id; return null; end $$;
create or replace function user_collection_raised() returns trigger language plpgsql as $$
begin
  if current_setting('headend.users_raised', true) is distinct from pg_current_xact_id()::text then
    perform set_config('headend.users_raised', pg_current_xact_id()::text, true);
    update user_list_version set version = version + 1, updated_at = now();
  end if;
  return null;
end $$;
`,
}
