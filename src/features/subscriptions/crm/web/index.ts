import { accountContacts } from '#features/accounts/account-pages/web/index.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'

const CrmCard = lazyNamed(() => import('./crm-card.tsx'), 'CrmCard')

/** What the CRM has about an account, on its page. */
export const crmWeb: FeatureWeb = {
  name: 'crm',
  pages: [],
  parts: [partAt(accountContacts, 'crm', CrmCard)],
}
