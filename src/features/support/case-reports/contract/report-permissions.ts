import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Read the cases report. */
export const readCasesReport = permission('report:cases', 'Read the cases report', everyVendorRole, roles('MANAGER'))
