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
  const [row] = await prepared(pool)<{ query: string | null }>({
    text: 'select forgiving_query($1)::text as query',
    values: [text],
  })
  return {
    query: row!.query,
    key: keyForm.test(text) ? text.toUpperCase() : null,
    internalToo: scope.internal === 'all' || scope.internal.length > 0,
  }
}
