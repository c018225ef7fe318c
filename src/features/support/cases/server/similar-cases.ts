import type pg from 'pg'
import { type CaseScope, scopeCondition } from '#features/support/case-access/server/index.ts'
import { buildSql, unpreparedRun } from '#kit/server/statement.ts'
import type { CaseRow } from '../contract.ts'
import { caseRowJson, rowSources } from './case-json.ts'

/** A case with its similarity to a text (0 to 1), and the common words. */
export type SimilarCase = CaseRow & { readonly likeness: number; readonly matched: string[] }

const commonWords =
  'the,and,for,with,from,this,that,are,was,were,has,have,had,not,but,our,you,your,can,all,after,since,when,then,they,them,its,into,been,will,one,two'
const MOST = 6
/** How many of the last changed cases are compared, whatever their words. */
const LATEST = 500
/** A word is significant when fewer cases than this have it; all of those are compared, for this number of words. */
const TELLING = 200
const MOST_TELLING = 8
/** For how many of them, those with the most words, the subjects are compared letter by letter. */
const CLOSEST = 100
const LEAST_LIKENESS = 0.12

/**
 * Cases of the customer side similar to the text being typed, the most similar first, out of the last changed ones and
 * all that share one of its rare words (by PostgreSQL's own statistics): the share of its words that a case has, and
 * how similar the subjects are letter by letter. Words of internal comments never count.
 */
export async function similarCases(pool: pg.Pool, scope: CaseScope, text: string): Promise<SimilarCase[]> {
  const rows = await unpreparedRun(pool)<{ row: CaseRow; likeness: number; matched: string[] }>(
    buildSql((bind) => {
      const typedText = bind(text)
      return `with wanted as materialized (
          select word, ('''' || word || '''')::tsquery as query from unnest(search_terms(${typedText})) as word where length(word) > 2 and word <> all(string_to_array(${bind(commonWords)}, ',')) order by word limit 40
        ), common as materialized (
          select word, share from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as known(word, share)
          where schemaname = current_schema() and tablename = 'case_search' and attname = 'customer_words'
        ), telling as materialized (
          select query from wanted left join common using (word)
          where coalesce(share, 0) * (select reltuples from pg_class where oid = 'case_search'::regclass) < ${TELLING} order by coalesce(share, 0), word limit ${MOST_TELLING}
        ), near as materialized (
          (select c.id from cases c where not c.internal and ${scopeCondition(scope, bind)} order by c.updated_at desc limit ${LATEST})
          union
          select own.id from telling cross join lateral (
            select c.id from case_search f join cases c on c.id = f.case_id
            where f.customer_words @@ telling.query and not c.internal and ${scopeCondition(scope, bind)} limit ${TELLING}) own
        ), alike as materialized (
          select near.id, array(select word from wanted where f.customer_words @@ wanted.query) as matched from near join case_search f on f.case_id = near.id
        ), ranked as (
          select *, round((0.65 * cardinality(matched) / greatest((select count(*) from wanted), 1)
            + 0.35 * word_similarity(lower(subject), lower(${typedText})))::numeric, 3)::float8 as likeness
          from (
            select c.*, closest.matched from (select * from alike where cardinality(matched) > 0 order by cardinality(matched) desc, id desc limit ${CLOSEST}) closest
            join cases c on c.id = closest.id
          ) found
        )
        select ${caseRowJson} as row, c.likeness, c.matched from (select * from ranked where likeness >= ${LEAST_LIKENESS} order by likeness desc, id desc limit ${MOST}) c
        cross join (select ${bind(scope.userId)}::bigint as id) me ${rowSources} order by c.likeness desc, c.id desc`
    }),
  )
  return rows.map(({ row, likeness, matched }) => ({ ...row, likeness: Math.min(likeness, 1), matched }))
}
