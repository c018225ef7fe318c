import type { AlertingSystem } from '#features/monitoring/incident-alerts/server/index.ts'
import en from '../messages/en.json' with { type: 'json' }
import { pagerDutyAlerting } from './pagerduty-alerting.ts'
import { pagerDutySignature, readPagerDutyEvent } from './pagerduty-hooks.ts'

/** PagerDuty, by its REST API 2: an alert is an incident of one service. */
export const pagerDuty: AlertingSystem = {
  system: 'pagerduty',
  name: en.pagerduty,
  fields: [
    { name: 'url', label: en.url, type: 'url', required: true, help: en.urlHelp },
    { name: 'secret', label: en.key, type: 'secret', required: true },
    { name: 'username', label: en.username, type: 'text', required: true, help: en.usernameHelp },
    { name: 'service', label: en.service, type: 'text', required: true, help: en.serviceHelp },
    { name: 'hookSecret', label: en.hookSecret, type: 'secret' },
  ],
  hook: { scheme: pagerDutySignature, secret: 'hookSecret' },
  open: (connection) => ({ ...pagerDutyAlerting(connection), read: readPagerDutyEvent }),
}
