import * as z from 'zod/mini'
import { accountName, accountProblems, UserRef } from '#features/accounts/accounts/contract.ts'
import { readPlugins } from '#features/accounts/plugins/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { halList } from '#kit/contract/hal.ts'
import {
  Alert,
  AlertDetail,
  alertProblems,
  configureAlerting,
  createAlerts,
  newAlert,
  newRotation,
  OnCall,
  readAlerts,
} from './contract/alert.ts'
import { AlertingConfig, alertingSettings } from './contract/alerting-config.ts'

export {
  type Alert,
  type AlertDetail,
  type AlertPriority,
  alertProblems,
  configureAlerting,
  createAlerts,
  type OnCall,
  readAlerts,
} from './contract/alert.ts'
export { alertsChanged, listAlerts } from './contract/alert-list.ts'
export type { AlertingConfig } from './contract/alerting-config.ts'

/** `data` has `what` (the message) and the alias. */
export const alertOpened = defineEvent('incident-alert.opened', {
  audience: 'vendor',
  text: 'opened the alert {subject}',
  data: { what: z.string(), alias: z.string() },
})
export const alertRepeated = defineEvent('incident-alert.repeated', {
  audience: 'vendor',
  text: 'repeated the alert {subject}',
  data: { what: z.string(), alias: z.string() },
})
export const alertAcknowledged = defineEvent('incident-alert.acknowledged', {
  audience: 'vendor',
  text: 'acknowledged the alert {subject}',
  data: { what: z.string(), from: z.optional(z.string()) },
})
export const alertClosed = defineEvent('incident-alert.closed', {
  audience: 'vendor',
  text: 'closed the alert {subject}',
  data: { what: z.string(), from: z.optional(z.string()) },
})
/** The next user was notified. */
export const alertEscalated = defineEvent('incident-alert.escalated', {
  audience: 'vendor',
  text: 'escalated the alert {subject}',
  data: { what: z.string(), level: z.int(), user: z.string() },
})
export const onCallChanged = defineEvent('on-call.changed', {
  audience: 'vendor',
  text: 'changed who is on call',
  data: { what: z.string(), users: z.array(z.string()), overrides: z.int() },
})

const tag = 'Incident alerting'
const url = '/api/plugins/opsgenie/alerts'
const byId = z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) })
const noAlert = alertProblems['alert-not-found']

export const createAlert = endpoint({
  tag,
  guard: createAlerts,
  name: 'createIncidentAlert',
  method: 'POST',
  url,
  status: 201,
  summary: 'Create an alert; while one with the same alias is open, it is counted there (200)',
  query: z.strictObject({ account: accountName }),
  body: newAlert,
  reply: Alert,
  problems: [accountProblems['account-not-found']],
})
export const readAlert = endpoint({
  tag,
  guard: readAlerts,
  name: 'readIncidentAlert',
  method: 'GET',
  url: `${url}/{id}`,
  summary: 'Read an alert, and whether the connected alerting system has it',
  params: byId,
  reply: AlertDetail,
  problems: [noAlert],
})
export const acknowledgeAlert = endpoint({
  tag,
  guard: createAlerts,
  name: 'acknowledgeIncidentAlert',
  method: 'POST',
  url: `${url}/{id}/acknowledge`,
  summary: 'Acknowledge an alert: nobody else is notified of it',
  params: byId,
  reply: Alert,
  problems: [noAlert, alertProblems['alert-closed']],
})
export const closeAlert = endpoint({
  tag,
  guard: createAlerts,
  name: 'closeIncidentAlert',
  method: 'POST',
  url: `${url}/{id}/close`,
  summary: 'Close an alert',
  params: byId,
  reply: Alert,
  problems: [noAlert],
})
export const readOnCall = endpoint({
  tag,
  guard: readAlerts,
  name: 'readOnCall',
  method: 'GET',
  url: '/api/plugins/opsgenie/on-call',
  summary: 'Read who is on call, and the rotation',
  reply: OnCall,
  problems: [],
})
export const listOnCallUsers = endpoint({
  tag,
  guard: createAlerts,
  name: 'listOnCallUsers',
  method: 'GET',
  url: '/api/plugins/opsgenie/on-call/users',
  summary: 'List the users of the vendor who can be put on call',
  reply: halList('users', UserRef),
  problems: [],
})
export const saveOnCall = endpoint({
  tag,
  guard: createAlerts,
  name: 'saveOnCall',
  method: 'PUT',
  url: '/api/plugins/opsgenie/on-call',
  summary: 'Replace the rotation and its overrides',
  body: newRotation,
  reply: OnCall,
  problems: [],
})

const configs = '/api/plugins/opsgenie/configs'
export const readAlertingConfigs = endpoint({
  tag,
  guard: readPlugins,
  name: 'readAlertingConfigs',
  method: 'GET',
  url: configs,
  summary:
    'Read which alerting system an account is connected to; settings for staff of the vendor only, never a secret',
  query: z.strictObject({ account: accountName }),
  reply: halList('configs', AlertingConfig),
  problems: [accountProblems['account-not-found']],
})
export const listAlertingConfigs = endpoint({
  tag,
  guard: readPlugins,
  name: 'listAlertingConfigs',
  method: 'GET',
  url: `${configs}/list`,
  summary: 'List the alerting systems of the visible accounts',
  reply: halList('configs', AlertingConfig),
  problems: [],
})
export const configureAlertingSystem = endpoint({
  tag,
  guard: configureAlerting,
  forbiddenWhileImpersonating: true,
  name: 'configureAlertingSystem',
  method: 'POST',
  url: configs,
  summary: 'Connect an account to an alerting system, or change the settings',
  query: z.strictObject({ account: accountName }),
  body: alertingSettings,
  reply: AlertingConfig,
  problems: [accountProblems['account-not-found']],
})
