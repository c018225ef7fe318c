import { secretsReencrypted } from '#features/platform/system/contract.ts'
import type { Database } from '#kit/server/database.ts'
import { reencrypt } from '#kit/server/encrypted-column.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { checkpointFile, resignCheckpoints } from '#kit/server/events/checkpoints.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { appDefinition } from './app.ts'
import { encryptedColumns } from './encrypted-columns.ts'

/** The commands of `headend secret`; each returns what to print. */
export const secretCommands: Readonly<
  Record<string, (from: { db: Database; config: PortalConfig }) => Promise<string>>
> = {
  async rotate({ db, config }) {
    const signedCount = await resignCheckpoints(checkpointFile(config.dataDirectory), config)
    const count = await inTransaction(db, async (tx) => {
      const count = await reencrypt(tx, encryptorFor(config), encryptedColumns(appDefinition.features))
      const actor = { userName: 'Operator (command line)' }
      if (count > 0) await recordEvent(tx, secretsReencrypted, actor, { data: { count } })
      return count
    })
    return `Re-encrypted: ${count} secrets, all that were not encrypted with the current key. Signed again: ${signedCount} checkpoints.`
  },
}
