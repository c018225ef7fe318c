/** Reason-for-outage reports: one row per revision. A revision without `published_at` is the draft, which staff alone read. */
export const outageReports = {
  name: '0134-outage-reports',
  sql: `
create table outage_reports (
  case_id bigint not null references outages (case_id) on delete cascade,
  revision integer not null check (revision >= 1),
  what text not null check (length(what) <= 10000),
  who text not null check (length(who) <= 10000),
  times text not null check (length(times) <= 10000),
  cause text not null check (length(cause) <= 10000),
  actions text not null check (length(actions) <= 10000),
  prevention text not null check (length(prevention) <= 10000),
  -- Counts on over the revisions of a case.
  version integer not null,
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  published_by bigint references users (id),
  -- As they were at publication: the PDF of a revision never changes.
  subject text,
  account_name text,
  time_zone text,
  primary key (case_id, revision),
  check ((published_at is null) = (published_by is null)),
  check (published_at is null or (subject is not null and account_name is not null and time_zone is not null))
);
create unique index outage_reports_draft on outage_reports (case_id) where published_at is null;
`,
}
