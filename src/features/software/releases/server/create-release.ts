import { sql } from 'kysely'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import {
  lockedBundle,
  requireReleasable,
  type StoredBundle,
  touchBundle,
} from '#features/software/bundles/server/index.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { type createRelease, releaseCreated, releaseProblems } from '../contract.ts'
import { freezeRelease } from './freeze-release.ts'
import { releasePage } from './stored-release.ts'

/** Creates a release of the bundle's current content: the manifest is frozen in this transaction. */
export async function create(call: CommandContext<typeof createRelease>) {
  const { tx, session, actor, query, body } = call
  // Locked as for a change of its files, so that the manifest is consistent.
  const bundle = await lockedBundle(tx, session, query.bundleId)
  requireReleasable(bundle)
  const account = await tx
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('name', '=', body.account)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!account) throwProblem(accountProblems['account-not-found'], { name: body.account })
  await requireWhole(call, bundle)
  const by = { id: session.userId, fullName: actor.fullName }
  const { id, components } = await freezeRelease(tx, {
    bundle,
    account,
    name: body.name,
    by,
    impersonator: session.impersonator,
    isSecurity: body.isSecurity,
  })
  const note = body.note?.trim()
  if (note)
    await sql`insert into release_notes (release_id, author_id, text) values (${id}, ${session.userId}, ${note})`.execute(
      tx,
    )
  await touchBundle(tx, bundle.id)
  const data = { releaseId: id, what: body.name, components, ...(note ? { note } : {}) }
  await call.record(releaseCreated, { account: account.id, subject: bundle.id, data })
  return releasePage(tx, session, id)
}

async function requireWhole({ tx }: CommandContext<typeof createRelease>, { id, name }: StoredBundle): Promise<void> {
  const { rows } = await sql<{ component: string; status: string }>`
    select file_name as component, status from bundle_components where bundle_id = ${id} order by status = 'IN_STORAGE', file_name`.execute(
    tx,
  )
  const first = rows[0] ?? throwProblem(releaseProblems['release-bundle-empty'], { name })
  if (first.status !== 'IN_STORAGE') throwProblem(releaseProblems['release-component-not-in-storage'], first)
}
