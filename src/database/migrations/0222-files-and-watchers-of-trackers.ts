/** Files and watchers of outside trackers, and the issues of R&D there. */
export const filesAndWatchersOfTrackers = {
  name: '0222-files-and-watchers-of-trackers',
  sql: `
-- The author in the tracker; author_id is then the user who set it up.
alter table case_attachments add column author_name text;

-- Of a watcher: 'case/user of the tracker', and the user of the portal as local_id.
alter table tracker_items drop constraint tracker_items_kind_check,
  add constraint tracker_items_kind_check check (kind in ('comment','internal-comment','attachment','watcher'));

-- The issue of an R&D issue at a place, however many accounts are connected with it.
create table tracker_rnd_issues (
  -- The address of the site, and the project there.
  place text not null,
  rnd_issue_id bigint not null references rnd_issues (id) on delete cascade,
  -- The connection that makes it.
  connection text not null,
  -- Null until it is made.
  tracker_id text,
  -- Until then no other connection makes it.
  claimed_until timestamptz not null,
  primary key (place, rnd_issue_id)
);
create index tracker_rnd_issues_issue on tracker_rnd_issues (rnd_issue_id);
`,
} as const
