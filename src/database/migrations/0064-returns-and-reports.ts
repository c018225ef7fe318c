/** Hardware returns, and what the cases report reads. */
export const returnsAndReports = {
  name: '0064-returns-and-reports',
  sql: `
-- When the case was last reopened after a resolution.
alter table cases add column reopened_at timestamptz;
update cases c set reopened_at = e.at from (
  select subject_id as key, max(at) as at from events
  where name in ('case.status-changed', 'case.moved') and data #>> '{changes,status,0}' in ('RESOLVED','CLOSED')
    and data #>> '{changes,status,1}' in ('NEW','OPEN','IN_PROGRESS','WAITING_FOR_CUSTOMER','WAITING_FOR_VENDOR','ESCALATED')
  group by subject_id) e
where c.key = e.key;

create index cases_report on cases (account_id, created_at)
  include (type, priority, status, is_open, product, first_response_at, resolved_at, reopened_at) where not internal;

-- The form of a hardware return, one row per case of the type RMA.
create table case_returns (
  case_id bigint primary key references cases (id) on delete cascade,
  part_number text not null check (length(part_number) <= 50),
  serial_number text not null check (length(serial_number) <= 50),
  -- Whether the serial number has the form of those of its part.
  serial_fits boolean not null,
  contact text not null check (length(contact) <= 250),
  shipping_address text not null check (length(shipping_address) <= 1000),
  symptom_details text not null check (length(symptom_details) <= 32767),
  state text not null default 'requested' check (state in ('requested','approved','shipped','received')),
  -- Files of the form that were not kept, with the problem.
  dropped_files jsonb not null default '[]',
  version integer not null default 1
);
create table case_return_steps (
  case_id bigint not null references case_returns (case_id) on delete cascade,
  state text not null check (state in ('requested','approved','shipped','received')),
  at timestamptz not null default now(),
  user_id bigint not null references users (id),
  carrier text check (length(carrier) <= 100),
  tracking_number text check (length(tracking_number) <= 100),
  replacement_serial text check (length(replacement_serial) <= 50),
  primary key (case_id, state)
);
create index case_return_steps_user on case_return_steps (user_id);
`,
}
