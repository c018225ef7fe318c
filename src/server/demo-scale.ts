import pg from 'pg'
import { scaleAccounts } from '#features/accounts/accounts/server/index.ts'
import { loadScaleSoftware, scaleSoftware, scaleSoftwareTables } from '#features/software/releases/server/index.ts'
import { loadScaleCases, scaleCaseTables } from '#features/support/demo-cases/server/index.ts'
import { loadScaleUsers, scaleUsersTables } from '#features/users/demo-users/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { bulkLoad } from '#kit/server/load/bulk-load.ts'
import type { PortalConfig } from '#kit/server/portal.ts'

const full = { accounts: 2_000, users: 60_000, cases: 1_000_000, bundles: 20_000, releases: 300_000 } as const
const SMALLEST = 20

/**
 * Adds a large demo world to the small one: at scale 1 it has 2,000 accounts, 60,000 users, a million cases, 20,000
 * bundles and 300,000 signed releases, at 0.01 a hundredth of it. Everything is invented, and the same each time except
 * for its dates, which end today. All or nothing.
 */
export async function makeScaleWorld(
  { db, config, url }: { db: Database; config: PortalConfig; url: string },
  scale: number,
  log: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'headend demo' })
  await client.connect()
  try {
    await rejectOthers(client)
    const software = await scaleSoftware(db, config)
    const tables = [...scaleAccounts.tables, ...scaleUsersTables, ...scaleCaseTables, ...scaleSoftwareTables]
    await bulkLoad(client, tables, async () => {
      const accounts = await scaleAccounts.load(client, Math.max(SMALLEST, Math.round(full.accounts * scale)))
      log(`${accounts.length} accounts`)
      const users = await loadScaleUsers(client, accounts, Math.round(full.users * scale))
      log(`${[...users.values()].reduce((sum, all) => sum + all.length, 0)} users who file cases`)
      const operators = accounts.map((account) => ({
        ...account,
        users: (users.get(account.id) ?? []).map(({ id }) => id),
      }))
      const counts = await loadScaleCases(client, operators, Math.round(full.cases * scale))
      for (const [what, count] of Object.entries(counts)) log(`${count} ${what}`)
      const [bundles, releases] = [Math.round(full.bundles * scale), Math.round(full.releases * scale)]
      await loadScaleSoftware(client, { ...software, accounts, bundles, releases })
      log(`${bundles} bundles, ${releases} releases`)
      log('making the indexes')
    })
  } finally {
    await client.end()
  }
}

/** The large world can only be added to a demo world, and once. */
async function rejectOthers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ others: number; cases: number }>(
    `select (select count(*) from users where email not like '%.example') as others, (select count(*) from cases) as cases`,
  )
  if (rows[0]!.others > 0) throw new Error('this database has users who are not of a demo: choose an empty DATA_DIR')
  if (rows[0]!.cases > 5_000) throw new Error('this database has a large demo world already: choose an empty DATA_DIR')
}
