/** Which outside tracker holds the cases of an account, and what the two sides know of each other. */
export const trackers = {
  name: '0084-trackers',
  sql: `
create table tracker_targets (
  account_id bigint primary key references accounts (id) on delete cascade,
  target text not null default 'embedded' check (target in ('embedded','jira','jsm')),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table tracker_projects (
  account_id bigint not null references accounts (id) on delete cascade,
  system text not null check (system in ('jira','jsm')),
  project_key text not null,
  project_label text not null,
  interval_seconds integer not null default 300,
  -- Status of a case: name of the status there. Field of a case: id of the field there.
  status_map jsonb not null default '{}',
  field_map jsonb not null default '{}',
  -- The author of what arrives from users whom the portal does not know.
  configured_by bigint references users (id) on delete set null,
  -- Changes up to here were read.
  read_until timestamptz,
  polled_at timestamptz,
  next_poll_at timestamptz,
  job_id bigint references jobs (id) on delete set null,
  -- Of the first sync: what there is, what was read, where to continue.
  sync_total integer,
  sync_read integer not null default 0,
  sync_created integer not null default 0,
  sync_page text,
  sync_started_at timestamptz,
  sync_finished_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (account_id, system)
);
create index tracker_projects_due on tracker_projects (next_poll_at);
create index tracker_projects_configured_by on tracker_projects (configured_by) where configured_by is not null;
create index tracker_projects_job on tracker_projects (job_id) where job_id is not null;

-- The issue of a case in the tracker of a connection, by its id there, which a move to another project keeps.
create table tracker_issues (
  connection text not null,
  tracker_id text not null,
  case_id bigint not null references cases (id) on delete cascade,
  -- When the tracker changed it last, in its own words, as it was read.
  changed text,
  primary key (connection, tracker_id),
  unique (case_id, connection)
);

-- Every key that a case has had in a tracker.
create table tracker_keys (
  case_id bigint not null references cases (id) on delete cascade,
  tracker_key text not null,
  primary key (case_id, tracker_key)
);
create index tracker_keys_key on tracker_keys (tracker_key);

-- Comments and files that both sides have.
create table tracker_items (
  connection text not null,
  kind text not null check (kind in ('comment','internal-comment','attachment')),
  tracker_id text not null,
  case_id bigint not null references cases (id) on delete cascade,
  -- The comment or the attachment; null once it was deleted here.
  local_id bigint,
  -- The text that both sides had last.
  digest text,
  primary key (connection, kind, tracker_id)
);
create index tracker_items_local on tracker_items (connection, kind, local_id);
create index tracker_items_case on tracker_items (case_id);

-- Two sites may use one key.
alter table cases drop constraint cases_tracker_key_key;
create index cases_tracker_key on cases (tracker_key) where tracker_key is not null;
`,
}
