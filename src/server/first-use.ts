import { sql } from 'kysely'
import { roleNames } from '#features/access/roles/contract.ts'
import { DEMO_CERTIFICATES } from '#features/infrastructure/certificates/server/index.ts'
import { DEMO_HISTORY } from '#features/monitoring/simulator/server/index.ts'
import { DEMO_SOFTWARE } from '#features/software/releases/server/index.ts'
import { DEMO_ROLLOUT } from '#features/software/rollouts/server/index.ts'
import { DEMO_SBOMS } from '#features/software/sbom/server/index.ts'
import { DEMO_ATTACHMENTS } from '#features/support/attachments/server/index.ts'
import { demoPassword, demoUsers } from '#features/users/demo-users/server/index.ts'
import { addJob } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { demoAccounts, seedDemoData } from './demo-data.ts'
import { inviteFirstAdmin } from './first-admin.ts'

/** Who can sign in now: the users of the demo, or only the first administrator, by a one-time link. */
export type FirstUse = {
  readonly users: readonly { readonly email: string; readonly role: string }[]
  readonly password: string
  readonly admin: { readonly email: string; readonly link: string } | null
}

/**
 * On an empty database: the demo world in demo mode, else the link for the first administrator. Of several processes
 * that start together one does it, and the others wait for it.
 */
export async function prepareFirstUse(portal: AppContext): Promise<FirstUse> {
  const client = await portal.pool.connect()
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    await client.query(`select pg_advisory_lock(hashtextextended('first start', 0))`)
    return await prepareAlone(portal)
  } finally {
    // Its lock and its settings end with the connection.
    client.release(true)
  }
}

async function prepareAlone(portal: AppContext): Promise<FirstUse> {
  const { config, db } = portal
  const { rows } = await sql<{ users: boolean; active: boolean }>`
    select exists (select 1 from users) as users, exists (select 1 from users where state = 'active') as active`.execute(
    db,
  )
  if (config.demo) {
    if (!rows[0]!.users) {
      console.log('Creating the demo data …')
      await seedDemoData(db, config)
      // Packing and signing files takes a moment, in which users can sign in already.
      for (const task of [DEMO_SOFTWARE, DEMO_ROLLOUT, DEMO_SBOMS, DEMO_ATTACHMENTS, DEMO_CERTIFICATES])
        await addJob(db, task, {}, { queue: 'demo' })
      await addJob(db, DEMO_HISTORY, {})
    }
    return { users: users(), password: demoPassword, admin: null }
  }
  const admin = rows[0]!.active ? null : await inviteFirstAdmin(portal)
  return { users: [], password: '', admin }
}

function users(): FirstUse['users'] {
  return Object.values(demoUsers).map((user) => {
    const account = 'in' in user ? demoAccounts[user.in] : undefined
    return {
      email: account ? `${user.email}@${account}.example` : user.email,
      role: account ? `${roleNames[user.role]} of ${account}` : roleNames[user.role],
    }
  })
}
