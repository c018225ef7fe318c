import { lazy } from 'react'
import { accountContacts } from '#features/accounts/account-management/web/index.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'

const CrmCard = lazy(async () => ({ default: (await import('./crm-card.tsx')).CrmCard }))

/** What the CRM has about an account, on its page. */
export const crmWeb: FeatureWeb = {
  name: 'crm',
  pages: [],
  parts: [{ place: accountContacts, id: 'crm', Part: CrmCard }],
}
