import { readSort } from '#kit/contract/hal.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { halPage, halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  activateAnnouncement,
  createAnnouncement,
  createCategory,
  deactivateAnnouncement,
  deleteAnnouncement,
  deleteCategory,
  listAnnouncementActions,
  listAnnouncements,
  listCategories,
  listRecipientOptions,
  manageAnnouncements,
  previewAnnouncement,
  readAnnouncement,
  testAnnouncement,
  updateAnnouncement,
  updateCategory,
} from '../contract.ts'
import { announcementOf, findAnnouncements } from './announcement-store.ts'
import { addCategory, findCategories, removeCategory, renameCategory } from './category-store.ts'
import { changeAnnouncement, removeAnnouncement, replyWith, writeAnnouncement } from './change-announcement.ts'
import { activate, deactivate } from './delivery/activate.ts'
import { deliverTest } from './delivery/deliver-test.ts'
import { preview } from './preview.ts'
import { findRecipientOptions } from './recipient-options.ts'
import { limitOf } from './require-recipients.ts'

/** The endpoints for announcements and their categories. */
export function serveAnnouncements(portal: AppContext): void {
  const { db } = portal
  registerCommand(portal, createAnnouncement, writeAnnouncement)
  registerCommand(portal, updateAnnouncement, changeAnnouncement)
  registerCommand(portal, deleteAnnouncement, removeAnnouncement)
  registerCommand(portal, activateAnnouncement, activate)
  registerCommand(portal, deactivateAnnouncement, deactivate)
  registerCommand(portal, testAnnouncement, (call) => deliverTest(portal, call))
  registerCommand(portal, createCategory, addCategory)
  registerCommand(portal, updateCategory, renameCategory)
  registerCommand(portal, deleteCategory, removeCategory)

  serve(portal, listAnnouncements, async (call) => {
    const { descending } = readSort(call.query.sort, { field: 'id', descending: true })[0]!
    return halPage(call, 'announcements', await findAnnouncements(db, call.session, { ...call.query, descending }))
  })
  serve(portal, readAnnouncement, async (call) => replyWith(await announcementOf(db, call.session, call.params.id)))
  serve(portal, previewAnnouncement, (call) => preview(portal, call))
  serve(portal, listRecipientOptions, (call) => findRecipientOptions(db, limitOf(call.session)))
  serve(portal, listCategories, async (call) => halSinglePage(call, 'categories', await findCategories(db)))
  serve(portal, listAnnouncementActions, async ({ session }) => ({
    actions: hasPermission(session, manageAnnouncements)
      ? (['read', 'create', 'update', 'delete'] as const).slice()
      : ['read' as const],
  }))
}
