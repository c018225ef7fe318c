/** Outages: the conversion of a case, its fields, and timeline entries of two kinds in two tables. */
export const outages = {
  name: '0057-outages',
  sql: `
create table outages (
  case_id bigint primary key references cases (id) on delete cascade,
  conversion text not null default 'QUEUED' check (conversion in ('QUEUED','DONE')),
  requested_by bigint references users (id),
  requested_by_name text,
  started_at timestamptz not null,
  ended_at timestamptz check (ended_at >= started_at),
  total_cms_affected integer not null default 0 check (total_cms_affected >= 0),
  -- Modems per device family, when they were given: cn, cnD31, nonCn, d31, onu.
  by_family jsonb,
  reason text not null default 'unknown' check (reason in ('fibre','power','cin','ptp','provisioning','modem-firmware','rf-ingress','core','rpd-restart','change','certificate','hardware','unknown')),
  is_vendor_issue boolean,
  cmts_version text check (length(cmts_version) <= 100),
  rpd_version text check (length(rpd_version) <= 100),
  plan_of_action text not null default '' check (length(plan_of_action) <= 32767),
  last_update_at timestamptz not null default now(),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
create index outages_started on outages (started_at desc, case_id desc);
create index outages_open on outages (started_at, case_id) where ended_at is null;

create table outage_entries (
  id bigint generated always as identity primary key,
  case_id bigint not null references outages (case_id) on delete cascade,
  at timestamptz not null,
  author_id bigint not null references users (id),
  body text not null check (length(body) between 1 and 32767),
  created_at timestamptz not null default now()
);
create index outage_entries_case on outage_entries (case_id, at desc, id desc);

-- Its own table on purpose: no query of a customer's path names it.
create table outage_internal_entries (
  id bigint generated always as identity primary key,
  case_id bigint not null references outages (case_id) on delete cascade,
  at timestamptz not null,
  author_id bigint not null references users (id),
  body text not null check (length(body) between 1 and 32767),
  created_at timestamptz not null default now()
);
create index outage_internal_entries_case on outage_internal_entries (case_id, at desc, id desc);
`,
}
