import { accountAnalytics, dashboardCards } from '#features/accounts/account-pages/web/index.ts'
import { texts } from '#kit/contract/texts.ts'
import { IconHeartbeat } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'
import { readUptimes } from '../contract.ts'
import { uptimePath } from '../paths.ts'

const { text: label } = texts('uptime', {
  uptime: 'Uptime',
})

const guard = { only: [readUptimes] }
const HealthCard = lazyNamed(() => import('./health-card.tsx'), 'HealthCard')
const UptimeCard = lazyNamed(() => import('./uptime-card.tsx'), 'UptimeCard')

/** The uptime of the last 24 hours: a page of an account, a card of its dashboard, and its health there. */
export const uptimeWeb: FeatureWeb = {
  name: 'uptime',
  pages: [
    {
      path: uptimePath,
      label: () => label('uptime'),
      guard,
      load: async () => ({ Page: (await import('./uptime-page.tsx')).UptimePage }),
    },
  ],
  parts: [partAt(accountAnalytics, 'uptime', UptimeCard), partAt(dashboardCards, 'health', HealthCard)],
  rail: [
    {
      id: 'uptime',
      section: 'main',
      order: 6.5,
      label: () => label('uptime'),
      icon: IconHeartbeat,
      guard,
      to: (account) => account && uptimePath({ account }),
    },
  ],
}
