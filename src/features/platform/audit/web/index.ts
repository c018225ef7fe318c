import { everyVendorRole } from '#features/access/roles/contract.ts'
import { IconHistory } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { readAudit } from '../contract/audit-permissions.ts'
import { accountAuditPath, auditPath } from '../paths.ts'
import { label } from './label.ts'

export { subjectOf, useActorName, useEventWords } from './event-text.ts'
export { RecentActivity } from './recent-activity.tsx'

const vendorRoles = everyVendorRole.map(({ role }) => role)

/** The audit log: of all accounts for vendor staff, of an account for those who may read it. */
export const auditWeb: FeatureWeb = {
  name: 'audit',
  pages: [
    {
      path: auditPath,
      label: () => label('audit'),
      guard: { only: vendorRoles },
      load: async () => ({ Page: (await import('./audit-pages.tsx')).AuditPage }),
    },
    {
      path: accountAuditPath,
      label: () => label('audit'),
      guard: { only: [readAudit] },
      load: async () => ({ Page: (await import('./audit-pages.tsx')).AccountAuditPage }),
    },
  ],
  rail: [
    {
      id: 'audit',
      section: 'administration',
      order: 87,
      label: () => label('audit'),
      icon: IconHistory,
      guard: { only: vendorRoles },
      to: (account) => (account ? accountAuditPath({ account }) : auditPath()),
    },
    {
      id: 'account-audit',
      section: 'account',
      order: 5,
      label: () => label('audit'),
      icon: IconHistory,
      guard: { only: [readAudit], except: vendorRoles },
      to: (account) => account && accountAuditPath({ account }),
    },
  ],
}
