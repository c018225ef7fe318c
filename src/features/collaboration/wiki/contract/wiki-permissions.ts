import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Read shared pages and those of an account. */
export const readWiki = permission(
  'wiki:read',
  'Read the wiki of accounts and shared pages',
  everyVendorRole,
  roles('MANAGER', 'USER'),
)

/** Write pages: vendor staff all of them, managers of customers those of their accounts. */
export const writeWiki = permission('wiki:write', 'Write pages of the wiki', everyVendorRole, roles('MANAGER'))
