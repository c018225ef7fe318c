import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** See and change the build automation of accounts. */
export const configureBuilds = permission(
  'build-automation:configure',
  'Change the build automation of accounts',
  roles('ADMIN', 'CENTRAL'),
)
