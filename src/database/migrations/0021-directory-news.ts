/** What outside directories tell by themselves, how well they do, and which group of theirs people were put into. */
export const directoryNews = {
  name: '0021-directory-news',
  sql: `
alter table identity_providers
  -- What the directory shows with what it tells; sealed.
  add column events_secret bytea,
  -- The directory's own id of the group whose people it asks for a second factor.
  add column factor_group text;

alter table directory_polls
  alter column asked_at drop not null,
  alter column asked_at drop default,
  -- When it last told something by itself.
  add column heard_at timestamptz,
  -- Since when it fails so often that it is left alone in between.
  add column unstable_since timestamptz;

-- The group that the person's directory was last told to have them in.
alter table users add column directory_group text;

-- Things that happened in a directory, each once however often it is told; those handled go after a week.
create table directory_news (
  provider_id text not null references identity_providers (id) on delete cascade,
  event_id text not null,
  at timestamptz not null,
  subject text not null,
  profile boolean not null,
  group_id text,
  is_member boolean,
  heard_at timestamptz not null default now(),
  handled_at timestamptz,
  primary key (provider_id, event_id)
);
create index directory_news_open on directory_news (provider_id, at) where handled_at is null;
create index directory_news_handled on directory_news (handled_at);
`,
}
