/** Words of cases for search, forgiving queries, and what raises the version of an account's collection of cases. */
export const caseSearch = {
  name: '0006-case-search',
  sql: `
-- The words of a text: lower case, without accents, letters and digits alone, each once, at most 60 characters long.
create function search_terms(input text) returns text[] language sql stable parallel safe as $$
  select coalesce(array_agg(distinct left(word, 60)), '{}')
  from regexp_split_to_table(lower(unaccent(input)), '[^[:alnum:]]+') as word where word <> ''
$$;

-- A query that forgives: every word counts as itself, as the beginning of a longer one, and as any known word with one
-- letter wrong (two from eight letters on). Null when the text has no word. Ten words are looked for, the rest ignored.
create function forgiving_query(input text) returns tsquery language sql stable set pg_trgm.similarity_threshold = 0.2 as $$
  select string_agg(alternatives, ' & ')::tsquery from (
    select '(' || string_agg(distinct alternative, ' | ') || ')' as alternatives
    from unnest((search_terms(input))[1:10]) as wanted,
      lateral (
        select '''' || wanted || ''':*' as alternative
        union all
        (select '''' || known.word || '''' from search_words known
         where length(wanted) >= 4 and known.word % wanted
           and levenshtein_less_equal(known.word, wanted, case when length(wanted) >= 8 then 2 else 1 end)
             <= case when length(wanted) >= 8 then 2 else 1 end
         order by similarity(known.word, wanted) desc limit 20)
      ) as either
    group by wanted
  ) as every_word
$$;

-- Writes the words of a case anew, in the transaction of whatever changed them. The first 100,000 characters count, which
-- keeps the vector within what PostgreSQL can hold. The internal words hold those of the customer side too, so that a
-- search by vendor staff finds a case whose words are spread over both.
create function index_case(wanted bigint) returns void language plpgsql as $$
declare
  shared text[];
  internal_texts text;
  everything text[] := '{}';
begin
  select search_terms(left(concat_ws(' ', c.key, c.tracker_key, c.subject, c.product, c.product_version, array_to_string(c.labels, ' '), c.description,
    (select string_agg(a.filename, ' ') from case_attachments a where a.case_id = c.id),
    (select string_agg(m.body, ' ' order by m.id desc) from case_comments m where m.case_id = c.id)), 100000))
  into shared from cases c where c.id = wanted;
  if shared is null then return; end if;
  select string_agg(m.body, ' ' order by m.id desc) into internal_texts from case_internal_comments m where m.case_id = wanted;
  if internal_texts is not null then
    everything := array(select distinct word from unnest(shared || search_terms(left(internal_texts, 100000))) as word limit 60000);
  end if;
  insert into case_search (case_id, customer_words, internal_words) values (wanted, array_to_tsvector(shared), array_to_tsvector(everything))
  on conflict (case_id) do update set customer_words = excluded.customer_words, internal_words = excluded.internal_words;
  -- In one order always, so that two writers never wait for each other.
  insert into search_words (word) select word from unnest(shared || everything) as word where length(word) > 2 group by word order by word on conflict do nothing;
end $$;

-- Names that lists of cases show: a new one makes what browsers keep of those lists stale.
create function people_shown_in_cases() returns trigger language plpgsql as $$
begin
  update case_collections set version = version + 1 where account_id in (
    select account_id from cases where reporter_id = new.id union select account_id from cases where assignee_id = new.id);
  return null;
end $$;
create trigger people_shown_in_cases after update of full_name, email on users for each row
  when (old.full_name is distinct from new.full_name or old.email is distinct from new.email) execute function people_shown_in_cases();
create function accounts_shown_in_cases() returns trigger language plpgsql as $$
begin update case_collections set version = version + 1 where account_id = new.id; return null; end $$;
create trigger accounts_shown_in_cases after update of name, display_name, project_key, deleted_at on accounts for each row execute function accounts_shown_in_cases();
`,
}
