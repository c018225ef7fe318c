import type pg from 'pg'
import type { Words } from './case-conditions.ts'
import type { CaseScope } from './case-scope.ts'
import { prepared } from './statement.ts'

const keyForm = /^[A-Za-z][A-Za-z0-9]{1,9}-[0-9]{1,9}$/

/** Turns what somebody typed into a query that forgives typing errors; undefined when nothing was typed. */
export async function wordsOf(
  pool: pg.Pool,
  scope: CaseScope,
  ...typed: readonly (string | undefined)[]
): Promise<Words | undefined> {
  const text = typed
    .filter((part) => part?.trim())
    .join(' ')
    .trim()
  if (text === '') return undefined
  const isKey = keyForm.test(text)
  // A key is meant as it is: ACME-1 is neither ACME-12 nor ACNE-1.
  const query = isKey
    ? `select string_agg('''' || word || '''', ' & ') as query from unnest(search_terms($1)) as word`
    : 'select forgiving_query($1)::text as query'
  const [row] = await prepared(pool)<{ query: string | null }>({ text: query, values: [text] })
  return {
    query: row!.query,
    key: isKey ? text.toUpperCase() : null,
    internalToo: scope.internal === 'all' || scope.internal.length > 0,
  }
}
