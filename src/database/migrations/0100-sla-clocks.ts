/** SLA clocks of cases, the targets that they run against, and the business hours of accounts. */
export const slaClocks = {
  name: '0100-sla-clocks',
  sql: `
create table sla_targets (
  plan text not null check (plan in ('CONNECTED','ESSENTIALS','ENTERPRISE')),
  priority text not null check (priority in ('LOW','MEDIUM','HIGH','CRITICAL')),
  -- Minutes; null: no target.
  first_response integer check (first_response between 1 and 1000000),
  next_update integer check (next_update between 1 and 1000000),
  resolution integer check (resolution between 1 and 1000000),
  -- Minutes of the account's business hours, or of the clock.
  business boolean not null,
  version integer not null default 1,
  primary key (plan, priority)
);
insert into sla_targets (plan, priority, first_response, next_update, resolution, business) values
  ('CONNECTED', 'CRITICAL', null, null, null, false), ('CONNECTED', 'HIGH', 240, 480, 7200, true), ('CONNECTED', 'MEDIUM', 480, 1440, 14400, true), ('CONNECTED', 'LOW', 960, 2880, null, true),
  ('ESSENTIALS', 'CRITICAL', 30, 60, 480, false), ('ESSENTIALS', 'HIGH', 120, 240, 4320, true), ('ESSENTIALS', 'MEDIUM', 240, 960, 9600, true), ('ESSENTIALS', 'LOW', 480, 1920, null, true),
  ('ENTERPRISE', 'CRITICAL', 15, 30, 240, false), ('ENTERPRISE', 'HIGH', 60, 120, 1440, false), ('ENTERPRISE', 'MEDIUM', 240, 480, 4800, true), ('ENTERPRISE', 'LOW', 480, 960, null, true);

-- An account without a row has the defaults.
create table sla_hours (
  account_id bigint primary key references accounts (id) on delete cascade,
  plan text not null default 'ESSENTIALS' check (plan in ('CONNECTED','ESSENTIALS','ENTERPRISE')),
  -- [{day: 1 (Monday) to 7, from: '08:00', until: '17:00'}]
  weekly jsonb not null,
  holidays date[] not null default '{}',
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table case_clocks (
  case_id bigint primary key references cases (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  clocks jsonb not null default '[]',
  -- What was told of each clock: {RESOLUTION: {due, level}}.
  told jsonb not null default '{}',
  -- When the next warning or breach is; -infinity: an event or a setting changed the clocks, null: nothing to come.
  next_at timestamptz default '-infinity',
  computed_at timestamptz
);
create index case_clocks_next on case_clocks (next_at) where next_at is not null;
create index case_clocks_account on case_clocks (account_id);
insert into case_clocks (case_id, account_id) select id, account_id from cases where is_open;

-- The earliest due time of its running clocks.
alter table cases add column due_at timestamptz not null default 'infinity';
create index cases_account_due on cases (account_id, internal, due_at, id) where is_open;
create index cases_due on cases (internal, due_at, id) where is_open;
`,
}
