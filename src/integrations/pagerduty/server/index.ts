import type { AlertingSystem } from '#features/monitoring/incident-alerts/server/index.ts'
import { adapterTexts } from '../texts.ts'
import { pagerDutyAlerting } from './pagerduty-alerting.ts'
import { pagerDutySignature, readPagerDutyEvent } from './pagerduty-hooks.ts'

/** PagerDuty, by its REST API 2: an alert is an incident of one service. */
export const pagerDuty: AlertingSystem = {
  system: 'pagerduty',
  name: adapterTexts.pagerduty,
  fields: [
    { name: 'url', label: adapterTexts.url, type: 'url', required: true, help: adapterTexts.urlHelp },
    { name: 'secret', label: adapterTexts.key, type: 'secret', required: true },
    { name: 'username', label: adapterTexts.username, type: 'text', required: true, help: adapterTexts.usernameHelp },
    { name: 'service', label: adapterTexts.service, type: 'text', required: true, help: adapterTexts.serviceHelp },
    { name: 'hookSecret', label: adapterTexts.hookSecret, type: 'secret' },
  ],
  hook: { scheme: pagerDutySignature, secret: 'hookSecret' },
  open: (connection) => ({ ...pagerDutyAlerting(connection), read: readPagerDutyEvent }),
}
