import { machineAccess } from '#features/access/machine-access/server/index.ts'

/** The link jobs under way that a user answers for. */
export const ownedLinkJobs = machineAccess('enrolment', {
  table: 'link_jobs',
  name: 't.cluster',
  account: 'select display_name from accounts where id = t.account_id',
  works: `t.state = 'IN_PROGRESS'`,
})
