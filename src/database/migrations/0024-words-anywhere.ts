/** How many cases have the words of a search is judged by cases from anywhere, whatever the newest are about. */
export const wordsAnywhere = {
  name: '0024-words-anywhere',
  sql: `
-- Up to so many cases of one side that have the words, of some accounts or (null) of all; null when there are certainly
-- twice as many: then nobody needs their number, and the newest of them are soon met in order of time. Certain by some
-- 700 cases from anywhere, the same each time, so that they stay in memory. The newest are not asked: after a flood of
-- cases about something else the index would gather a quarter of a million places of a common word to name 10,000. And
-- the words must be on five pages of the table, for one page is full of them where one event made all the cases.
-- Always by the index of words: a limit tempts the planner to walk the table until it has enough, which for words that
-- never meet is all of it.
create or replace function cases_with_words(wanted tsquery, accounts bigint[], of_internal boolean, words_inside boolean, most integer)
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
`,
}
