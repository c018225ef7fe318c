/** Share links get a name and a limit of downloads; a file may have several. */
export const namedShareLinks = {
  name: '0163-named-share-links',
  sql: `
alter table share_links
  add column name text check (char_length(name) between 1 and 80),
  add column most_downloads integer check (most_downloads between 1 and 1000000),
  add column revoked_by bigint references users (id);
create index share_links_created_by on share_links (created_by);
create index share_links_revoked_by on share_links (revoked_by) where revoked_by is not null;
`,
} as const
