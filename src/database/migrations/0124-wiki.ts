/** Wiki pages of accounts and shared ones, each with its versions. */
export const wiki = {
  name: '0124-wiki',
  sql: `
create table wiki_pages (
  id bigint generated always as identity primary key,
  -- Null = shared by all accounts.
  account_id bigint references accounts (id) on delete cascade,
  parent_id bigint references wiki_pages (id),
  title text not null check (length(title) between 1 and 200),
  -- Markdown.
  body text not null check (length(body) <= 200000),
  audience text not null check (audience in ('ALL', 'VENDOR')),
  position integer not null,
  -- The number of the newest version; another place in the tree is no version.
  revision integer not null default 1,
  created_by bigint references users (id),
  created_at timestamptz not null default now(),
  updated_by bigint references users (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  words tsvector generated always as
    (setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', body), 'B')) stored
);
create index wiki_pages_account on wiki_pages (account_id, position, id);
create index wiki_pages_parent on wiki_pages (parent_id);
create index wiki_pages_words on wiki_pages using gin (words);
create index wiki_pages_created_by on wiki_pages (created_by);
create index wiki_pages_updated_by on wiki_pages (updated_by);

create table wiki_versions (
  page_id bigint not null references wiki_pages (id) on delete cascade,
  number integer not null,
  title text not null,
  body text not null,
  -- Who could read the page then: a text for vendor staff stays theirs when the page is opened to others.
  audience text not null check (audience in ('ALL', 'VENDOR')),
  author_id bigint references users (id),
  note text check (length(note) <= 200),
  restored integer,
  saved_at timestamptz not null default now(),
  primary key (page_id, number)
);
create index wiki_versions_author on wiki_versions (author_id);
`,
}
