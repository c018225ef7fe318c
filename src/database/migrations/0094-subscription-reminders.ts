/** Reminders of subscriptions that expire: each once for a date. */
export const subscriptionReminders = {
  name: '0094-subscription-reminders',
  sql: `
-- The day in the account's time zone on which the expiration date was set: what was due before it is not sent.
alter table subscriptions add column expiration_set_on date not null default current_date;
update subscriptions s set expiration_set_on = (now() at time zone a.time_zone)::date from accounts a where a.id = s.account_id;
create function expiration_was_set() returns trigger language plpgsql as $$
begin
  new.expiration_set_on := (select (now() at time zone a.time_zone)::date from accounts a where a.id = new.account_id);
  return new;
end $$;
create trigger expiration_was_set before update of expiration_date on subscriptions for each row
  when (new.expiration_date is distinct from old.expiration_date) execute function expiration_was_set();
-- Days before the expiration date; -1 = it has expired.
create table subscription_reminders (
  subscription_id bigint not null references subscriptions (id) on delete cascade,
  expiration_date date not null,
  threshold integer not null check (threshold in (60,30,7,1,-1)),
  sent_at timestamptz not null default now(),
  primary key (subscription_id, expiration_date, threshold)
);
`,
}
