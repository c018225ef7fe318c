import { sql } from 'kysely'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { requireOwnSite, sendFile } from '#kit/server/files/send-file.ts'
import { rememberFile } from '#kit/server/files/stored-files.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { createCommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, registerStream } from '#kit/server/serve/serve.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { visibleIn } from '#kit/server/visible.ts'
import {
  accountEvents,
  accountProblems,
  changeLogos,
  deleteLogo,
  putLogo,
  readAccounts,
  showLogo,
} from '../contract.ts'
import { receiveLogo } from './receive-logo.ts'
import { accountByIdOrName, lockAccount, withVersionBump } from './stored-account.ts'

/** Logos of accounts. */
export function serveLogos(portal: AppContext, store: FileStore): void {
  registerStream(portal, putLogo, async (call) => {
    // Checked before the bytes are read, and again where they are written.
    await inTransaction(portal.db, (tx) => lockAccount(tx, call.session, call.params.id, changeLogos))
    const logo = await receiveLogo(call.request, store)
    const url = await inTransaction(portal.db, async (tx) => {
      const account = await lockAccount(tx, call.session, call.params.id, changeLogos)
      const fileId = await rememberFile(tx, logo, portal.config)
      await tx
        .updateTable('accounts')
        .set({ logo_file_id: fileId, logo_type: logo.type, ...withVersionBump })
        .where('id', '=', account.id)
        .execute()
      const fact = { account: account.id, subject: account.id, data: { digest: logo.digest } }
      await createCommandContext(call, tx).record(accountEvents.logoChanged, fact)
      return `/api/accounts/${account.id}/logo?v=${fileId}`
    })
    return call.reply.send({ url })
  })

  registerCommand(portal, deleteLogo, async (call) => {
    const account = await lockAccount(call.tx, call.session, call.params.id, changeLogos)
    requireVersion(call, account.version)
    const { numUpdatedRows } = await call.tx
      .updateTable('accounts')
      .set({ logo_file_id: null, logo_type: null, ...withVersionBump })
      .where('id', '=', account.id)
      .where('logo_file_id', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n)
      await call.record(accountEvents.logoChanged, { account: account.id, subject: account.id, data: { digest: null } })
    return undefined
  })

  registerStream(portal, showLogo, async (call) => {
    requireOwnSite(call.request)
    const { rows } = await sql<{ size: number | null; digest: string; type: string }>`
      select f.size, f.digest, a.logo_type as type from accounts a left join stored_files f on f.id = a.logo_file_id
      where ${accountByIdOrName(call.params.id)} and a.deleted_at is null and ${visibleIn(call.session, readAccounts, 'a.id')}`.execute(
      portal.db,
    )
    const found = rows[0] ?? throwProblem(accountProblems['account-not-found'], { name: call.params.id })
    if (found.size === null) throwProblem(accountProblems['logo-not-found'])
    const file = { filename: 'logo', size: found.size, digest: found.digest, inlineAs: found.type }
    return sendFile(call, { store, db: portal.db }, file)
  })
}
