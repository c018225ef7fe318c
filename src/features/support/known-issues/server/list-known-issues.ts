import type pg from 'pg'
import { readSort } from '#kit/contract/hal.ts'
import { type PageCursor, readCursor } from '#kit/server/list/page-cursor.ts'
import type { PageCursorCache } from '#kit/server/list/page-cursor-cache.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { likeText } from '#kit/server/sql-text.ts'
import { type BindParameter, buildSql, unpreparedRun } from '#kit/server/statement.ts'
import type { KnownIssue, listKnownIssues } from '../contract.ts'
import { knownIssueMembers } from './known-issue-json.ts'
import { affectsAccount, knownIssueScope, seenCondition } from './known-issue-scope.ts'

type Query = RequestContext<typeof listKnownIssues>['query']
/** The tables that the list reads, and where its pages ended. */
export type KnownIssueLists = { readonly pool: pg.Pool; readonly ends: PageCursorCache }

const orders = {
  updated: { column: 'k.updated_at', type: 'timestamptz' },
  key: { column: 'k.id', type: 'bigint' },
} as const

/** A page of known issues within what the session sees, their total, and the newest change. */
export async function findKnownIssues(
  { pool, ends }: KnownIssueLists,
  session: Session,
  { page, size, sort, after, ...filters }: Query,
  accountId: number | undefined,
) {
  const scope = knownIssueScope(session)
  const { field, descending } = readSort<keyof typeof orders>(sort, { field: 'updated', descending: true })[0]!
  const { column, type } = orders[field]
  const list = JSON.stringify([scope, accountId, filters, field, descending])
  const before =
    after === undefined ? ends.before(list, page * size) : { ...readCursor(after, type), rows: page * size }
  const where = (bind: BindParameter) =>
    [seenCondition(scope, bind), ...conditions(filters, accountId, bind)].join(' and ')
  const run = unpreparedRun(pool)
  const [rows, issueCount] = await Promise.all([
    run<{ row: KnownIssue } & PageCursor>(
      buildSql((bind) => {
        const rest = before
          ? `and (${column}, k.id) ${descending ? '<' : '>'} (${bind(before.value)}::${type}, ${bind(before.id)}::bigint)`
          : ''
        const direction = descending ? 'desc' : 'asc'
        return `select json_build_object(${knownIssueMembers(session, bind)}) as row, ${column}::text as value, k.id::text as id
          from known_issues k where ${where(bind)} ${rest} order by ${column} ${direction}, k.id ${direction}
          limit ${size + 1} offset ${page * size - (before?.rows ?? 0)}`
      }),
    ),
    run<{ count: number; newest: Date | null }>(
      buildSql(
        (bind) => `select count(*) as count, max(k.updated_at) as newest from known_issues k where ${where(bind)}`,
      ),
    ),
  ])
  const pageRows = rows.slice(0, size)
  const { value, id } = pageRows.at(-1) ?? {}
  const end = rows.length > size ? { value: value!, id: id! } : null
  if (end && after === undefined) ends.keep(list, (page + 1) * size, end)
  return {
    rows: pageRows.map(({ row }) => row),
    end,
    total: { count: issueCount[0]!.count },
    lastUpdateTime: issueCount[0]!.newest,
  }
}

function conditions(
  { q, product, severity, state, published }: Omit<Query, 'page' | 'size' | 'sort' | 'after'>,
  accountId: number | undefined,
  bind: BindParameter,
): string[] {
  const words = q?.trim()
  return [
    ...(words ? [wordCondition(words, bind)] : []),
    ...(product?.length ? [`k.product = any(${bind(product)}::text[])`] : []),
    ...(severity?.length ? [`k.severity = any(${bind(severity)}::text[])`] : []),
    ...(state?.length === 1 ? [`k.fixed_in is ${state[0] === 'OPEN' ? '' : 'not '}null`] : []),
    ...(published === undefined ? [] : [`k.published = ${bind(published)}`]),
    ...(accountId === undefined ? [] : [affectsAccount(accountId, bind)]),
  ]
}

/** The key, or every word as the beginning of one of its words. */
export function wordCondition(words: string, bind: BindParameter): string {
  const typedWords = bind(words)
  const query = `(select string_agg('''' || word || ''':*', ' & ')::tsquery from unnest(search_terms(${typedWords})) as word)`
  return `(k.key ilike ${bind(`${likeText(words)}%`)} or k.words @@ ${query})`
}
