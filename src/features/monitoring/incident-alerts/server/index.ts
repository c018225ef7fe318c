import { sql } from 'kysely'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import type { Adapter } from '#features/platform/connections/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { defineJob, taskOf } from '#kit/server/job.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import { halPage, halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  type Alert,
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
  listOnCallUsers,
  onCallChanged,
  readAlert,
  readAlerts,
  readOnCall,
  saveOnCall,
} from '../contract.ts'
import { acknowledge, close, create } from './alert-commands.ts'
import { alertDetail, alerts, alertsWhere, visibleAlerts } from './alert-store.ts'
import { serveAlertingConfigs } from './alerting-configs.ts'
import { caseAlerts } from './case-alerts.ts'
import { escalateAlerts } from './notify-on-call.ts'
import { onCallAt, onCallUsers } from './on-call.ts'
import { outgoingAlerts } from './outgoing-alerts.ts'
import { saveRotation } from './save-rotation.ts'

export type { AlertHook, Alerting, AlertingSystem, AlertThere, SentAlert } from './alerting.ts'
export { alertingAdapter } from './alerting-adapter.ts'
export { makeDemoAlerts } from './demo-alerts.ts'
export { removeUserFromOnCall } from './remove-user.ts'

/** Alerts for the user on call. */
export const incidentAlertsFeature = (adapters: readonly Adapter[]): Feature => ({
  name: 'incident-alerts',
  serve(portal) {
    const { db } = portal
    serveAlertingConfigs(portal, adapters)
    serve(portal, readAlert, async ({ session, params }) => {
      const alert = await alertDetail(db, session, params.id)
      return respond(alert, { etag: etagOf(alert.version) })
    })
    serve(portal, listAlerts, async (call) => {
      const { page, size, sort, account, state, priority } = call.query
      for (const name of account ?? []) await accountIn(db, call.session, { name, permission: readAlerts })
      const where = sql`${visibleAlerts(call.session)} and ${account?.length ? sql`a.name = any(${account}::text[])` : sql`true`}
        and ${state?.length ? sql`i.state = any(${state}::text[])` : sql`true`}
        and ${priority?.length ? sql`i.priority = any(${priority}::text[])` : sql`true`}`
      const { field, descending } = readSort(sort, { field: 'created' as 'created' | 'state', descending: true })[0]!
      const direction = directionOf(descending)
      const order =
        field === 'state'
          ? sql`array_position(array['OPEN', 'ACKNOWLEDGED', 'CLOSED'], i.state) ${direction}, i.id desc`
          : sql`i.id ${direction}`
      const alertPage = await findJsonPage(db, {
        page,
        size,
        rows: sql<{ row: Alert }>`${alertsWhere(where)} order by ${order}`,
        of: sql`from ${alerts} where ${where}`,
        newest: sql`i.last_occurred_at`,
      })
      return halPage(call, 'alerts', alertPage)
    })
    serve(portal, readOnCall, async () => {
      const onCall = await onCallAt(db, Date.now())
      return respond(onCall, { etag: etagOf(onCall.version) })
    })
    serve(portal, listOnCallUsers, async (call) => halSinglePage(call, 'users', await onCallUsers(db)))
    registerCommand(portal, createAlert, (call) => create(portal, call))
    registerCommand(portal, acknowledgeAlert, acknowledge)
    registerCommand(portal, closeAlert, close)
    registerCommand(portal, saveOnCall, saveRotation)
  },
  topics: [alertsChanged],
  eventHandlers: (portal) => [...caseAlerts(portal), ...outgoingAlerts(), ...liveHandlers(portal)],
  tasks: (portal) => [
    taskOf(defineJob('incident-alerts.escalate'), {
      cron: '* * * * *',
      run: (_, stopping) => escalateAlerts(portal, Date.now(), stopping),
    }),
  ],
})

function liveHandlers({ live }: AppContext): EventHandler[] {
  const events = [alertOpened, alertRepeated, alertAcknowledged, alertClosed, alertEscalated, onCallChanged]
  return [
    on(events, 'incident-alerts.live', ({ id, name, subjectId, requestId }, tx) =>
      live.publish(tx, {
        topic: alertsChanged,
        body: { event: name, id: name === onCallChanged.name ? null : subjectId },
        eventId: id,
        requestId,
      }),
    ),
  ]
}
