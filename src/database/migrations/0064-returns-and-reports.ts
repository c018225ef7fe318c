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
`,
}
