/** Account tokens, and what is stored of cases and comments that come over TMF621. */
export const ticketExchange = {
  name: '0142-ticket-exchange',
  sql: `
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

-- The id of a case in the ticket system of the account.
alter table cases add column external_id text check (length(external_id) between 1 and 100);
create unique index cases_external_id on cases (account_id, external_id) where external_id is not null;

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

-- Whether author_name is a user of the customer's ticket system, not of the vendor's tracker.
alter table case_comments add column author_is_customer boolean not null default false;

create or replace function index_case(wanted bigint) returns void language plpgsql as $$
declare
  the_case cases;
  shared text[];
  internal_texts text;
  everything text[] := '{}';
begin
  select * into the_case from cases where id = wanted;
  if not found then return; end if;
  select search_terms(left(concat_ws(' ', the_case.key, the_case.tracker_key, the_case.external_id,
    (select string_agg(k.tracker_key, ' ') from tracker_keys k where k.case_id = wanted and k.tracker_key is distinct from the_case.tracker_key),
    the_case.subject, the_case.product, the_case.product_version,
    array_to_string(the_case.labels, ' '), the_case.description,
    (select string_agg(a.filename, ' ') from case_attachments a where a.case_id = wanted),
    (select string_agg(m.body, ' ' order by m.id desc) from case_comments m where m.case_id = wanted)), 100000)) into shared;
  select string_agg(m.body, ' ' order by m.id desc) into internal_texts from case_internal_comments m where m.case_id = wanted;
  if internal_texts is not null then
    everything := array(select distinct word from unnest(shared || search_terms(left(internal_texts, 100000))) as word limit 60000);
  end if;
  insert into case_search (case_id, account_id, internal, customer_words, internal_words)
  values (wanted, the_case.account_id, the_case.internal, array_to_tsvector(shared), array_to_tsvector(everything))
  on conflict (case_id) do update set account_id = excluded.account_id, customer_words = excluded.customer_words, internal_words = excluded.internal_words;
  -- In one order always, so that two writers never wait for each other.
  insert into search_words (word) select word from unnest(shared || everything) as word where length(word) > 2 group by word order by word on conflict do nothing;
end $$;
`,
}
