import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { PageAudience } from '../contract.ts'
import { type DemoKey, demoTexts } from './demo-texts.ts'

type DemoPage = {
  readonly key: DemoKey
  readonly title: string
  /** Shared, or of the account. */
  readonly isShared?: boolean
  readonly parent?: DemoKey
  readonly audience?: PageAudience
  /** Hours since it was saved. */
  readonly hours: number
  readonly author: Author
}
type Author = 'manager' | 'csm'

/** In the order of their places; a parent is before its subpages. */
const pages: readonly DemoPage[] = [
  { key: 'maintenance', title: 'Maintenance window', isShared: true, hours: 720, author: 'csm' },
  { key: 'before', title: 'Before the window', isShared: true, parent: 'maintenance', hours: 700, author: 'csm' },
  { key: 'after', title: 'After the window', isShared: true, parent: 'maintenance', hours: 690, author: 'csm' },
  { key: 'contacts', title: 'Contacts on call', hours: 340, author: 'manager' },
  { key: 'firmware', title: 'RPD firmware upgrade', hours: 26, author: 'manager' },
  { key: 'account', title: 'What to know about this account', audience: 'VENDOR', hours: 120, author: 'csm' },
]

/** Pages of the demo: a shared runbook, and pages of the customer's account, one for vendor staff alone. */
export async function makeDemoWiki(
  tx: Tx,
  users: Readonly<Record<Author, { readonly id: number }>>,
  account: string,
): Promise<void> {
  const ids = new Map<DemoKey, number>()
  for (const [position, page] of pages.entries()) {
    const texts = demoTexts[page.key]
    const { rows } = await sql<{ id: number }>`
      insert into wiki_pages (account_id, parent_id, title, body, audience, position, revision, created_at, created_by, updated_at, updated_by)
      select ${page.isShared ? null : sql`(select id from accounts where name = ${account})`}::bigint, ${(page.parent && ids.get(page.parent)) ?? null}::bigint,
        ${page.title}, ${texts.at(-1)!.body}, ${page.audience ?? 'ALL'}, ${position}, ${texts.length},
        now() - make_interval(hours => ${page.hours + 24 * (texts.length - 1)}), ${users[page.author].id},
        now() - make_interval(hours => ${page.hours}), ${users[page.author].id} returning id`.execute(tx)
    const id = rows[0]!.id
    ids.set(page.key, id)
    for (const [index, { body, note = null }] of texts.entries())
      await sql`
        insert into wiki_versions (page_id, number, title, body, audience, author_id, saved_at, note)
        values (${id}, ${index + 1}, ${page.title}, ${body}, ${page.audience ?? 'ALL'}, ${users[page.author].id},
          now() - make_interval(hours => ${page.hours + 24 * (texts.length - 1 - index)}), ${note})`.execute(tx)
  }
}
