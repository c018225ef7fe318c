import type { AlertingSystem } from '#features/monitoring/incident-alerts/server/index.ts'
import en from '../messages/en.json' with { type: 'json' }
import { opsgenieAlerting } from './opsgenie-alerting.ts'
import { jsmEdition, opsgenieEdition } from './opsgenie-editions.ts'
import { readOpsgenieEvent, webhookToken } from './opsgenie-hooks.ts'

const team = { name: 'team', label: en.team, type: 'text', help: en.teamHelp } as const
const hook = { name: 'hookSecret', label: en.hookSecret, type: 'secret', help: en.hookSecretHelp } as const

/** Opsgenie, by the key of an API integration. */
export const opsgenie: AlertingSystem = {
  system: 'opsgenie',
  name: en.opsgenie,
  fields: [
    { name: 'url', label: en.url, type: 'url', required: true, help: en.urlHelp },
    { name: 'secret', label: en.key, type: 'secret', required: true, help: en.keyHelp },
    team,
    hook,
  ],
  hook: { scheme: webhookToken, secret: 'hookSecret' },
  open: (connection) => ({ ...opsgenieAlerting(connection, opsgenieEdition(connection)), read: readOpsgenieEvent }),
}

/** The alerts of Jira Service Management operations, which succeeds Opsgenie. */
export const jsmOperations: AlertingSystem = {
  system: 'jsm-operations',
  name: en.jsm,
  fields: [
    { name: 'url', label: en.url, type: 'url', required: true, help: en.jsmUrlHelp },
    { name: 'cloudId', label: en.cloudId, type: 'text', required: true, help: en.cloudIdHelp },
    { name: 'username', label: en.username, type: 'text', required: true, help: en.usernameHelp },
    { name: 'secret', label: en.token, type: 'secret', required: true },
    team,
    hook,
  ],
  hook: { scheme: webhookToken, secret: 'hookSecret' },
  open: (connection) => ({ ...opsgenieAlerting(connection, jsmEdition(connection)), read: readOpsgenieEvent }),
}
