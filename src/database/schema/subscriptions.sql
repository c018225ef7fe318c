-- ---- plans ----

create table facets (
  id bigint generated always as identity primary key,
  name text not null unique,
  category text not null check (length(category) between 1 and 60),
  subcategory text not null check (length(subcategory) between 1 and 60),
  description text not null default '' check (length(description) <= 1000),
  value_type text not null check (value_type in ('BOOLEAN','NUMBER','LIST')),
  list_values text[] not null default '{}',
  unit text check (length(unit) between 1 and 20),
  minimum bigint,
  maximum bigint,
  analytics_override text check (length(analytics_override) <= 100),
  -- The portal enforces it: it cannot be deleted, and its type cannot change.
  is_limit boolean not null default false,
  display_order integer not null default 0,
  version integer not null default 1,
  after_expiry text not null default 'KEEP' check (after_expiry in ('KEEP','STOP')),
  check (minimum <= maximum)
);
insert into facets (name, category, subcategory, description, value_type, list_values, unit, minimum, is_limit, display_order) values
  ('facet-support-case-filing', 'Support', 'Case filing', 'Cases in the portal', 'BOOLEAN', '{}', null, null, false, 1),
  ('facet-support-first-response', 'Support', 'First response, high priority', 'Time to the first response to a case of high priority', 'LIST', '{8 h,4 h,60 min}', null, null, false, 2),
  ('facet-support-hours', 'Support', 'Hours', 'Hours and days of support', 'LIST', '{8 × 5,16 × 5,24 × 7}', null, null, false, 3),
  ('facet-support-named-engineer', 'Support', 'Named engineer', 'A support engineer who knows the network', 'BOOLEAN', '{}', null, null, false, 4),
  ('facet-downloads-max-month', 'Software', 'Downloads a month', 'Downloads in a calendar month of the account', 'NUMBER', '{}', null, 0, true, 5),
  ('facet-api-max-calls-day', 'Software', 'API calls a day', 'Calls with API tokens in a day of the account', 'NUMBER', '{}', null, 0, true, 6),
  ('facet-users-max-users', 'Limits', 'Users', 'Users who can sign in', 'NUMBER', '{}', null, 0, true, 7),
  ('facet-deployments-max-deployments', 'Limits', 'Deployments', 'Deployments of the account', 'NUMBER', '{}', null, 0, true, 8),
  ('facet-storage-max-bytes', 'Limits', 'Storage', 'Files of cases', 'NUMBER', '{}', 'bytes', 0, true, 9),
  ('facet-chat-enabled', 'Collaboration', 'Chat', 'The chat channel of the account', 'BOOLEAN', '{}', null, null, false, 10),
  ('facet-analytics-retention-days', 'Analytics', 'Retention', 'Days for which analytics data is kept', 'NUMBER', '{}', 'days', 0, true, 11),
  ('facet-analytics-max-series', 'Analytics', 'Series', 'Series of metrics of the account', 'NUMBER', '{}', null, 0, true, 12),
  ('facet-network-modems', 'Network', 'Modems', 'Modems and ONUs that the plan is made for', 'NUMBER', '{}', 'modems', 0, false, 13);
alter table facet_overrides add foreign key (facet_id) references facets (id);
alter table facet_uses add foreign key (facet) references facets (name);

create table plans (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  pricing text not null check (pricing in ('FREE','PAID')),
  header_colour text not null check (header_colour ~ '^#[0-9a-f]{6}$'),
  display_order integer not null default 0,
  trial_amount integer check (trial_amount between 1 and 1000),
  trial_unit text check (trial_unit in ('DAY','WEEK','MONTH','YEAR')),
  paid_amount integer check (paid_amount between 1 and 1000),
  paid_unit text check (paid_unit in ('DAY','WEEK','MONTH','YEAR')),
  -- New accounts in these stages get the plan.
  default_stages text[] not null default '{}' check (default_stages <@ '{PRE_SALES,LIFT,PRODUCTION}'),
  version integer not null default 1,
  check ((trial_amount is null) = (trial_unit is null)),
  check ((paid_amount is null) = (paid_unit is null))
);
insert into plans (name, pricing, header_colour, display_order, trial_amount, trial_unit, paid_amount, paid_unit, default_stages) values
  ('connected', 'FREE', '#4b5565', 1, 30, 'DAY', 1, 'YEAR', '{PRE_SALES,LIFT,PRODUCTION}'),
  ('essentials', 'PAID', '#0b6e75', 2, 30, 'DAY', 1, 'YEAR', '{}'),
  ('enterprise', 'PAID', '#0b5cad', 3, 60, 'DAY', 3, 'YEAR', '{}');

-- The value of a service in a plan; no row = the plan says nothing of it.
create table plan_facets (
  plan_id bigint not null references plans (id) on delete cascade,
  facet_id bigint not null references facets (id),
  is_infinity boolean not null default false,
  number_value bigint,
  boolean_value boolean,
  list_value text,
  primary key (plan_id, facet_id),
  check (is_infinity::int + num_nonnulls(number_value, boolean_value, list_value) = 1)
);
create index plan_facets_facet on plan_facets (facet_id);
insert into plan_facets (plan_id, facet_id, is_infinity, number_value, boolean_value, list_value)
select p.id, f.id, v.value = '∞', case when f.value_type = 'NUMBER' and v.value <> '∞' then v.value::bigint end,
  case when f.value_type = 'BOOLEAN' then v.value = 'yes' end, case when f.value_type = 'LIST' then v.value end
from (values
  ('facet-support-case-filing', 'yes', 'yes', 'yes'),
  ('facet-support-first-response', '8 h', '4 h', '60 min'),
  ('facet-support-hours', '8 × 5', '16 × 5', '24 × 7'),
  ('facet-support-named-engineer', 'no', 'no', 'yes'),
  ('facet-downloads-max-month', '20', '200', '∞'),
  ('facet-api-max-calls-day', '1000', '10000', '∞'),
  ('facet-users-max-users', '10', '40', '∞'),
  ('facet-deployments-max-deployments', '2', '4', '∞'),
  ('facet-storage-max-bytes', '53687091200', '536870912000', '5497558138880'),
  ('facet-chat-enabled', 'no', 'yes', 'yes'),
  ('facet-analytics-retention-days', '7', '90', '395'),
  ('facet-analytics-max-series', '20000', '200000', '∞'),
  ('facet-network-modems', '50000', '250000', '∞')
) as given (facet, connected, essentials, enterprise)
  cross join lateral (values ('connected', connected), ('essentials', essentials), ('enterprise', enterprise)) as v (plan, value)
  join facets f on f.name = given.facet join plans p on p.name = v.plan;

-- ---- customer-plans ----

create function account_gets_subscription() returns trigger language plpgsql as $$
begin insert into subscriptions (account_id) values (new.id); return null; end $$;

create trigger account_gets_subscription after insert on accounts
  for each row execute function account_gets_subscription();

-- One an account, made with it. No plan = none is agreed.
create table subscriptions (
  id bigint generated always as identity primary key,
  account_id bigint not null unique references accounts (id) on delete cascade,
  plan_id bigint references plans (id),
  free_trial boolean not null default false,
  period_start date,
  expiration_date date,
  contract_start_date date,
  contract_length integer check (contract_length between 1 and 5),
  cm_number bigint check (cm_number >= 0),
  -- In minor units of its currency.
  contract_value bigint check (contract_value >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  quote_url text check (length(quote_url) <= 2000),
  additional_features text not null default '' check (length(additional_features) <= 4000),
  show_to_customer boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  expiration_set_on date not null default current_date,
  check (contract_value is null or currency is not null)
);
create index subscriptions_plan on subscriptions (plan_id) where plan_id is not null;
create index subscriptions_expiration on subscriptions (expiration_date) where expiration_date is not null;

create function expiration_was_set() returns trigger language plpgsql as $$
begin
  new.expiration_set_on := (select (now() at time zone a.time_zone)::date from accounts a where a.id = new.account_id);
  return new;
end $$;

create trigger expiration_was_set before update of expiration_date on subscriptions
  for each row when (new.expiration_date is distinct from old.expiration_date) execute function expiration_was_set();

-- Days before the expiration date; -1 = it has expired.
create table subscription_reminders (
  subscription_id bigint not null references subscriptions (id) on delete cascade,
  expiration_date date not null,
  threshold integer not null check (threshold in (60,30,7,1,-1)),
  sent_at timestamptz not null default now(),
  primary key (subscription_id, expiration_date, threshold)
);

create table modem_counts (
  account_id bigint not null references accounts (id) on delete cascade,
  day date not null,
  contracted bigint,
  counted bigint not null,
  primary key (account_id, day)
);

-- Override, else plan, else no row. A limit is number_value; null = as many as come. Services that stop with the
-- subscription are 0, no, or nothing after its last day.
create view effective_facets as
select s.account_id, f.id as facet_id, f.name as facet, f.value_type, f.is_limit, o.facet_id is not null as overridden,
  coalesce(o.is_infinity, p.is_infinity) and not stopped.yes as is_infinity,
  case when stopped.yes then case f.value_type when 'NUMBER' then 0 end
    when o.facet_id is null then p.number_value else o.number_value end as number_value,
  case when stopped.yes then case f.value_type when 'BOOLEAN' then false end
    when o.facet_id is null then p.boolean_value else o.boolean_value end as boolean_value,
  case when stopped.yes then null when o.facet_id is null then p.list_value else o.list_value end as list_value
from subscriptions s cross join facets f
  left join facet_overrides o on o.account_id = s.account_id and o.facet_id = f.id
  left join plan_facets p on p.plan_id = s.plan_id and p.facet_id = f.id
  cross join lateral (select f.after_expiry = 'STOP' and s.plan_id is not null and coalesce(s.expiration_date
    < (select (now() at time zone a.time_zone)::date from accounts a where a.id = s.account_id), false) as yes) stopped
where o.facet_id is not null or p.facet_id is not null;

-- ---- crm ----

create table crm_records (
  account_id bigint primary key references accounts (id) on delete cascade,
  record jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default clock_timestamp()
);

create table crm_copies (
  account_id bigint primary key references accounts (id) on delete cascade,
  crm_id text not null,
  record jsonb,
  read_at timestamptz,
  -- Why the last attempt failed; null after one that succeeded.
  failure text,
  tried_at timestamptz not null
);

-- ---- analytics-plans ----

create table analytics_plans (
  account_id bigint primary key references accounts (id) on delete cascade,
  plan text,
  services jsonb not null,
  pushed_at timestamptz default clock_timestamp()
);
