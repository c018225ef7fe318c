/** Pages of the wiki that are copies of pages of an outside system, and when each of these systems was last read. */
export const wikiMirrors = {
  name: '0149-wiki-mirrors',
  sql: `
alter table wiki_pages
  -- The connection, and the id, the version and the address of the page in the outside system.
  add column source_connection text,
  add column source_id text,
  add column source_version integer,
  add column source_url text,
  add constraint wiki_pages_source check (num_nulls(source_connection, source_id, source_version, source_url) in (0, 4));
create unique index wiki_pages_source on wiki_pages (source_connection, source_id) where source_connection is not null;

create table wiki_mirrors (
  connection text primary key references connections (id) on delete cascade,
  next_at timestamptz not null,
  -- The end of the last read that succeeded, and what it found.
  read_at timestamptz,
  pages integer not null default 0,
  left_out integer not null default 0
);
`,
}
