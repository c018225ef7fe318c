import type { AlertingSystem } from '#features/monitoring/incident-alerts/server/index.ts'
import { adapterTexts } from '../texts.ts'
import { opsgenieAlerting } from './opsgenie-alerting.ts'
import { jsmEdition, opsgenieEdition } from './opsgenie-editions.ts'
import { readOpsgenieEvent, webhookToken } from './opsgenie-hooks.ts'

const team = { name: 'team', label: adapterTexts.team, type: 'text', help: adapterTexts.teamHelp } as const
const hook = {
  name: 'hookSecret',
  label: adapterTexts.hookSecret,
  type: 'secret',
  help: adapterTexts.hookSecretHelp,
} as const

/** Opsgenie, by the key of an API integration. */
export const opsgenie: AlertingSystem = {
  system: 'opsgenie',
  name: adapterTexts.opsgenie,
  fields: [
    { name: 'url', label: adapterTexts.url, type: 'url', required: true, help: adapterTexts.urlHelp },
    { name: 'secret', label: adapterTexts.key, type: 'secret', required: true, help: adapterTexts.keyHelp },
    team,
    hook,
  ],
  hook: { scheme: webhookToken, secret: 'hookSecret' },
  open: (connection) => ({ ...opsgenieAlerting(connection, opsgenieEdition(connection)), read: readOpsgenieEvent }),
}

/** The alerts of Jira Service Management operations, which succeeds Opsgenie. */
export const jsmOperations: AlertingSystem = {
  system: 'jsm-operations',
  name: adapterTexts.jsm,
  fields: [
    { name: 'url', label: adapterTexts.url, type: 'url', required: true, help: adapterTexts.jsmUrlHelp },
    { name: 'cloudId', label: adapterTexts.cloudId, type: 'text', required: true, help: adapterTexts.cloudIdHelp },
    { name: 'username', label: adapterTexts.username, type: 'text', required: true, help: adapterTexts.usernameHelp },
    { name: 'secret', label: adapterTexts.token, type: 'secret', required: true },
    team,
    hook,
  ],
  hook: { scheme: webhookToken, secret: 'hookSecret' },
  open: (connection) => ({ ...opsgenieAlerting(connection, jsmEdition(connection)), read: readOpsgenieEvent }),
}
