import type pg from 'pg'
import type { CaseScope } from '#features/support/case-access/server/index.ts'
import { TOTAL_CAP } from '#kit/contract/hal.ts'
import { unpreparedRun } from '#kit/server/statement.ts'

/** The search terms. */
export type SearchTerms = {
  /** The tolerant query; null when the text has no word. */
  readonly query: string | null
  /** The key that the text may be. */
  readonly key: string | null
  /** Whether words of internal comments count. */
  readonly internalToo: boolean
  /** The cases that have the words, while they are few; null when they are many. */
  readonly few: readonly number[] | null
  /** How many cases have them, up to one more than the cap; independent of other filters. */
  readonly total: number
}

const keyForm = /^[A-Za-z][A-Za-z0-9]{1,9}-[0-9]{1,9}$/
/**
 * Up to this number, cases are sorted directly; where more have the words, the newest ones are soon met in order of
 * time.
 */
const SORT_IN_MEMORY_LIMIT = 5_000

/** Turns the input into a query that tolerates typing errors; undefined when the input is empty. */
export async function parseSearchTerms(
  pool: pg.Pool,
  scope: CaseScope,
  side: { readonly internal: boolean },
  ...typedTexts: readonly (string | undefined)[]
): Promise<SearchTerms | undefined> {
  const text = typedTexts
    .filter((part) => part?.trim())
    .join(' ')
    .trim()
  if (text === '') return undefined
  const isKey = keyForm.test(text)
  const internalToo = scope.internal === 'all' || scope.internal.length > 0
  const [terms] = await unpreparedRun(pool)<{ query: string | null; matching: string[] | null }>({
    text: `select q.query, cases_with_words(q.query::tsquery, $2, $3, $4, ${TOTAL_CAP + 1}) as matching from (select ${isKey ? exactly : forgivingQuery} as query) q`,
    values: [text, accountsOf(scope), side.internal, internalToo],
  })
  const { query, matching } = terms!
  const total = matching?.length ?? TOTAL_CAP + 1
  const few = matching && total <= SORT_IN_MEMORY_LIMIT ? matching.map(Number) : null
  return { query, key: isKey ? text.toUpperCase() : null, internalToo, few, total }
}

const forgivingQuery = 'forgiving_query($1)::text'
/** A key is matched exactly: ACME-1 is neither ACME-12 nor ACNE-1. */
const exactly = `(select string_agg('''' || word || '''', ' & ') from unnest(search_terms($1)) as word)`

/** The accounts whose cases are in the scope, as `cases_with_words` needs them: null for all. */
function accountsOf({ whole, limited }: CaseScope): readonly number[] | null {
  return whole === 'all' ? null : [...whole, ...limited]
}
