/**
 * Searching cases asks the index for words as they are written, never for a beginning: all cases of a beginning are
 * gathered before they are compared, those of a word are skipped through (eight times as fast where words rarely meet).
 */
export const quickSearch = {
  name: '0015-quick-search',
  sql: `
-- What somebody typed, as a query: each word with its longer forms that cases have, and what it may be by a typing error
-- in its letters (a number with another digit is another number).
create or replace function forgiving_query(input text) returns tsquery language sql stable set pg_trgm.similarity_threshold = 0.2 as $$
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

drop function share_with_words(tsquery, boolean);
drop function cases_with_words(tsquery, bigint[], boolean, boolean, integer);

-- Up to so many cases of one side that have the words, of some accounts or (null) of all; null when there are certainly
-- twice as many: then nobody needs their number, and the newest of them are soon met in order of time. Certain by some
-- 700 cases from anywhere, the same each time, so that they stay in memory.
-- Always by the index of words: a limit tempts the planner to walk the table until it has enough, which for words that
-- never meet is all of it.
create function cases_with_words(wanted tsquery, accounts bigint[], of_internal boolean, words_inside boolean, most integer)
returns bigint[] language plpgsql stable set enable_seqscan = off set enable_indexscan = off as $$
declare
  matching bigint[];
  newest real;
  anywhere real;
  percent real;
begin
  if accounts is null then
    select avg((internal = of_internal and (customer_words @@ wanted or words_inside and internal_words @@ wanted))::int)
    into newest from (select * from case_search order by case_id desc limit 300) latest;
    if newest > 0.05 then
      select least(100, 70000 / greatest(reltuples, 1)) into percent from pg_class where oid = 'case_search'::regclass;
      select sum((internal = of_internal and (customer_words @@ wanted or words_inside and internal_words @@ wanted))::int) * 100 / percent
      into anywhere from case_search tablesample system (percent) repeatable (1);
      if anywhere > 2 * most then return null; end if;
    end if;
  end if;
  execute 'select array(select case_id from case_search where internal = $3 and '
    || case when accounts is null then '' else 'account_id = any($2) and ' end
    || case when words_inside then '(customer_words @@ $1 or internal_words @@ $1)' else 'customer_words @@ $1' end || ' limit $4)'
  into matching using wanted, accounts, of_internal, most;
  return matching;
end $$;

-- People of a role, of vendor and customers alike.
create index role_grants_role on role_grants (role, user_id);
drop index role_grants_vendor;
`,
}
