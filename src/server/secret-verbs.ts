import { secretsResealed } from '#features/system/contract.ts'
import type { Database } from '#kit/server/database.ts'
import { checkpointFile, resignCheckpoints } from '#kit/server/events/checkpoints.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import { sealOf } from '#kit/server/seal.ts'
import { reseal } from '#kit/server/sealed-column.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { parts } from './parts.ts'
import { sealedColumns } from './sealed-columns.ts'

/** The verbs of `headend secret`; each answers what to print. */
export const secretVerbs: Readonly<Record<string, (from: { db: Database; config: PortalConfig }) => Promise<string>>> =
  {
    async reseal({ db, config }) {
      const signed = await resignCheckpoints(checkpointFile(config.dataDirectory), config)
      const count = await inTransaction(db, async (tx) => {
        const count = await reseal(tx, sealOf(config), sealedColumns(parts.features))
        const doer = { personName: 'Operator (command line)' }
        if (count > 0) await recordEvent(tx, secretsResealed, doer, { data: { count } })
        return count
      })
      return `Sealed anew: ${count} secrets, all that were not sealed with the present key. Signed anew: ${signed} checkpoints.`
    },
  }
