import { readSort } from '#kit/contract/hal.ts'
import { sendCsv, wantsCsv } from '#kit/server/list/csv.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { listAnnouncementDeliveries, listDeliveryRecipients } from '../../contract.ts'
import { announcementOf } from '../announcement-store.ts'
import { deliveryColumns, eachDelivery, findDeliveries } from './list-deliveries.ts'
import { eachDeliveryRecipient, findDeliveryRecipients, recipientColumns } from './list-recipients.ts'

/** The endpoints for the figures of deliveries, and the users whom they count. */
export function serveDeliveries(portal: AppContext): void {
  const { db } = portal
  serve(portal, listAnnouncementDeliveries, async (call) => {
    const { id } = await announcementOf(db, call.session, call.params.id)
    const { page, size, sort } = call.query
    const { descending } = readSort(sort, { field: 'occurrence', descending: true })[0]!
    if (wantsCsv(call.request))
      return sendCsv(call.reply, `announcement-${id}.csv`, deliveryColumns, eachDelivery(db, id, { descending }))
    const { rows, count } = await findDeliveries(db, id, { page, size, descending })
    return halPage(call, 'deliveries', { rows, total: { count }, lastUpdateTime: rows[0]?.finished ?? null })
  })
  serve(portal, listDeliveryRecipients, async (call) => {
    const { id } = await announcementOf(db, call.session, call.params.id)
    const { occurrence } = call.params
    const { descending } = readSort(call.query.sort, { field: 'username', descending: false })[0]!
    const query = { ...call.query, id, occurrence, descending }
    if (wantsCsv(call.request))
      return sendCsv(
        call.reply,
        `announcement-${id}-${occurrence}.csv`,
        recipientColumns,
        eachDeliveryRecipient(db, query),
      )
    return halPage(call, 'recipients', await findDeliveryRecipients(db, query))
  })
}
