import type { Adapter } from '#features/platform/connections/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import { alertsChanged } from '../contract.ts'
import { serverTexts } from '../texts.ts'
import type { AlertingSystem } from './alerting.ts'
import { deliverAlert } from './deliver-alert.ts'
import { receiveAlert } from './receive-alert.ts'

/** An alerting system as a connection of the frame. */
export function alertingAdapter({ open, ...system }: AlertingSystem): Adapter {
  return {
    ...system,
    port: 'opsgenie',
    describe: ({ operation, subject }) =>
      fillText((serverTexts.operation as Readonly<Record<string, string>>)[operation] ?? operation, { id: subject }),
    settled: ({ live }, tx, { subject }) =>
      live.publish(tx, { topic: alertsChanged, body: { event: 'incident-alert.sent', id: subject } }),
    open(connection) {
      const { portal, id } = connection
      const alerting = open(connection)
      return {
        test: () => alerting.check(),
        deliver: (message) => deliverAlert({ portal, connection: id, alerting }, message),
        receive: (event) => receiveAlert(portal, { connection: id, system: system.system, alerting }, event),
      }
    },
  }
}
