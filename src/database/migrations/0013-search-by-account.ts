/** Words of cases are looked for within accounts and sides by the index itself, and a search learns first how many cases have them. */
export const searchByAccount = {
  name: '0013-search-by-account',
  sql: `
alter table case_search add column account_id bigint, add column internal boolean not null default false;
update case_search s set account_id = c.account_id, internal = c.internal from cases c where c.id = s.case_id;
alter table case_search alter column account_id set not null;
drop index case_search_customer;
drop index case_search_internal;
create index case_search_customer on case_search using gin (account_id, customer_words);
create index case_search_internal on case_search using gin (account_id, internal_words);

create or replace function index_case(wanted bigint) returns void language plpgsql as $$
declare
  the_case cases;
  shared text[];
  internal_texts text;
  everything text[] := '{}';
begin
  select * into the_case from cases where id = wanted;
  if not found then return; end if;
  select search_terms(left(concat_ws(' ', the_case.key, the_case.tracker_key, the_case.subject, the_case.product, the_case.product_version,
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

-- Up to so many cases of one side that have the words, of some accounts or (null) of all. Always by the index of words: a
-- limit tempts the planner to walk the table until it has enough, which for words that never meet is all of it.
create function cases_with_words(wanted tsquery, accounts bigint[], of_internal boolean, words_inside boolean, most integer)
returns bigint[] language plpgsql stable set enable_seqscan = off set enable_indexscan = off as $$
declare
  matching bigint[];
begin
  execute 'select array(select case_id from case_search where internal = $3 and '
    || case when accounts is null then '' else 'account_id = any($2) and ' end
    || case when words_inside then '(customer_words @@ $1 or internal_words @@ $1)' else 'customer_words @@ $1' end || ' limit $4)'
  into matching using wanted, accounts, of_internal, most;
  return matching;
end $$;

-- Of a hundred cases how many have the words: of the newest five hundred, and of about a thousand from anywhere.
create function share_with_words(wanted tsquery, words_inside boolean) returns real[] language sql stable as $$
  select array[
    (select 100.0 * count(*) filter (where customer_words @@ wanted or words_inside and internal_words @@ wanted) / greatest(count(*), 1)
     from (select * from case_search order by case_id desc limit 500) newest),
    (select 100.0 * count(*) filter (where customer_words @@ wanted or words_inside and internal_words @@ wanted) / greatest(count(*), 1)
     from case_search tablesample system (0.1))
  ]::real[]
$$;

-- A word is known by its beginning already, so that its longer forms need not be asked for again.
create or replace function forgiving_query(input text) returns tsquery language sql stable set pg_trgm.similarity_threshold = 0.2 as $$
  select string_agg(alternatives, ' & ')::tsquery from (
    select '(' || string_agg(distinct alternative, ' | ') || ')' as alternatives
    from unnest((search_terms(input))[1:10]) as wanted,
      lateral (
        select '''' || wanted || ''':*' as alternative
        union all
        (select '''' || known.word || '''' from search_words known
         where length(wanted) >= 4 and known.word % wanted and not starts_with(known.word, wanted)
           and levenshtein_less_equal(known.word, wanted, case when length(wanted) >= 8 then 2 else 1 end)
             <= case when length(wanted) >= 8 then 2 else 1 end
         order by similarity(known.word, wanted) desc limit 20)
      ) as either
    group by wanted
  ) as every_word
$$;
`,
}
