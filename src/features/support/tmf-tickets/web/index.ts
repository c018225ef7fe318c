import { accountExchange } from '#features/accounts/account-pages/web/index.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'

const ExchangeCard = lazyNamed(() => import('./exchange-card.tsx'), 'ExchangeCard')

/** How ticket systems of an account reach the portal: a section of its page. */
export const tmfTicketsWeb: FeatureWeb = {
  name: 'tmf-tickets',
  pages: [],
  parts: [partAt(accountExchange, 'tickets', ExchangeCard)],
}
