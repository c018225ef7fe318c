import type pg from 'pg'
import { type CaseScope, scopeCondition } from '#features/support/case-access/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { cappedTotal, type PageEnd, type Total } from '#kit/server/list/hal-list.ts'
import type { LargeCountCache } from '#kit/server/list/large-count-cache.ts'
import { type PageCursor, readCursor } from '#kit/server/list/page-cursor.ts'
import type { PageCursorCache } from '#kit/server/list/page-cursor-cache.ts'
import { readByCursor } from '#kit/server/list/read-by-cursor.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import {
  type BindParameter,
  buildSql,
  preparedRun,
  type Run,
  type Statement,
  unpreparedRun,
} from '#kit/server/statement.ts'
import type { CaseRow } from '../contract.ts'
import { type CaseFilters, filterConditions } from './case-conditions.ts'
import { caseRowJson, rowSources, summaryColumns, summarySources } from './case-json.ts'
import type { SearchTerms } from './search-terms.ts'

/** What to list: within a scope, by filters, searched by words. */
export type CaseSelection = {
  readonly scope: CaseScope
  readonly filters: CaseFilters
  readonly words?: SearchTerms | undefined
}
/** The tables that lists of cases read. */
export type CaseLists = { readonly pool: pg.Pool; readonly many: LargeCountCache; readonly anchors: PageCursorCache }
type Order = { readonly field: string; readonly descending: boolean }
type Page = {
  readonly page: number
  readonly size: number
  readonly sort?: readonly string[] | undefined
  readonly after?: string | undefined
}
type ListedCases = { rows: string; count: number; total: Total; lastUpdateTime: string | null; end?: PageEnd }

const usualSort = { field: 'updatedAt', descending: true } as const
const orders: Readonly<Record<string, readonly string[]>> = {
  updatedAt: ['c.updated_at'],
  createdAt: ['c.created_at'],
  key: ["split_part(c.key, '-', 1)", 'length(c.key)', 'c.key'],
  subject: ['c.subject collate "und-x-icu"'],
  status: [
    "array_position('{NEW,OPEN,IN_PROGRESS,WAITING_FOR_VENDOR,WAITING_FOR_CUSTOMER,ESCALATED,RESOLVED,CLOSED,DECLINED}'::text[], c.status)",
  ],
  priority: ['c.priority_rank'],
  due: ['c.due_at'],
  account: ['(select display_name from accounts where id = c.account_id) collate "und-x-icu"'],
}

/**
 * A page of cases as JSON text, with the total up to the cap and the newest change. The page's ids and the total are
 * selected side by side; one statement for all lists makes rows of ids, so that its many joins are planned only once.
 */
export async function listCases(
  { pool, many, anchors }: CaseLists,
  selection: CaseSelection,
  { page, size, sort, after }: Page,
  projection?: 'summary',
): Promise<ListedCases> {
  if (nothingHas(selection.words)) return { rows: '[]', count: 0, total: { count: 0 }, lastUpdateTime: null }
  const order = readSort(sort, usualSort)
  const newestFirst = page === 0 && order[0]!.field === 'updatedAt' && order[0]!.descending && !selection.words?.key
  const list = isKeyed(order, selection) ? JSON.stringify([selection, order]) : undefined
  const { before, skip } = startOf(anchors, list, { page, size, after })
  // Skipped rows and words decide the best plan, so only a list from an end without words is prepared.
  const run = skip === 0 && !selection.words ? preparedRun(pool) : unpreparedRun(pool)
  const [[idPage], caseCount] = await Promise.all([
    run<{ ids: string; more: boolean } & PageCursor>(idsStatement(selection, order, { size, skip, before })),
    countOf(run, many, selection, !newestFirst),
  ])
  const { ids, more, ...last } = idPage!
  const end = list === undefined ? undefined : more ? last : null
  if (list !== undefined && end && after === undefined) anchors.keep(list, (page + 1) * size, end)
  const [rowsResult] = await preparedRun(pool)<{ rows: string; count: number; newest: string | null }>({
    text: projection === 'summary' ? summariesOfIds : rowsOfIds,
    values: [ids, selection.scope.userId],
  })
  const lastUpdateTime = newestFirst ? rowsResult!.newest : (caseCount.newest ?? null)
  return { rows: rowsResult!.rows, count: rowsResult!.count, total: cappedTotal(caseCount.total), lastUpdateTime, end }
}

/** The end that a page is read from, and the rows to skip from there. Only a list with keys is continued. */
function startOf(
  anchors: PageCursorCache,
  list: string | undefined,
  { page, size, after }: Pick<Page, 'page' | 'size' | 'after'>,
): { before: PageCursor | undefined; skip: number } {
  if (after !== undefined) return { before: readCursor(after, list === undefined ? undefined : 'timestamptz'), skip: 0 }
  const before = list === undefined ? undefined : anchors.before(list, page * size)
  return { before, skip: page * size - (before?.rows ?? 0) }
}

/** The number of cases, up to the cap. */
export async function countMatching({ pool, many }: CaseLists, selection: CaseSelection): Promise<Total> {
  if (nothingHas(selection.words)) return { count: 0 }
  const run = selection.words ? unpreparedRun(pool) : preparedRun(pool)
  return cappedTotal((await countOf(run, many, selection, false)).total)
}

/** Every case, one after the other; stops reading when the consumer stops. */
export async function* eachCase(pool: pg.Pool, selection: CaseSelection, sort: Page['sort']): AsyncGenerator<CaseRow> {
  const { text: statement, values: parameters } = buildSql(
    (
      bind,
    ) => `select ${caseRowJson} as row from cases c cross join (select ${bind(selection.scope.userId)}::bigint as id) me ${rowSources}
      where ${conditions(selection, bind)} order by ${orderBy(readSort(sort, usualSort), selection.words, bind)}`,
  )
  for await (const { row } of readByCursor<{ row: CaseRow }>(pool, { sql: statement, parameters })) yield row
}

const times: Readonly<Record<string, string>> = {
  updatedAt: 'c.updated_at',
  createdAt: 'c.created_at',
  due: 'c.due_at',
}

/** Whether a page can start from the end of the previous one: sorted by one time, and not by words. */
function isKeyed([first, second]: readonly Order[], { words }: CaseSelection): boolean {
  return first!.field in times && second === undefined && words === undefined
}

/**
 * Selects the ids of a page, whether more follow, and where it ends; only returned columns become text, for skipped rows have
 * columns too.
 */
function idsStatement(
  selection: CaseSelection,
  order: readonly Order[],
  { size, skip, before }: { size: number; skip: number; before: PageCursor | undefined },
): Statement {
  return buildSql((bind) => {
    const { field, descending } = order[0]!
    const time = times[field] ?? 'null'
    const after = before
      ? `and (${time}, c.id) ${descending ? '<' : '>'} (${bind(before.value)}::timestamptz, ${bind(before.id)}::bigint)`
      : ''
    const where = `${conditions(selection, bind)} ${after}`
    const by = orderBy(order, selection.words, bind)
    const last = `[least(count(*), ${size})::int]::text`
    return `select coalesce((array_agg(id))[1:${size}], '{}')::text as ids, count(*) > ${size} as more, (array_agg(value))${last} as value, (array_agg(id))${last} as id
      from (select c.id, ${time} as value from cases c where ${where} order by ${by} limit ${size + 1} offset ${skip}) page`
  })
}

/** The side of a case never changes, so what was within the scope a moment ago still is. */
const rowsOfIds = `
  select coalesce('[' || string_agg(${caseRowJson}::text, ',' order by page.place) || ']', '[]') as rows, count(*) as count, ${isoJson('max(c.updated_at)')} as newest
  from unnest($1::bigint[]) with ordinality page(id, place) join cases c on c.id = page.id cross join (select $2::bigint as id) me ${rowSources}`

/** The same with the rows of `projection=summary`: composite values become JSON without spaces. */
const summariesOfIds = `
  select coalesce('[' || string_agg(row_to_json(listed)::text, ',' order by page.place) || ']', '[]') as rows, count(*) as count, ${isoJson('max(c.updated_at)')} as newest
  from unnest($1::bigint[]) with ordinality page(id, place) join cases c on c.id = page.id cross join (select $2::bigint as id) me ${summarySources}
  cross join lateral (select ${summaryColumns}) listed`

type CaseCount = { readonly total: number; readonly newest?: string | null }

/** Whether no case has the requested words. */
function nothingHas(words: SearchTerms | undefined): boolean {
  return words?.few?.length === 0 && words.key === null
}

async function countOf(
  run: Run,
  many: LargeCountCache,
  selection: CaseSelection,
  withNewest: boolean,
): Promise<CaseCount> {
  const matchingCases = buildSql((bind) => `from cases c where ${conditions(selection, bind)}`)
  const list = JSON.stringify(matchingCases)
  const knownCount = knownTotal(selection) ?? (many.has(list) ? many.limit : undefined)
  if (knownCount !== undefined && !withNewest) return { total: knownCount }
  const { text, values } = matchingCases
  const total = knownCount ?? `(select count(*) from (select 1 ${text} limit ${many.limit}) matched)`
  const newest = isoJson(`(select c.updated_at ${text} order by c.updated_at desc limit 1)`)
  const countStatement = { text: `select ${total} as total ${withNewest ? `, ${newest} as newest` : ''}`, values }
  const [caseCount] = await run<CaseCount>(countStatement)
  if (knownCount === undefined) many.keep(list, caseCount!.total)
  return caseCount!
}

/** With words alone, their total is known already. */
function knownTotal({ scope, filters, words }: CaseSelection): number | undefined {
  const { q: _q, text: _text, account: _account, internal: _internal, ...others } = filters
  const hasFilters = Object.values(others).some((one) => one !== undefined)
  return !words || words.key !== null || scope.limited.length > 0 || hasFilters ? undefined : words.total
}

function conditions({ scope, filters, words }: CaseSelection, bind: BindParameter): string {
  return [scopeCondition(scope, bind), ...filterConditions(filters, scope.userId, words, bind)].join(' and ')
}

/** An exact key comes first; ties end in the id, so that pages never overlap. */
function orderBy(order: readonly Order[], words: SearchTerms | undefined, bind: BindParameter): string {
  const exact = words?.key ? [`(c.key = ${bind(words.key)}) desc`] : []
  const fields = order.flatMap(({ field, descending }) =>
    orders[field]!.map((column) => `${column} ${descending ? 'desc' : 'asc'}`),
  )
  return [...exact, ...fields, `c.id ${order[0]!.descending ? 'desc' : 'asc'}`].join(', ')
}
