/** SLA months: the device counts kept at the end of a month, the edits of its lines, and the revisions since it was closed. */
export const slaMonths = {
  name: '0059-sla-months',
  sql: `
create table sla_months (
  account_id bigint not null references accounts (id) on delete cascade,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- The zone of the account when the month began to be kept: a later change does not move a month.
  time_zone text not null,
  -- Null: not read yet, or not known.
  cn integer check (cn >= 0),
  cn_d31 integer check (cn_d31 >= 0),
  non_cn integer check (non_cn >= 0),
  d31 integer check (d31 >= 0),
  onu integer check (onu >= 0),
  counts_read_at timestamptz,
  closed_at timestamptz,
  -- The newest revision; 0 until the month is closed.
  revision integer not null default 0,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (account_id, month)
);
create index sla_months_to_close on sla_months (month) where closed_at is null;

-- What staff changed about an outage in one month; the newest row of an outage holds.
create table sla_line_edits (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  month text not null,
  case_id bigint not null references cases (id) on delete cascade,
  excluded text check (excluded in ('PLANNED_WORK','DUPLICATE','WITHDRAWN')),
  counted_modems integer check (counted_modems >= 0),
  reason text not null check (length(reason) between 1 and 1000),
  edited_by bigint references users (id),
  edited_at timestamptz not null default now(),
  foreign key (account_id, month) references sla_months (account_id, month) on delete cascade
);
create index sla_line_edits_line on sla_line_edits (account_id, month, case_id, id desc);
create index sla_line_edits_case on sla_line_edits (case_id);
create index sla_line_edits_user on sla_line_edits (edited_by) where edited_by is not null;

-- A closed month as it was shown, with its lines; a revision never changes.
create table sla_revisions (
  account_id bigint not null,
  month text not null,
  revision integer not null,
  made_at timestamptz not null default now(),
  made_by bigint references users (id),
  reason text check (length(reason) between 1 and 1000),
  counts jsonb not null,
  lines jsonb not null,
  primary key (account_id, month, revision),
  foreign key (account_id, month) references sla_months (account_id, month) on delete cascade
);
create index sla_revisions_user on sla_revisions (made_by) where made_by is not null;

create index cases_outages on cases (account_id) where type = 'OUTAGE' and not internal;
`,
}
