/** Indexes of what the cases report and the SLA months read: not all cases and outages, but those of a time. */
export const reportAndOutageIndexes = {
  name: '0178-report-and-outage-indexes',
  sql: `
drop index cases_report;
-- A case counts in a report that begins at or before this time: an open one in every report.
create index cases_report on cases (greatest(created_at, resolved_at, reopened_at, case when is_open then 'infinity'::timestamptz end))
  include (account_id, type, priority, status, is_open, product, created_at, first_response_at, resolved_at, reopened_at)
  where not internal;
create index outages_span on outages using gist (tstzrange(started_at, ended_at, '[]'));
`,
} as const
