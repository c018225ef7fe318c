/** The words of several cases are collected in one statement: an import indexes its cases together. */
export const indexOfSeveralCases = {
  name: '0230-index-of-several-cases',
  sql: `
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

create or replace function index_case(wanted bigint) returns void language sql as $$ select index_cases(array[wanted]) $$;
`,
} as const
