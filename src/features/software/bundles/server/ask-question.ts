import { sql } from 'kysely'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import { fileCase } from '#features/support/cases/server/index.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { type askAboutBundle, askAboutBundles, bundleAsked } from '../contract.ts'
import { readableBundle } from './stored-bundle.ts'

/** Creates a case about a bundle, prefilled from it, and links the two. */
export async function askAbout(call: CommandContext<typeof askAboutBundle>) {
  const { tx, session, body, query } = call
  const bundle = await readableBundle(tx, session, query.bundleId)
  const account = await accountIn(tx, session, { idOrName: query.accountId, permission: askAboutBundles })
  const filedCase = await fileCase(call, account.name, {
    subject: `Question about ${bundle.name}`.slice(0, 250),
    description: body.text,
    priority: 'LOW',
    type: 'CASE',
    product: bundle.name.slice(0, 250),
  })
  await sql`insert into bundle_cases (bundle_id, case_id) select ${bundle.id}, id from cases where key = ${filedCase.key}`.execute(
    tx,
  )
  await call.record(bundleAsked, { account: account.id, subject: bundle.id, data: { what: filedCase.key } })
  return filedCase.page
}
