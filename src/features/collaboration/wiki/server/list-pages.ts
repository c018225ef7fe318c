import { sql } from 'kysely'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { findPage } from '#kit/server/list/find-page.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import { type listWikiPages, readWiki, type WikiNode } from '../contract.ts'
import { pages, visiblePages } from './page-scope.ts'
import { nodeMembers } from './page-store.ts'

/** Characters that no text has (they are removed first), around a word that was found. */
const [FROM, TO] = ['\u0001', '\u0002']
const excerptOptions = `StartSel=${FROM}, StopSel=${TO}, MaxWords=24, MinWords=12, MaxFragments=1`

/** The pages of an account and the shared ones, each parent's in their order; those with the words, when it searches. */
export async function listPages(db: Database, call: RequestContext<typeof listWikiPages>) {
  const { query, session } = call
  const account =
    query.account === undefined
      ? null
      : (await accountIn(db, session, { name: query.account, permission: readWiki })).id
  const q = (query.q ?? '').trim()
  const words = sql`websearch_to_tsquery('simple', ${q})`
  const where = sql`${visiblePages(session)} and (p.account_id is null or p.account_id = ${account}::bigint)
    and ${q === '' ? sql`true` : sql`p.words @@ ${words}`}`
  const { page, size } = query
  const nodePage = await findPage(db, {
    page,
    size,
    rows: (limit) => sql<{ node: WikiNode; excerpt: string | null }>`
      select json_build_object(${nodeMembers}) as node,
        ${q === '' ? sql`null` : sql`ts_headline('simple', translate(p.body, ${FROM + TO}, ''), ${words}, ${excerptOptions})`} as excerpt
      from (select p.* from ${pages} where ${where} order by p.account_id nulls last, p.position, p.id ${limit}) p left join accounts a on a.id = p.account_id
      order by p.account_id nulls last, p.position, p.id`,
    of: sql`from ${pages} where ${where}`,
    newest: sql`p.updated_at`,
  })
  const rows = nodePage.rows.map(({ node, excerpt }) =>
    excerpt === null ? node : { ...node, excerpt: piecesOf(excerpt) },
  )
  return halPage(call, 'pages', { rows, total: nodePage.total, lastUpdateTime: nodePage.lastUpdateTime })
}

function piecesOf(excerpt: string): { text: string; hit: boolean }[] {
  return excerpt
    .split(FROM!)
    .flatMap((part, index) => {
      if (index === 0) return [{ text: part, hit: false }]
      const [hitText = '', rest = ''] = part.split(TO!)
      return [
        { text: hitText, hit: true },
        { text: rest, hit: false },
      ]
    })
    .filter(({ text }) => text !== '')
}
