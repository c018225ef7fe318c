import * as z from 'zod/mini'
import { accountName, accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { topic } from '#kit/contract/topic.ts'
import { Alert, AlertPriority, AlertState, readAlerts } from './alert.ts'

export const listAlerts = endpoint({
  tag: 'Incident alerting',
  guard: readAlerts,
  name: 'listIncidentAlerts',
  method: 'GET',
  url: '/api/plugins/opsgenie/alerts',
  summary: 'List alerts, the newest first; by `state` those that are open come first',
  query: listQuery(['created', 'state'], {
    account: z.optional(z.array(accountName).check(z.maxLength(100))),
    state: z.optional(z.array(AlertState).check(z.maxLength(3))),
    priority: z.optional(z.array(AlertPriority).check(z.maxLength(5))),
  }),
  reply: halList('alerts', Alert),
  problems: [accountProblems['account-not-found']],
})

/** An alert or the rotation changed: pages fetch again. */
export const alertsChanged = topic({
  destination: '/topic/incident-alerts',
  summary: 'An alert was opened, repeated, acknowledged, escalated or closed, or the rotation changed',
  guard: readAlerts,
  message: z.object({ event: z.string(), id: z.nullable(z.string()) }),
})
