import { prepareSigning } from '#features/platform/signing/server/index.ts'
import { requireBreachedFile } from '#features/users/passwords/server/index.ts'
import { requireSameClock } from '#kit/server/clock.ts'
import { openDatabase } from '#kit/server/database.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import { appDefinition } from './app.ts'
import { requireWholeCopy } from './check-copy.ts'
import { prepareFirstUse } from './first-use.ts'
import { migrateDatabase } from './migrate-database.ts'
import { openPortal, type RunningPortal } from './open-portal.ts'
import { requireFileStore } from './require-file-store.ts'
import { requireOneDataDirectory } from './require-one-data-directory.ts'
import { greetingText } from './startup-banner.ts'

/** Migrates the database, opens the whole portal on it, and prints its address and who can sign in. */
export async function startPortal(config: PortalConfig, databaseUrl: string): Promise<RunningPortal> {
  await requireFileStore(config)
  if (config.breachedPasswords) await requireBreachedFile(config.breachedPasswords)
  const { db, close } = openDatabase(databaseUrl, { size: 1 })
  try {
    await requireSameClock(db)
    await requireOneDataDirectory(db, config)
  } finally {
    await close()
  }
  await migrateDatabase(databaseUrl)
  // With the operator's own database, only the operator knows which files belong to it.
  if (!config.databaseUrl) await requireWholeCopy(config, databaseUrl)
  return openPortal(config, databaseUrl, appDefinition, async (portal) => {
    await prepareSigning(portal.db, config)
    console.log(greetingText(portal, await prepareFirstUse(portal)))
  })
}
