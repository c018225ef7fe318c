/** R&D issues, the cases that are linked to them, and R&D texts: a third type in a third table. */
export const rndIssues = {
  name: '0056-rnd-issues',
  sql: `
alter table rnd_projects add column next_number integer not null default 1;

create table rnd_issues (
  id bigint generated always as identity primary key,
  project_key text not null references rnd_projects (project_key),
  key text not null unique,
  subject text not null check (length(subject) between 1 and 250),
  description text not null default '' check (length(description) <= 32767),
  priority text not null check (priority in ('LOW','MEDIUM','HIGH','CRITICAL')),
  status text not null default 'NEW' check (status in ('NEW','REPRODUCED','IN_PROGRESS','FIXED','CLOSED','REJECTED')),
  is_open boolean not null generated always as (status in ('NEW','REPRODUCED','IN_PROGRESS')) stored,
  fix_bundle_id bigint references bundles (id) on delete set null,
  owner_id bigint references users (id),
  -- When it reached each state; milestones of cases are derived from these alone.
  reproduced_at timestamptz,
  started_at timestamptz,
  fixed_at timestamptz,
  created_by bigint not null references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index rnd_issues_updated on rnd_issues (updated_at desc, id desc);
create index rnd_issues_open on rnd_issues (updated_at desc, id desc) where is_open;
create index rnd_issues_fix on rnd_issues (fix_bundle_id) where fix_bundle_id is not null;

create table rnd_issue_cases (
  case_id bigint primary key references cases (id) on delete cascade,
  issue_id bigint not null references rnd_issues (id) on delete cascade,
  linked_by bigint not null references users (id),
  linked_at timestamptz not null default now()
);
create index rnd_issue_cases_issue on rnd_issue_cases (issue_id, case_id);

-- Its own table on purpose: no query of a customer's path names it.
create table rnd_texts (
  id bigint generated always as identity primary key,
  issue_id bigint not null references rnd_issues (id) on delete cascade,
  author_id bigint not null references users (id),
  body text not null check (length(body) between 1 and 32767),
  created_at timestamptz not null default now()
);
create index rnd_texts_issue on rnd_texts (issue_id, id);
`,
}
