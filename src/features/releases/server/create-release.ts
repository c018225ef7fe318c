import { sql } from 'kysely'
import { accountProblems } from '#features/accounts/contract.ts'
import { lockedBundle, requireReleasable, type StoredBundle, touchBundle } from '#features/bundles/server/index.ts'
import { refuse } from '#kit/server/refusal.ts'
import type { WriteCall } from '#kit/server/serve/call.ts'
import { type createRelease, releaseCreated, releaseProblems } from '../contract.ts'
import { freezeComponents } from './frozen-components.ts'
import { manifestOf } from './signing/manifest.ts'
import { releasePage } from './stored-release.ts'

/** Makes a release of what the bundle holds at this moment: the manifest is frozen in this transaction. */
export async function create(call: WriteCall<typeof createRelease>) {
  const { tx, session, actor, query, body } = call
  // Locked as for a change of its files, so that the manifest is of one moment.
  const bundle = await lockedBundle(tx, session, query.bundleId)
  requireReleasable(bundle)
  const account = await tx
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('name', '=', body.account)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!account) refuse(accountProblems['account-not-found'])
  await requireWhole(call, bundle)
  const { rows } = await sql<{ id: number; created: Date }>`
    insert into bundle_releases (bundle_id, account_id, name, component_count, size, manifest, created_by)
    values (${bundle.id}, ${account.id}, ${body.name}, 0, 0, '', ${session.personId}) returning id, created_at as created`.execute(
    tx,
  )
  const { id, created } = rows[0]!
  const components = await freezeComponents(tx, id, bundle.id)
  const manifest = manifestOf({
    release: { id: String(id), name: body.name, created: created.toISOString(), createdBy: actor.fullName },
    bundle: { id: String(bundle.id), name: bundle.name, deploymentType: bundle.deploymentType },
    account: account.name,
    components,
  })
  const size = components.reduce((sum, component) => sum + component.size, 0)
  await sql`update bundle_releases set manifest = ${manifest}, component_count = ${components.length}, size = ${size} where id = ${id}`.execute(
    tx,
  )
  await touchBundle(tx, bundle.id)
  const data = { releaseId: id, what: body.name, components: components.length }
  await call.record(releaseCreated, { account: account.id, subject: bundle.id, data })
  return releasePage(tx, session, id)
}

async function requireWhole({ tx }: WriteCall<typeof createRelease>, { id, name }: StoredBundle): Promise<void> {
  const { rows } = await sql<{ component: string; status: string }>`
    select file_name as component, status from bundle_components where bundle_id = ${id} order by status = 'IN_STORAGE', file_name`.execute(
    tx,
  )
  const first = rows[0] ?? refuse(releaseProblems['release-bundle-empty'], { name })
  if (first.status !== 'IN_STORAGE') refuse(releaseProblems['release-component-not-in-storage'], first)
}
