import type pg from 'pg'
import type { CaseScope } from './case-scope.ts'
import { planned } from './statement.ts'

/** What is looked for. */
export type Words = {
  /** The forgiving query; null when the text has no word. */
  readonly query: string | null
  /** The key that the text may be. */
  readonly key: string | null
  /** Whether words of internal comments count. */
  readonly internalToo: boolean
  /** The cases that have the words, while they are few; null when they are many. */
  readonly few: readonly number[] | null
  /** Whether so many cases have them that counting up to the cap is soonest done by walking along all cases. */
  readonly everywhere: boolean
}

const keyForm = /^[A-Za-z][A-Za-z0-9]{1,9}-[0-9]{1,9}$/
/** So many cases are sorted as they are; where more have the words, the newest ones are soon met in order of time. */
const FEW = 5_000
/** Percent of the newest cases that have the words: from here on a page of them is met soon without the index of words. */
const COMMON = 5
const EVERYWHERE = 15

/** Turns what somebody typed into a query that forgives typing errors; undefined when nothing was typed. */
export async function wordsOf(
  pool: pg.Pool,
  scope: CaseScope,
  side: { readonly internal: boolean },
  ...typed: readonly (string | undefined)[]
): Promise<Words | undefined> {
  const text = typed
    .filter((part) => part?.trim())
    .join(' ')
    .trim()
  if (text === '') return undefined
  const isKey = keyForm.test(text)
  const internalToo = scope.internal === 'all' || scope.internal.length > 0
  const run = planned(pool)
  const [asked] = await run<{ query: string | null; share: number[] | null }>({
    text: `select q.query, share_with_words(q.query::tsquery, $2) as share from (select ${isKey ? exactly : forgiving} as query) q`,
    values: [text, internalToo],
  })
  const { query, share } = asked!
  const words = { query, key: isKey ? text.toUpperCase() : null, internalToo }
  const accounts = accountsOf(scope)
  if (accounts === null && share![0]! >= COMMON) return { ...words, few: null, everywhere: share![1]! >= EVERYWHERE }
  const [found] = await run<{ matching: string[] | null }>({
    text: `select cases_with_words($1::tsquery, $2, $3, $4, ${FEW + 1}) as matching`,
    values: [query, accounts, side.internal, internalToo],
  })
  const matching = found!.matching ?? []
  return { ...words, few: matching.length > FEW ? null : matching.map(Number), everywhere: false }
}

const forgiving = 'forgiving_query($1)::text'
/** A key is meant as it is: ACME-1 is neither ACME-12 nor ACNE-1. */
const exactly = `(select string_agg('''' || word || '''', ' & ') from unnest(search_terms($1)) as word)`

/** The accounts whose cases are in the scope, as `cases_with_words` wants them: null for all. */
export function accountsOf({ whole, limited }: CaseScope): readonly number[] | null {
  return whole === 'all' ? null : [...whole, ...limited]
}
