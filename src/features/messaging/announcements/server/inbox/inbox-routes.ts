import { changeGroupSettings } from '#features/messaging/notifications/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { respond } from '#kit/server/handler-response.ts'
import { halPage, halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  acknowledge,
  announcementAcknowledged,
  announcementSettingsChanged,
  listInbox,
  listNotifications,
  listSignInBanners,
  markSeen,
  readAnnouncementSettings,
  readInboxState,
  readNotifications,
  updateAnnouncementSettings,
} from '../../contract.ts'
import { acknowledgeItems } from './acknowledge.ts'
import { findInbox, inboxStateOf } from './inbox-store.ts'
import { findNotifications } from './list-notifications.ts'
import { markNotificationsRead } from './mark-notifications-read.ts'
import { recordSeen } from './mark-seen.ts'
import { changeHours, changeSettings, requireOwn, settingsOf } from './settings.ts'
import { findSignInBanners } from './sign-in-banners.ts'

/** Each user's own inbox and settings, and the banners of the sign-in page. */
export function serveInbox(portal: AppContext): void {
  const { db } = portal
  serve(portal, listInbox, async (call) => {
    const { descending } = readSort(call.query.sort, { field: 'id', descending: true })[0]!
    const { rows, total } = await findInbox(db, call.session.userId, { ...call.query, descending })
    return halPage(call, 'announcements', { rows, total, lastUpdateTime: rows[0]?.delivered ?? null })
  })
  serve(portal, readInboxState, (call) => inboxStateOf(db, call.session))
  registerCommand(portal, acknowledge, async (call) => {
    const { tx, session } = call
    const { acknowledged: acknowledgedCount, methods } = await acknowledgeItems(tx, session.userId, call.body ?? {})
    if (acknowledgedCount > 0)
      await call.record(announcementAcknowledged, {
        subject: session.userId,
        data: { acknowledged: acknowledgedCount, methods },
      })
    return { acknowledged: acknowledgedCount, unread: (await inboxStateOf(tx, session)).unread }
  })
  serve(portal, listNotifications, async (call) => {
    const { descending } = readSort(call.query.sort, { field: 'at', descending: true })[0]!
    return halPage(call, 'notifications', await findNotifications(db, call.session, { ...call.query, descending }))
  })
  registerCommand(portal, readNotifications, (call) => markNotificationsRead(portal, call))
  registerCommand(portal, markSeen, recordSeen)
  serve(portal, listSignInBanners, async (call) =>
    respond(halSinglePage(call, 'announcements', await findSignInBanners(db)), {
      headers: { 'cache-control': 'public, max-age=30' },
    }),
  )
  serve(portal, readAnnouncementSettings, async (call) => {
    await requireOwn(db, call.session, call.query.username)
    return settingsOf(db, call.session)
  })
  registerCommand(portal, updateAnnouncementSettings, async (call) => {
    const { tx, session } = call
    await requireOwn(tx, session, call.query.username)
    const { settings, groups, hours } = call.body
    if (settings) await changeSettings(tx, session, settings)
    if (groups) await changeGroupSettings(tx, session.userId, groups)
    if (hours) await changeHours(tx, session.userId, hours)
    await call.record(announcementSettingsChanged, { subject: session.userId, data: call.body })
    return settingsOf(tx, session)
  })
}
