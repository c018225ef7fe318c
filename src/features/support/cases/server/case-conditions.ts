import type * as z from 'zod/mini'
import { likeText } from '#kit/server/sql-text.ts'
import type { BindParameter } from '#kit/server/statement.ts'
import type { caseFilters } from '../contract.ts'
import { isOutdated } from './case-json.ts'
import type { SearchTerms } from './search-terms.ts'

/** The filters of a list of cases, from a query or a body. */
export type CaseFilters = {
  readonly [Name in keyof typeof caseFilters]?: z.output<(typeof caseFilters)[Name]> | undefined
}

/** The condition of the filters on `cases c`; `words` is the query made of `q` and `text`. */
export function filterConditions(
  filters: CaseFilters,
  userId: number,
  words: SearchTerms | undefined,
  bind: BindParameter,
): string[] {
  const {
    type,
    status,
    priority,
    product,
    labels,
    open,
    watched: isWatched,
    assignee,
    reporter,
    subjectContains,
  } = filters
  return [
    `c.internal = ${filters.internal === true}`,
    anyOf('c.type', type, bind),
    anyOf('c.status', status, bind),
    anyOf('c.priority', priority, bind),
    anyOf('c.product', product, bind),
    labels?.length && `c.labels && ${bind(labels)}::text[]`,
    assignee?.length && assignedTo(assignee, bind),
    reporter?.length && `c.reporter_id in (select id from users where email = any(${bind(lower(reporter))}::text[]))`,
    open !== undefined && `${open ? '' : 'not '}c.is_open`,
    filters.outdated !== undefined && `${filters.outdated ? '' : 'not '}${isOutdated}`,
    isWatched !== undefined &&
      `${isWatched ? '' : 'not '}exists (select 1 from case_watchers mine where mine.case_id = c.id and mine.user_id = ${bind(userId)})`,
    ...ranges(filters, bind),
    subjectContains && `c.subject ilike ${bind(`%${likeText(subjectContains)}%`)}`,
    words && wordCondition(words, bind),
  ].filter((condition) => typeof condition === 'string' && condition !== '') as string[]
}

/** The name `none` among the assignees stands for cases without an assignee. */
function assignedTo(assignees: readonly string[], bind: BindParameter): string {
  const names = lower(assignees).filter((name) => name !== 'none')
  const either = [
    names.length < assignees.length && 'c.assignee_id is null',
    names.length > 0 && `c.assignee_id in (select id from users where email = any(${bind(names)}::text[]))`,
  ]
  return `(${either.filter(Boolean).join(' or ')})`
}

/** By ids on every side, so that the index of keys and that of words are each used. */
function wordCondition({ query, key, internalToo, few }: SearchTerms, bind: BindParameter): string {
  if (few !== null && key === null) return `c.id = any(${bind(few)}::bigint[])`
  const withWords = few === null ? casesWithWords(bind(query), internalToo) : `select unnest(${bind(few)}::bigint[])`
  if (key === null) return `c.id in (${withWords})`
  return `c.id in (${withWords} union all select k.id from cases k where k.key = ${bind(key)} union all select k.case_id from tracker_keys k where k.tracker_key = ${bind(key)})`
}

/** Selects the ids of the cases that have the words; `query` is a placeholder. */
function casesWithWords(query: string, internalToo: boolean): string {
  const words = `${query}::tsquery`
  const either = internalToo
    ? `f.customer_words @@ ${words} or f.internal_words @@ ${words}`
    : `f.customer_words @@ ${words}`
  return `select f.case_id from case_search f where (${either})`
}

function ranges(filters: CaseFilters, bind: BindParameter): (string | false)[] {
  const from = (column: string, value: string | undefined) =>
    value !== undefined && `c.${column} >= ${bind(value)}::timestamptz`
  const to = (column: string, value: string | undefined) =>
    value !== undefined && `c.${column} < ${bind(value)}::timestamptz`
  return [
    from('created_at', filters.createdFrom),
    to('created_at', filters.createdTo),
    from('updated_at', filters.updatedFrom),
    to('updated_at', filters.updatedTo),
    from('resolved_at', filters.resolvedFrom),
    to('resolved_at', filters.resolvedTo),
  ]
}

function anyOf(column: string, wantedValues: readonly string[] | undefined, bind: BindParameter): string | false {
  if (!wantedValues?.length) return false
  return wantedValues.length === 1
    ? `${column} = ${bind(wantedValues[0])}`
    : `${column} = any(${bind(wantedValues)}::text[])`
}

function lower(names: readonly string[]): string[] {
  return names.map((name) => name.toLowerCase())
}
