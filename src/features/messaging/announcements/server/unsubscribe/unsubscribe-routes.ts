import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  endGroupMail,
  readUnsubscription,
  UNSUBSCRIBE,
  type Unsubscription,
} from '#features/messaging/notifications/server/index.ts'
import { pageTheme, sendPage } from '#features/sign-in/identity-providers/server/index.ts'
import { networkOf } from '#kit/server/client-address.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { announcementSettingsChanged } from '../../contract.ts'
import { confirmPage, donePage } from './pages.ts'

const LARGEST_BODY = 16_384
const REQUESTS = { count: 60, seconds: 60 }

/**
 * The page of the unsubscribe links in mails (RFC 8058). Only POST changes something: programs that check mails open
 * every link. The token is the authorization, so mail programs need no session.
 */
export async function serveUnsubscribe(portal: AppContext): Promise<void> {
  await portal.http.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    // Mail programs send `List-Unsubscribe=One-Click` as a form of either kind; the address says all.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST_BODY }, (_request, _body, finish) =>
      finish(null, {}),
    )
    scope.get(UNSUBSCRIBE, async (request, reply) => sendPage(reply, confirmPage(pageTheme(portal, request))))
    scope.post(UNSUBSCRIBE, async (request, reply) => {
      portal.limits?.take(REQUESTS, `unsubscribe ${networkOf(request.ip)}`)
      const { token } = request.query as Readonly<Record<string, unknown>>
      const unsubscription = await readUnsubscription(portal, String(token))
      if (unsubscription) await inTransaction(portal.db, (tx) => endMail(tx, unsubscription))
      return sendPage(reply, donePage(pageTheme(portal, request)))
    })
  })
}

async function endMail(tx: Tx, unsubscription: Unsubscription): Promise<void> {
  if (unsubscription.categories.length > 0) await unsubscribe(tx, unsubscription)
  const { ended, userName } = await endGroupMail(tx, unsubscription)
  if (ended.length === 0) return
  const by = { userId: unsubscription.userId, userName }
  await recordEvent(tx, announcementSettingsChanged, by, {
    subject: unsubscription.userId,
    data: { groups: ended.map((group) => ({ group, mail: 'OFF' as const })), through: 'unsubscribe link' },
  })
}

/** Ends mail of the categories that the user did not choose again since the mail was sent. */
async function unsubscribe(tx: Tx, { userId, categories, issued }: Unsubscription): Promise<void> {
  const { rows } = await sql<{ categoryId: string; name: string }>`
    with ended as (
      insert into announcement_settings (user_id, category_id, bell, mail, mail_changed_at)
      select u.id, c.id, true, false, clock_timestamp() from users u, announcement_categories c
      where u.id = ${userId} and u.erased_at is null and c.id = any(${[...categories]}::bigint[]) and not c.internal
      on conflict (user_id, category_id) do update set mail = false, mail_changed_at = clock_timestamp()
      where announcement_settings.mail and coalesce(announcement_settings.mail_changed_at, '-infinity') < ${issued}
      returning user_id, category_id
    )
    select e.category_id::text as "categoryId", u.full_name as name from ended e join users u on u.id = e.user_id`.execute(
    tx,
  )
  if (rows.length === 0) return
  const settings = rows.map(({ categoryId }) => ({ categoryId, mail: false }))
  const by = { userId, userName: rows[0]!.name }
  await recordEvent(tx, announcementSettingsChanged, by, {
    subject: userId,
    data: { settings, through: 'unsubscribe link' },
  })
}
