/** Cases with their conversation, files, drafts, search and the figures of each account's collection. */
export const cases = {
  name: '0005-cases',
  sql: `
-- Bytes in the store, by digest; rows that nothing refers to are swept.
create table stored_files (
  id bigint generated always as identity primary key,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  size bigint not null,
  created_at timestamptz not null default now()
);
create index stored_files_digest on stored_files (digest);

-- One row per account: the next case number, and a version that every write to its cases raises (ETags of lists).
create table case_collections (
  account_id bigint primary key references accounts (id),
  next_number integer not null default 1,
  version bigint not null default 1,
  updated_at timestamptz
);
create function account_gets_case_collection() returns trigger language plpgsql as $$
begin insert into case_collections (account_id) values (new.id) on conflict do nothing; return null; end $$;
create trigger account_gets_case_collection after insert on accounts for each row execute function account_gets_case_collection();
insert into case_collections (account_id) select id from accounts on conflict do nothing;

create table cases (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  key text not null unique,
  tracker_key text unique,
  type text not null default 'CASE' check (type in ('CASE','OUTAGE','RMA')),
  internal boolean not null default false,
  status text not null default 'NEW' check (status in ('NEW','OPEN','IN_PROGRESS','WAITING_FOR_CUSTOMER','WAITING_FOR_VENDOR','ESCALATED','RESOLVED','CLOSED','DECLINED')),
  is_open boolean not null generated always as (status in ('NEW','OPEN','IN_PROGRESS','WAITING_FOR_CUSTOMER','WAITING_FOR_VENDOR','ESCALATED')) stored,
  priority text not null check (priority in ('LOW','MEDIUM','HIGH','CRITICAL')),
  priority_rank smallint not null generated always as (case priority when 'LOW' then 1 when 'MEDIUM' then 2 when 'HIGH' then 3 else 4 end) stored,
  subject text not null check (length(subject) <= 250),
  description text not null default '' check (length(description) <= 32767),
  product text,
  product_version text,
  deployment_id bigint references deployments (id),
  contact text,
  labels text[] not null default '{}',
  reporter_id bigint not null references users (id),
  assignee_id bigint references users (id),
  comment_count integer not null default 0,
  first_response_at timestamptz,
  resolved_at timestamptz,
  closed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by bigint references users (id)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
create index cases_account_updated on cases (account_id, internal, updated_at desc, id desc);
create index cases_account_status on cases (account_id, internal, status, updated_at desc, id desc);
create index cases_account_open on cases (account_id, internal, updated_at desc, id desc) where is_open;
create index cases_updated on cases (internal, updated_at desc, id desc);
create index cases_open on cases (internal, updated_at desc, id desc) where is_open;
create index cases_assignee on cases (assignee_id, updated_at desc) where assignee_id is not null;
create index cases_reporter on cases (reporter_id, updated_at desc);
create index cases_resolved on cases (account_id, resolved_at desc) where resolved_at is not null;
create index cases_key_trigrams on cases using gin (key gin_trgm_ops);

create table case_comments (
  id bigint generated always as identity primary key,
  case_id bigint not null references cases (id) on delete cascade,
  author_id bigint not null references users (id),
  body text not null check (length(body) between 1 and 32767),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index case_comments_case on case_comments (case_id, id);

-- Its own table on purpose: no query of a customer's path names it.
create table case_internal_comments (
  id bigint generated always as identity primary key,
  case_id bigint not null references cases (id) on delete cascade,
  author_id bigint not null references users (id),
  body text not null check (length(body) between 1 and 32767),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index case_internal_comments_case on case_internal_comments (case_id, id);

create table case_watchers (
  case_id bigint not null references cases (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  primary key (case_id, user_id)
);
create index case_watchers_user on case_watchers (user_id, case_id);

create table case_addressees (
  case_id bigint not null references cases (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  primary key (case_id, user_id)
);

create table case_reads (
  user_id bigint not null references users (id) on delete cascade,
  case_id bigint not null references cases (id) on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (user_id, case_id)
);
create table case_readers (
  user_id bigint primary key references users (id) on delete cascade,
  version bigint not null default 1
);

create table case_links (
  case_id bigint not null references cases (id) on delete cascade,
  kind text not null check (kind in ('IS_BLOCKED_BY','RELATES_TO','DUPLICATES')),
  other_id bigint not null references cases (id) on delete cascade,
  primary key (case_id, kind, other_id),
  check (case_id <> other_id)
);

create table case_attachments (
  id bigint generated always as identity primary key,
  case_id bigint not null references cases (id) on delete cascade,
  file_id bigint not null references stored_files (id),
  filename text not null,
  size bigint not null,
  media_type text not null,
  is_picture boolean not null default false,
  digest text not null,
  author_id bigint not null references users (id),
  created_at timestamptz not null default now()
);
create index case_attachments_case on case_attachments (case_id, id);

create table case_drafts (
  user_id bigint not null references users (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  draft jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (user_id, account_id)
);
create table case_draft_files (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  file_id bigint not null references stored_files (id),
  filename text not null,
  size bigint not null,
  media_type text not null,
  is_picture boolean not null default false,
  digest text not null,
  created_at timestamptz not null default now()
);
create index case_draft_files_owner on case_draft_files (user_id, account_id);

-- Words of a case for search: what the account may read, and besides it what vendor staff wrote among themselves.
create table case_search (
  case_id bigint primary key references cases (id) on delete cascade,
  customer_words tsvector not null,
  internal_words tsvector not null default ''::tsvector
) with (autovacuum_vacuum_scale_factor = 0.05);
create index case_search_customer on case_search using gin (customer_words);
create index case_search_internal on case_search using gin (internal_words);

-- Every word there is, to forgive typing errors.
create table search_words (word text primary key);
create index search_words_trigrams on search_words using gin (word gin_trgm_ops);
`,
}
