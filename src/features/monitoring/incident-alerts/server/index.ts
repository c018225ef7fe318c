import { sql } from 'kysely'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { readSort } from '#kit/contract/hal.ts'
import type { EventHandler } from '#kit/server/events/event-dispatcher.ts'
import { answer, etagOf } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  acknowledgeAlert,
  alertAcknowledged,
  alertClosed,
  alertEscalated,
  alertOpened,
  alertRepeated,
  alertsChanged,
  closeAlert,
  createAlert,
  listAlerts,
  onCallChanged,
  readOnCall,
  saveOnCall,
} from '../contract.ts'
import { acknowledge, close, create } from './alert-commands.ts'
import { alerts, findAlerts, visibleAlerts } from './alert-store.ts'
import { caseAlerts } from './case-alerts.ts'
import { escalateAlerts } from './notify-on-call.ts'
import { onCallAt } from './on-call.ts'
import { saveRotation } from './save-rotation.ts'

export { removeUserFromOnCall } from './remove-user.ts'

/** Alerts for the user on call. */
export const incidentAlertsFeature: Feature = {
  name: 'incident-alerts',
  serve(portal) {
    const { db } = portal
    serve(portal, listAlerts, async (call) => {
      const { page, size, sort, account, state, priority } = call.query
      if (account !== undefined) {
        const { rows } = await sql`select from accounts where name = ${account} and deleted_at is null`.execute(db)
        if (rows.length === 0) throwProblem(accountProblems['account-not-found'], { name: account })
      }
      const where = sql`${visibleAlerts(call.session)} and ${account === undefined ? sql`true` : sql`a.name = ${account}`}
        and ${state?.length ? sql`i.state = any(${state}::text[])` : sql`true`}
        and ${priority?.length ? sql`i.priority = any(${priority}::text[])` : sql`true`}`
      const { descending } = readSort(sort, { field: 'created', descending: true })[0]!
      const direction = sql.raw(descending ? 'desc' : 'asc')
      const [rows, counted] = await Promise.all([
        findAlerts(db, where, sql`order by i.id ${direction} limit ${size} offset ${page * size}`),
        sql<{ count: number; newest: Date | null }>`
          select count(*)::int as count, max(i.last_occurred_at) as newest from ${alerts} where ${where}`.execute(db),
      ])
      const { count, newest } = counted.rows[0]!
      return halPage(call, 'alerts', { rows, total: { count }, lastUpdateTime: newest })
    })
    serve(portal, readOnCall, async () => {
      const onCall = await onCallAt(db, Date.now())
      return answer(onCall, { etag: etagOf(onCall.version) })
    })
    registerCommand(portal, createAlert, (call) => create(portal, call))
    registerCommand(portal, acknowledgeAlert, acknowledge)
    registerCommand(portal, closeAlert, close)
    registerCommand(portal, saveOnCall, saveRotation)
  },
  topics: [alertsChanged],
  eventHandlers: (portal) => [...caseAlerts(portal), ...liveHandlers(portal)],
  tasks: (portal) => [
    {
      name: 'incident-alerts.escalate',
      cron: '* * * * *',
      run: (_, stopping) => escalateAlerts(portal, Date.now(), stopping),
    },
  ],
}

function liveHandlers({ live }: AppContext): EventHandler[] {
  return [alertOpened, alertRepeated, alertAcknowledged, alertClosed, alertEscalated, onCallChanged].map(
    ({ name: event }) => ({
      event,
      name: 'incident-alerts.live',
      run: ({ id, subjectId, requestId }, tx) =>
        live.publish(tx, {
          topic: alertsChanged,
          body: { event, id: event === onCallChanged.name ? null : subjectId },
          eventId: id,
          requestId,
        }),
    }),
  )
}
