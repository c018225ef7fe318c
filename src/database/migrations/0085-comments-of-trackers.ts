/** Comments of users whom only the tracker knows, and every key of a tracker in the words of a case. */
export const commentsOfTrackers = {
  name: '0085-comments-of-trackers',
  sql: `
-- The author in the tracker; author_id is then the user who set it up.
alter table case_comments add column author_name text;
alter table case_internal_comments add column author_name text;

create or replace function index_case(wanted bigint) returns void language plpgsql as $$
declare
  the_case cases;
  shared text[];
  internal_texts text;
  everything text[] := '{}';
begin
  select * into the_case from cases where id = wanted;
  if not found then return; end if;
  select search_terms(left(concat_ws(' ', the_case.key, the_case.tracker_key,
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
