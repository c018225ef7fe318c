import { pluginSections } from '#features/accounts/plugins/web/index.ts'
import { texts } from '#kit/contract/texts.ts'
import { IconBell } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'
import { readAlerts } from '../contract/alert.ts'
import { alertPath, alertsPath, onCallPath } from '../paths.ts'
import { useOpenAlerts } from './use-open-alerts.ts'

const { text: label } = texts('incident-alerts', {
  alerts: 'Alerts',
  alert: 'Alert',
  onCall: 'On call',
})

const TestAlert = lazyNamed(() => import('./test-alert.tsx'), 'TestAlert')
const guard = { only: [readAlerts] }

/** Alerts, who is on call, and the test alert of the plugin's page. */
export const incidentAlertsWeb: FeatureWeb = {
  name: 'incident-alerts',
  pages: [
    {
      path: alertsPath,
      label: () => label('alerts'),
      guard,
      load: async () => ({ Page: (await import('./alerts-page.tsx')).AlertsPage }),
    },
    {
      path: onCallPath,
      label: () => label('onCall'),
      guard,
      load: async () => ({ Page: (await import('./on-call-page.tsx')).OnCallPage }),
    },
    {
      path: alertPath,
      label: () => label('alert'),
      guard,
      load: async () => ({ Page: (await import('./alert-page.tsx')).AlertPage }),
    },
  ],
  parts: [partAt(pluginSections, 'test-alert', TestAlert)],
  rail: [
    {
      id: 'alerts',
      section: 'main',
      order: 4.7,
      label: () => label('alerts'),
      icon: IconBell,
      guard,
      to: () => alertsPath(),
      useCount: useOpenAlerts,
    },
    {
      id: 'alerts-on-call',
      parent: 'alerts',
      section: 'main',
      order: 1,
      label: () => label('onCall'),
      guard,
      to: () => onCallPath(),
    },
  ],
}
