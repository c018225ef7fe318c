import { sql } from 'kysely'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { fileCase } from '#features/support/cases/server/index.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { type askAboutBundle, askAboutBundles, bundleAsked } from '../contract.ts'
import { readableBundle } from './stored-bundle.ts'

/** Creates a case about a bundle, prefilled from it, and links the two. */
export async function askAbout(call: CommandContext<typeof askAboutBundle>) {
  const { tx, session, body, query } = call
  const bundle = await readableBundle(tx, session, query.bundleId)
  const account = await accountOf(call)
  const filed = await fileCase(call, account.name, {
    subject: `Question about ${bundle.name}`.slice(0, 250),
    description: body.text,
    priority: 'LOW',
    type: 'CASE',
    product: bundle.name.slice(0, 250),
  })
  await sql`insert into bundle_cases (bundle_id, case_id) select ${bundle.id}, id from cases where key = ${filed.key}`.execute(
    tx,
  )
  await call.record(bundleAsked, { account: account.id, subject: bundle.id, data: { what: filed.key } })
  return filed.page
}

async function accountOf({ tx, session, query }: CommandContext<typeof askAboutBundle>) {
  const id = /^\d{1,15}$/.test(query.accountId) ? Number(query.accountId) : -1
  const account = await tx.selectFrom('accounts').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
  if (!account || !hasPermission(session, askAboutBundles, account.name))
    throwProblem(accountProblems['account-not-found'], { name: query.accountId })
  return account
}
