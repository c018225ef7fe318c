/** Projects of research and development; cases are escalated to the one in use. */
export const rndProjects = {
  name: '0008-rnd-projects',
  sql: `
create table rnd_projects (
  project_key text primary key check (project_key ~ '^[A-Z][A-Z0-9]{1,9}$'),
  project_label text not null check (length(project_label) between 1 and 100),
  in_use boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
create unique index rnd_projects_in_use on rnd_projects (in_use) where in_use;
insert into rnd_projects (project_key, project_label, in_use) values ('RND', 'Research and development', true);
`,
}
