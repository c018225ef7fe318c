import type pg from 'pg'
import type { CaseRow } from '../contract.ts'
import { caseRowJson, rowSources } from './case-json.ts'
import { type CaseScope, withinScope } from './case-scope.ts'
import { planned, statement } from './statement.ts'

/** A case with how much it is like a text (0 to 1), and the words that both have. */
export type SimilarCase = CaseRow & { readonly likeness: number; readonly matched: string[] }

const common =
  'the,and,for,with,from,this,that,are,was,were,has,have,had,not,but,our,you,your,can,all,after,since,when,then,they,them,its,into,been,will,one,two'
const MOST = 6
/** How many of the cases changed last are looked at: enough for any account's memory, and bounded in time. */
const RECENT = 2000
/** Of how many of them, those with the most words, the letters are compared. */
const CLOSEST = 100
const LEAST_LIKENESS = 0.12

/**
 * Cases of the customer side like the text being typed, the most alike first: the share of its words that a case has, and
 * how alike the subjects are letter by letter. Words of internal comments never count.
 */
export async function similarCases(pool: pg.Pool, scope: CaseScope, text: string): Promise<SimilarCase[]> {
  const rows = await planned(pool)<{ row: CaseRow; likeness: number; matched: string[] }>(
    statement((bind) => {
      const typed = bind(text)
      return `with wanted as materialized (
          select word, ('''' || word || '''')::tsquery as query from unnest(search_terms(${typed})) as word where length(word) > 2 and word <> all(string_to_array(${bind(common)}, ',')) order by word limit 40
        ), looked as (select string_agg('''' || word || '''', ' | ')::tsquery as words from wanted),
        near as materialized (
          select c.id from cases c where not c.internal and ${withinScope(scope, bind)} order by c.updated_at desc limit ${RECENT}
        ), alike as (
          select c.*, f.customer_words from near join case_search f on f.case_id = near.id join cases c on c.id = near.id, looked
          where f.customer_words @@ looked.words
        ), ranked as (
          select *, round((0.65 * cardinality(matched) / greatest((select count(*) from wanted), 1)
            + 0.35 * word_similarity(lower(subject), lower(${typed})))::numeric, 3)::float8 as likeness
          from (
            select * from (select alike.*, array(select word from wanted where alike.customer_words @@ wanted.query) as matched from alike) found
            order by cardinality(matched) desc, id desc limit ${CLOSEST}
          ) closest
        )
        select ${caseRowJson} as row, c.likeness, c.matched from (select * from ranked where likeness >= ${LEAST_LIKENESS} order by likeness desc, id desc limit ${MOST}) c
        cross join (select ${bind(scope.personId)}::bigint as id) me ${rowSources} order by c.likeness desc, c.id desc`
    }),
  )
  return rows.map(({ row, likeness, matched }) => ({ ...row, likeness: Math.min(likeness, 1), matched }))
}
