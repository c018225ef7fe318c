-- ---- cases ----

create function account_gets_case_list_version() returns trigger language plpgsql as $$
begin insert into case_list_versions (account_id) values (new.id) on conflict do nothing; return null; end $$;

-- The words of a text: lower case, without accents, letters and digits alone, each once, at most 60 characters long.
create function search_terms(input text) returns text[] language sql stable parallel safe as $$
  select coalesce(array_agg(distinct left(word, 60)), '{}')
  from regexp_split_to_table(lower(unaccent(input)), '[^[:alnum:]]+') as word where word <> ''
$$;

-- Names that lists of cases show: a new one makes what browsers keep of those lists stale.
create function users_shown_in_cases() returns trigger language plpgsql as $$
begin
  update case_list_versions set version = version + 1 where account_id in (
    select account_id from cases where reporter_id = new.id union select account_id from cases where assignee_id = new.id);
  return null;
end $$;

create function accounts_shown_in_cases() returns trigger language plpgsql as $$
begin update case_list_versions set version = version + 1 where account_id = new.id; return null; end $$;

create trigger account_gets_case_list_version after insert on accounts
  for each row execute function account_gets_case_list_version();
create trigger users_shown_in_cases after update of full_name, email on users
  for each row when (old.full_name is distinct from new.full_name or old.email is distinct from new.email)
  execute function users_shown_in_cases();
create trigger accounts_shown_in_cases after update of name, display_name, project_key, deleted_at on accounts
  for each row execute function accounts_shown_in_cases();

-- One row per account: the next case number, and a version that every write to its cases raises (ETags of lists).
create table case_list_versions (
  account_id bigint primary key references accounts (id),
  next_number integer not null default 1,
  version bigint not null default 1,
  updated_at timestamptz
);

-- What customers and staff work on: cases, outages and hardware returns, by type.
create table cases (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  key text not null unique,
  tracker_key text,
  type text not null default 'CASE' check (type in ('CASE','OUTAGE','RMA')),
  internal boolean not null default false,
  status text not null default 'NEW'
    check (status in ('NEW','OPEN','IN_PROGRESS','WAITING_FOR_CUSTOMER','WAITING_FOR_VENDOR','ESCALATED','RESOLVED',
    'CLOSED','DECLINED')),
  is_open boolean not null generated always as (status in ('NEW','OPEN','IN_PROGRESS','WAITING_FOR_CUSTOMER',
    'WAITING_FOR_VENDOR','ESCALATED')) stored,
  priority text not null check (priority in ('LOW','MEDIUM','HIGH','CRITICAL')),
  priority_rank smallint not null
    generated always as (case priority when 'LOW' then 1 when 'MEDIUM' then 2 when 'HIGH' then 3 else 4 end) stored,
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
  updated_by bigint references users (id),
  resolution_reason text
    check (resolution_reason in ('fixed-in-release','workaround','configuration-change','plant-repair',
    'hardware-replaced', 'third-party','duplicate','not-reproducible','as-designed','answered','withdrawn')),
  crm_id text check (length(crm_id) <= 64),
  reopened_at timestamptz,
  due_at timestamptz not null default 'infinity',
  external_id text check (length(external_id) between 1 and 100)
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
create index cases_open_priority on cases (internal, priority_rank desc, id desc) where is_open;
create index cases_outages on cases (account_id) where type = 'OUTAGE' and not internal;
create index cases_tracker_key on cases (tracker_key) where tracker_key is not null;
create index cases_account_due on cases (account_id, internal, due_at, id) where is_open;
create index cases_due on cases (internal, due_at, id) where is_open;
create unique index cases_external_id on cases (account_id, external_id) where external_id is not null;
-- A case counts in a report that begins at or before this time: an open one in every report.
create index cases_report
  on cases (greatest(created_at, resolved_at, reopened_at, case when is_open then 'infinity'::timestamptz end))
  include (account_id, type, priority, status, is_open, product, created_at, first_response_at, resolved_at, reopened_at)
  where not internal;

create table case_comments (
  id bigint generated always as identity primary key,
  case_id bigint not null references cases (id) on delete cascade,
  author_id bigint not null references users (id),
  body text not null check (length(body) between 1 and 32767),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  author_name text,
  author_is_customer boolean not null default false,
  original_id bigint references mail_originals (id) on delete set null,
  is_cut boolean not null default false
);
create index case_comments_case on case_comments (case_id, id);
create index case_comments_original on case_comments (original_id) where original_id is not null;

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

-- When a user last saw a case.
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

-- Words of a case for search: what the account may read, and besides it what vendor staff wrote among themselves.
create table case_search (
  case_id bigint primary key references cases (id) on delete cascade,
  customer_words tsvector not null,
  internal_words tsvector not null default ''::tsvector,
  account_id bigint not null,
  internal boolean not null default false
) with (autovacuum_vacuum_scale_factor = 0.05);
create index case_search_customer on case_search using gin (account_id, customer_words);
create index case_search_internal on case_search using gin (account_id, internal_words);

-- Up to so many cases of one side that have the words, of some accounts or (null) of all; null when there are certainly
-- twice as many: then nobody needs their number, and the newest of them are soon met in order of time. Certain by some
-- 700 cases from anywhere, the same each time, so that they stay in memory. The newest are not asked: after a flood of
-- cases about something else the index would gather a quarter of a million places of a common word to name 10,000. And
-- the words must be on five pages of the table, for one page is full of them where one event made all the cases.
-- Always by the index of words: a limit tempts the planner to walk the table until it has enough, which for words that
-- never meet is all of it.
create function cases_with_words(wanted tsquery, accounts bigint[], of_internal boolean, words_inside boolean, most integer)
returns bigint[] language plpgsql stable set enable_seqscan = off set enable_indexscan = off as $$
declare
  matching bigint[];
  percent real;
  seen record;
begin
  if accounts is null then
    select least(100, 70000 / greatest(reltuples, 1)) into percent from pg_class where oid = 'case_search'::regclass;
    select count(*) * 100 / percent as anywhere, count(distinct (ctid::text::point)[0]) as pages into seen
    from case_search tablesample system (percent) repeatable (1)
    where internal = of_internal and (customer_words @@ wanted or words_inside and internal_words @@ wanted);
    if seen.anywhere > 2 * most and seen.pages >= 5 then return null; end if;
  end if;
  execute 'select array(select case_id from case_search where internal = $3 and '
    || case when accounts is null then '' else 'account_id = any($2) and ' end
    || case when words_inside then '(customer_words @@ $1 or internal_words @@ $1)' else 'customer_words @@ $1' end || ' limit $4)'
  into matching using wanted, accounts, of_internal, most;
  return matching;
end $$;

-- Every word there is, to forgive typing errors.
create table search_words (
  word text primary key
);
create index search_words_trigrams on search_words using gin (word gin_trgm_ops);

-- What somebody typed, as a query: each word with its longer forms that cases have, and what it may be by a typing error
-- in its letters (a number with another digit is another number).
create function forgiving_query(input text) returns tsquery language sql stable set pg_trgm.similarity_threshold = 0.2 as $$
  select string_agg(alternatives, ' & ')::tsquery from (
    select '(' || string_agg(alternative, ' | ') || ')' as alternatives
    from unnest((search_terms(input))[1:10]) as wanted,
      lateral (select array(select word from search_words where word like wanted || '%' limit 41) as words) longer,
      lateral (
        select '''' || wanted || case when cardinality(words) > 40 then ''':*' else '''' end as alternative
        union
        select '''' || word || '''' from unnest(words) as word where cardinality(words) <= 40
        union
        (select '''' || known.word || '''' from search_words known
         where length(wanted) >= 4 and wanted !~ '[0-9]' and known.word % wanted
           and levenshtein_less_equal(known.word, wanted, case when length(wanted) >= 8 then 2 else 1 end)
             <= case when length(wanted) >= 8 then 2 else 1 end
         order by similarity(known.word, wanted) desc limit 20)
      ) as either
    group by wanted
  ) as every_word
$$;

create function index_cases(wanted bigint[]) returns void language plpgsql as $$
declare
  the_case cases;
  shared text[];
  internal_texts text;
  everything text[];
  words text[] := '{}';
begin
  for the_case in select * from cases where id = any(wanted) order by id loop
    everything := '{}';
    select search_terms(left(concat_ws(' ', the_case.key, the_case.tracker_key, the_case.external_id,
      (select string_agg(k.tracker_key, ' ') from tracker_keys k where k.case_id = the_case.id and k.tracker_key is distinct from the_case.tracker_key),
      the_case.subject, the_case.product, the_case.product_version,
      array_to_string(the_case.labels, ' '), the_case.description,
      (select string_agg(a.filename, ' ') from case_attachments a where a.case_id = the_case.id),
      (select string_agg(m.body, ' ' order by m.id desc) from case_comments m where m.case_id = the_case.id)), 100000)) into shared;
    select string_agg(m.body, ' ' order by m.id desc) into internal_texts from case_internal_comments m where m.case_id = the_case.id;
    if internal_texts is not null then
      everything := array(select distinct word from unnest(shared || search_terms(left(internal_texts, 100000))) as word limit 60000);
    end if;
    insert into case_search (case_id, account_id, internal, customer_words, internal_words)
    values (the_case.id, the_case.account_id, the_case.internal, array_to_tsvector(shared), array_to_tsvector(everything))
    on conflict (case_id) do update set account_id = excluded.account_id, customer_words = excluded.customer_words, internal_words = excluded.internal_words;
    words := words || shared || everything;
  end loop;
  -- In one order always, so that two writers never wait for each other.
  insert into search_words (word) select word from unnest(words) as word where length(word) > 2 group by word order by word on conflict do nothing;
end $$;

-- Writes the words of a case again, in the transaction that changed them. The first 100,000 characters count, which
-- keeps the vector within what PostgreSQL can hold. The internal words hold those of the customer side too, so that a
-- search by vendor staff finds a case whose words are spread over both.
create function index_case(wanted bigint) returns void language sql as $$ select index_cases(array[wanted]) $$;

-- ---- comments ----

-- Its own table on purpose: no query of a customer's path names it.
create table case_internal_comments (
  id bigint generated always as identity primary key,
  case_id bigint not null references cases (id) on delete cascade,
  author_id bigint not null references users (id),
  body text not null check (length(body) between 1 and 32767),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  author_name text
);
create index case_internal_comments_case on case_internal_comments (case_id, id);

-- ---- case-links ----

-- The other direction of a link is not stored: it is read from the other case.
create table case_links (
  case_id bigint not null references cases (id) on delete cascade,
  kind text not null check (kind in ('IS_BLOCKED_BY','RELATES_TO','DUPLICATES')),
  other_id bigint not null references cases (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (case_id, kind, other_id),
  check (case_id <> other_id)
);
create index case_links_other on case_links (other_id);

-- ---- case-files ----

-- The files of a deleted case are deleted after it, when its account is no longer known.
create function case_frees_bytes() returns trigger language plpgsql as $$
declare bytes bigint;
begin
  select sum(size)::bigint into bytes from case_attachments where case_id = old.id;
  if bytes > 0 then perform hold_bytes(old.account_id, -bytes); end if;
  return old;
end $$;

create trigger case_frees_bytes before delete on cases for each row execute function case_frees_bytes();

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
  created_at timestamptz not null default now(),
  author_name text
);
create index case_attachments_case on case_attachments (case_id, id);
-- Whose files they are, once something was found.
create index case_attachments_digest on case_attachments (digest);

create function attachments_hold_bytes() returns trigger language plpgsql as $$
declare held record;
begin
  for held in select c.account_id, sum(f.size)::bigint as bytes from changed f join cases c on c.id = f.case_id group by 1 order by 1 loop
    perform hold_bytes(held.account_id, case tg_op when 'INSERT' then held.bytes else -held.bytes end);
  end loop;
  return null;
end $$;

create trigger attachments_added after insert on case_attachments referencing new table as changed
  for each statement execute function attachments_hold_bytes();
create trigger attachments_gone after delete on case_attachments referencing old table as changed
  for each statement execute function attachments_hold_bytes();

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

create function draft_files_hold_bytes() returns trigger language plpgsql as $$
declare held record;
begin
  for held in select account_id, sum(size)::bigint as bytes from changed group by 1 order by 1 loop
    perform hold_bytes(held.account_id, case tg_op when 'INSERT' then held.bytes else -held.bytes end);
  end loop;
  return null;
end $$;

create trigger draft_files_added after insert on case_draft_files referencing new table as changed
  for each statement execute function draft_files_hold_bytes();
create trigger draft_files_gone after delete on case_draft_files referencing old table as changed
  for each statement execute function draft_files_hold_bytes();

-- ---- rnd-projects ----

create table rnd_projects (
  project_key text primary key check (project_key ~ '^[A-Z][A-Z0-9]{1,9}$'),
  project_label text not null check (length(project_label) between 1 and 100),
  in_use boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  next_number integer not null default 1
);
create unique index rnd_projects_in_use on rnd_projects (in_use) where in_use;
insert into rnd_projects (project_key, project_label, in_use) values ('RND', 'Research and development', true);

-- ---- escalation ----

create table rnd_issues (
  id bigint generated always as identity primary key,
  project_key text not null references rnd_projects (project_key),
  key text not null unique,
  subject text not null check (length(subject) between 1 and 250),
  description text not null default '' check (length(description) <= 32767),
  priority text not null check (priority in ('LOW','MEDIUM','HIGH','CRITICAL')),
  status text not null default 'NEW' check (status in ('NEW','REPRODUCED','IN_PROGRESS','FIXED','CLOSED','REJECTED')),
  is_open boolean not null generated always as (status in ('NEW','REPRODUCED','IN_PROGRESS')) stored,
  fix_bundle_id bigint,
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

-- ---- outages ----

create table outages (
  case_id bigint primary key references cases (id) on delete cascade,
  conversion text not null default 'QUEUED' check (conversion in ('QUEUED','DONE')),
  requested_by bigint references users (id),
  requested_by_name text,
  started_at timestamptz not null,
  ended_at timestamptz check (ended_at >= started_at),
  total_cms_affected integer not null default 0 check (total_cms_affected >= 0),
  -- Modems per device family, when they were given: cn, cnD31, nonCn, d31, onu.
  by_family jsonb,
  reason text not null default 'unknown'
    check (reason in ('fibre','power','cin','ptp','provisioning','modem-firmware','rf-ingress','core','rpd-restart',
    'change','certificate','hardware','unknown')),
  is_vendor_issue boolean,
  cmts_version text check (length(cmts_version) <= 100),
  rpd_version text check (length(rpd_version) <= 100),
  plan_of_action text not null default '' check (length(plan_of_action) <= 32767),
  last_update_at timestamptz not null default now(),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  missed_after timestamptz,
  correction text
);
create index outages_started on outages (started_at desc, case_id desc);
create index outages_open on outages (started_at, case_id) where ended_at is null;
create index outages_span on outages using gist (tstzrange(started_at, ended_at, '[]'));

create table outage_entries (
  id bigint generated always as identity primary key,
  case_id bigint not null references outages (case_id) on delete cascade,
  at timestamptz not null,
  author_id bigint not null references users (id),
  body text not null check (length(body) between 1 and 32767),
  created_at timestamptz not null default now()
);
create index outage_entries_case on outage_entries (case_id, at desc, id desc);

-- Its own table on purpose: no query of a customer's path names it.
create table outage_internal_entries (
  id bigint generated always as identity primary key,
  case_id bigint not null references outages (case_id) on delete cascade,
  at timestamptz not null,
  author_id bigint not null references users (id),
  body text not null check (length(body) between 1 and 32767),
  created_at timestamptz not null default now()
);
create index outage_internal_entries_case on outage_internal_entries (case_id, at desc, id desc);

create table outage_counts (
  case_id bigint not null references outages (case_id) on delete cascade,
  at timestamptz not null,
  missing integer not null check (missing >= 0),
  primary key (case_id, at)
);

-- ---- sla ----

create table sla_months (
  account_id bigint not null references accounts (id) on delete cascade,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- The zone of the account when the month began to be kept: a later change does not move a month.
  time_zone text not null,
  -- Null: not read yet, or not known.
  cn integer check (cn >= 0),
  cn_d31 integer check (cn_d31 >= 0),
  non_cn integer check (non_cn >= 0),
  d31 integer check (d31 >= 0),
  onu integer check (onu >= 0),
  counts_read_at timestamptz,
  closed_at timestamptz,
  -- The newest revision; 0 until the month is closed.
  revision integer not null default 0,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (account_id, month)
);
create index sla_months_to_close on sla_months (month) where closed_at is null;

-- What staff changed about an outage in one month; the newest row of an outage holds.
create table sla_line_edits (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  month text not null,
  case_id bigint not null references cases (id) on delete cascade,
  excluded text check (excluded in ('PLANNED_WORK','DUPLICATE','WITHDRAWN')),
  counted_modems integer check (counted_modems >= 0),
  reason text not null check (length(reason) between 1 and 1000),
  edited_by bigint references users (id),
  edited_at timestamptz not null default now(),
  foreign key (account_id, month) references sla_months (account_id, month) on delete cascade
);
create index sla_line_edits_line on sla_line_edits (account_id, month, case_id, id desc);
create index sla_line_edits_case on sla_line_edits (case_id);
create index sla_line_edits_user on sla_line_edits (edited_by) where edited_by is not null;

-- A closed month as it was shown, with its lines; a revision never changes.
create table sla_revisions (
  account_id bigint not null,
  month text not null,
  revision integer not null,
  made_at timestamptz not null default now(),
  made_by bigint references users (id),
  reason text check (length(reason) between 1 and 1000),
  counts jsonb not null,
  lines jsonb not null,
  primary key (account_id, month, revision),
  foreign key (account_id, month) references sla_months (account_id, month) on delete cascade
);
create index sla_revisions_user on sla_revisions (made_by) where made_by is not null;

create table signed_sla_months (
  account_id bigint not null,
  month text not null,
  revision integer not null,
  json bytea not null,
  csv bytea not null,
  pdf bytea not null,
  -- Ed25519 signatures of the files' bytes.
  json_signature bytea not null check (length(json_signature) = 64),
  csv_signature bytea not null check (length(csv_signature) = 64),
  pdf_signature bytea not null check (length(pdf_signature) = 64),
  key_id text not null references signing_keys (id),
  signed_at timestamptz not null default now(),
  primary key (account_id, month, revision),
  foreign key (account_id, month, revision) references sla_revisions (account_id, month, revision) on delete cascade
);
create index signed_sla_months_key on signed_sla_months (key_id);

create table sla_disputes (
  -- The case of the dispute.
  case_id bigint primary key references cases (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- The case of the outage whose line is disputed.
  outage_id bigint not null references cases (id) on delete cascade,
  reason text not null check (length(reason) between 1 and 4000),
  opened_by bigint references users (id),
  opened_at timestamptz not null default now()
);
create index sla_disputes_line on sla_disputes (account_id, month, outage_id);
create index sla_disputes_outage on sla_disputes (outage_id);
create index sla_disputes_user on sla_disputes (opened_by) where opened_by is not null;

-- ---- rma ----

-- The form of a hardware return, one row per case of the type RMA.
create table case_returns (
  case_id bigint primary key references cases (id) on delete cascade,
  part_number text not null check (length(part_number) <= 50),
  serial_number text not null check (length(serial_number) <= 50),
  -- Whether the serial number has the form of those of its part.
  serial_fits boolean not null,
  contact text not null check (length(contact) <= 250),
  shipping_address text not null check (length(shipping_address) <= 1000),
  symptom_details text not null check (length(symptom_details) <= 32767),
  state text not null default 'requested' check (state in ('requested','approved','shipped','received')),
  -- Files of the form that were not kept, with the problem.
  dropped_files jsonb not null default '[]',
  version integer not null default 1
);

create table case_return_steps (
  case_id bigint not null references case_returns (case_id) on delete cascade,
  state text not null check (state in ('requested','approved','shipped','received')),
  at timestamptz not null default now(),
  user_id bigint not null references users (id),
  carrier text check (length(carrier) <= 100),
  tracking_number text check (length(tracking_number) <= 100),
  replacement_serial text check (length(replacement_serial) <= 50),
  primary key (case_id, state)
);
create index case_return_steps_user on case_return_steps (user_id);

-- ---- tracker ----

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
  priority_map jsonb not null default '{}',
  type_map jsonb not null default '{}',
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
  kind text not null check (kind in ('comment','internal-comment','attachment','watcher')),
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

-- ---- sla-clocks ----

create table sla_targets (
  plan text not null check (plan in ('CONNECTED','ESSENTIALS','ENTERPRISE')),
  priority text not null check (priority in ('LOW','MEDIUM','HIGH','CRITICAL')),
  -- Minutes; null: no target.
  first_response integer check (first_response between 1 and 1000000),
  next_update integer check (next_update between 1 and 1000000),
  resolution integer check (resolution between 1 and 1000000),
  -- Minutes of the account's business hours, or of the clock.
  business boolean not null,
  version integer not null default 1,
  primary key (plan, priority)
);
insert into sla_targets (plan, priority, first_response, next_update, resolution, business) values
  ('CONNECTED', 'CRITICAL', null, null, null, false),
  ('CONNECTED', 'HIGH', 240, 480, 7200, true),
  ('CONNECTED', 'MEDIUM', 480, 1440, 14400, true),
  ('CONNECTED', 'LOW', 960, 2880, null, true),
  ('ESSENTIALS', 'CRITICAL', 30, 60, 480, false),
  ('ESSENTIALS', 'HIGH', 120, 240, 4320, true),
  ('ESSENTIALS', 'MEDIUM', 240, 960, 9600, true),
  ('ESSENTIALS', 'LOW', 480, 1920, null, true),
  ('ENTERPRISE', 'CRITICAL', 15, 30, 240, false),
  ('ENTERPRISE', 'HIGH', 60, 120, 1440, false),
  ('ENTERPRISE', 'MEDIUM', 240, 480, 4800, true),
  ('ENTERPRISE', 'LOW', 480, 960, null, true);

-- An account without a row has the defaults.
create table sla_hours (
  account_id bigint primary key references accounts (id) on delete cascade,
  plan text not null default 'ESSENTIALS' check (plan in ('CONNECTED','ESSENTIALS','ENTERPRISE')),
  -- [{day: 1 (Monday) to 7, from: '08:00', until: '17:00'}]
  weekly jsonb not null,
  holidays date[] not null default '{}',
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table case_clocks (
  case_id bigint primary key references cases (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  clocks jsonb not null default '[]',
  -- Of what users were notified, for each clock: {RESOLUTION: {due, level}}.
  notified jsonb not null default '{}',
  -- When the next warning or breach is; -infinity: an event or a setting changed the clocks, null: nothing to come.
  next_at timestamptz default '-infinity',
  computed_at timestamptz
);
create index case_clocks_next on case_clocks (next_at) where next_at is not null;
create index case_clocks_account on case_clocks (account_id);

-- ---- case-bulk ----

create table bulk_jobs (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- The user of the request, as events record it.
  actor jsonb not null,
  token_permissions text[],
  operation jsonb not null,
  created_at timestamptz not null default now()
);
create index bulk_jobs_user on bulk_jobs (user_id);

create table bulk_job_cases (
  job_id bigint not null references bulk_jobs (id) on delete cascade,
  place integer not null,
  key text not null,
  state text not null default 'WAITING' check (state in ('WAITING','DONE','FAILED')),
  error text,
  primary key (job_id, place)
);

-- ---- outage-reports ----

create table outage_reports (
  case_id bigint not null references outages (case_id) on delete cascade,
  revision integer not null check (revision >= 1),
  what text not null check (length(what) <= 10000),
  who text not null check (length(who) <= 10000),
  times text not null check (length(times) <= 10000),
  cause text not null check (length(cause) <= 10000),
  actions text not null check (length(actions) <= 10000),
  prevention text not null check (length(prevention) <= 10000),
  -- Counts on over the revisions of a case.
  version integer not null,
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  published_by bigint references users (id),
  -- As they were at publication: the PDF of a revision never changes.
  subject text,
  account_name text,
  time_zone text,
  primary key (case_id, revision),
  check ((published_at is null) = (published_by is null)),
  check (published_at is null or (subject is not null and account_name is not null and time_zone is not null))
);
create unique index outage_reports_draft on outage_reports (case_id) where published_at is null;

-- ---- known-issues ----

-- The numbers of a version, four of them: 1.22 is {1,22,0,0}. Null without a number at its beginning.
create function version_numbers(version text) returns int[] language sql immutable parallel safe as $$
  select (string_to_array(found, '.')::int[] || '{0,0,0,0}'::int[])[1:4]
  from (select substring(version from '^[vV]?([0-9]{1,9}(?:[.][0-9]{1,9}){0,3})')) as numbers(found) where found is not null
$$;

-- Whether a version is in a range: every comparison of it holds, for example >=1.20.0 <1.22.0.
create function version_in_range(version text, range text) returns boolean language sql immutable parallel safe as $$
  select bool_and(case part[1] when '>=' then known >= bound when '>' then known > bound when '<' then known < bound
      when '<=' then known <= bound else known = bound end)
  from regexp_matches(range, '(>=|<=|>|<|=)([0-9.]+)', 'g') as part, version_numbers(version) as known, version_numbers(part[2]) as bound
$$;

create table known_issues (
  id bigint generated always as identity primary key,
  key text generated always as ('KI-' || repeat('0', greatest(0, 3 - length(id::text))) || id::text) stored unique,
  title text not null check (length(title) <= 250),
  product text not null,
  component text,
  affected text not null,
  -- Null while it is open.
  fixed_in text,
  severity text not null check (severity in ('LOW','MEDIUM','HIGH')),
  symptom text not null,
  conditions text[] not null,
  -- Text fragments that logs of an affected system contain.
  signature text[] not null,
  workaround text not null,
  release_note text not null,
  -- Customers see published ones alone.
  published boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  words tsvector not null
);
create index known_issues_updated on known_issues (updated_at desc, id desc);
create index known_issues_product on known_issues (product);
create index known_issues_words on known_issues using gin (words);

-- The words of the texts that customers may read; those of internal notes are not among them.
create function known_issue_words() returns trigger language plpgsql as $$
begin
  new.words := array_to_tsvector(search_terms(concat_ws(' ', new.title, new.product, new.component, new.symptom, array_to_string(new.conditions, ' '),
    array_to_string(new.signature, ' '), new.workaround, new.release_note)));
  return new;
end $$;

create trigger known_issues_words before insert or update on known_issues
  for each row execute function known_issue_words();

-- What only vendor staff reads of a known issue.
create table known_issue_notes (
  known_issue_id bigint primary key references known_issues (id) on delete cascade,
  note text not null,
  -- A PromQL expression that finds affected deployments.
  detect text not null
);

create table known_issue_cases (
  known_issue_id bigint not null references known_issues (id) on delete cascade,
  case_id bigint not null references cases (id) on delete cascade,
  linked_at timestamptz not null default now(),
  primary key (known_issue_id, case_id)
);
create index known_issue_cases_case on known_issue_cases (case_id);

-- ---- case-replies ----

create table received_mails (
  id bigint generated always as identity primary key,
  received_at timestamptz not null default now(),
  -- The Message-ID, or a digest of the mail where it has none.
  -- The same for a mail that is delivered again.
  message_id text not null,
  sender text not null,
  subject text not null,
  size bigint not null,
  case_id bigint references cases (id) on delete cascade,
  user_id bigint references users (id) on delete set null,
  comment_id bigint,
  -- Null for a mail that became a comment.
  reason text,
  -- What the relay found: pass, fail, none, …
  dkim text,
  spf text,
  -- Files that were not kept, each with the code of the problem.
  dropped_files jsonb not null default '[]',
  original_id bigint references mail_originals (id) on delete set null
);
-- The same mail is one comment, however often it arrives.
create unique index received_mails_once on received_mails (message_id, case_id, user_id) where reason is null;
create index received_mails_newest on received_mails (received_at desc, id desc);
create index received_mails_original on received_mails (original_id) where original_id is not null;

-- ---- tmf-tickets ----

create table account_tokens (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  rights text[] not null check (cardinality(rights) between 1 and 3 and rights <@ array['READ','WRITE','HUB']),
  -- SHA-256 of the token, which is shown once.
  hash bytea not null unique,
  -- Encrypted with SECRET_KEY: signs the notifications of the token's subscriptions.
  signing_secret bytea not null,
  created_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index account_tokens_account on account_tokens (account_id, created_at);
create index account_tokens_created_by on account_tokens (created_by);

create table ticket_exchanges (
  case_id bigint primary key references cases (id) on delete cascade,
  -- The name of the token that filed the case.
  filed_by text not null,
  -- SHA-256 of the request: a repeated one gets the same ticket.
  request_hash bytea not null,
  ticket_type text not null
);

create table ticket_notes (
  case_id bigint not null references cases (id) on delete cascade,
  outside_id text not null check (length(outside_id) between 1 and 100),
  comment_id bigint not null references case_comments (id) on delete cascade,
  primary key (case_id, outside_id)
);
create index ticket_notes_comment on ticket_notes (comment_id);

-- ---- saved-replies ----

create table saved_replies (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  -- Markdown with variables like {{case.key}}.
  body text not null check (length(body) between 1 and 20000),
  updated_by bigint references users (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index saved_replies_name on saved_replies (lower(name));
create index saved_replies_user on saved_replies (updated_by) where updated_by is not null;

-- ---- log-triage ----

-- One for all places in which the same bytes are attached.
create table log_readings (
  -- SHA-256 of the original, hexadecimal.
  digest text primary key,
  -- The version of the rule pack.
  pack text not null,
  -- What its content is, whatever its name.
  form text not null check (form in ('text','gzip','tar','other')),
  -- Why it could not be read; null when it was.
  unreadable text,
  lines integer not null,
  facts jsonb not null,
  signatures jsonb not null,
  -- The number of hidden secrets of each kind.
  secrets jsonb not null,
  secret_count integer not null,
  -- What others than its uploader read; null without secrets.
  copy_file_id bigint references stored_files (id),
  copy_digest text,
  copy_size bigint,
  read_at timestamptz not null default now(),
  check ((copy_file_id is null) = (copy_digest is null) and (copy_file_id is null) = (copy_size is null)),
  check (secret_count = 0 or copy_file_id is not null)
);
create index log_readings_copy on log_readings (copy_file_id) where copy_file_id is not null;
