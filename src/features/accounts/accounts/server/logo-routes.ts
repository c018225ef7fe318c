import { sql } from 'kysely'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { requireOwnSite, sendFile } from '#kit/server/files/send-file.ts'
import { rememberFile } from '#kit/server/files/stored-files.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { createCommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, registerStream } from '#kit/server/serve/serve.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import {
  accountEvents,
  accountProblems,
  changeLogos,
  deleteLogo,
  putLogo,
  readAccounts,
  showLogo,
} from '../contract.ts'
import { accountIn } from './account-in.ts'
import { receiveLogo } from './receive-logo.ts'
import { lockAccount, withVersionBump } from './stored-account.ts'

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
    const { logo } = await accountIn(portal.db, call.session, {
      idOrName: call.params.id,
      permission: readAccounts,
      also: sql<{ logo: { size: number; digest: string; inlineAs: string } | null }>`(
        select json_build_object('size', f.size, 'digest', f.digest, 'inlineAs', a.logo_type) from stored_files f where f.id = a.logo_file_id) as logo`,
    })
    if (!logo) throwProblem(accountProblems['logo-not-found'])
    const file = { filename: 'logo', ...logo }
    return sendFile(call, { store, db: portal.db }, file)
  })
}
