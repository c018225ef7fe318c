import { sql } from 'kysely'
import type { StoredBundle } from '#features/software/bundles/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { freezeComponents } from './frozen-components.ts'
import { manifestOf } from './signing/manifest.ts'

/** The content of a release; `at` is now unless given. */
export type Making = {
  readonly bundle: Pick<StoredBundle, 'id' | 'name' | 'deploymentType'>
  readonly account: { readonly id: number; readonly name: string }
  readonly name: string
  readonly by: { readonly id: number; readonly fullName: string }
  /** The user who impersonated the creator, if any. */
  readonly impersonator?: { readonly id: number; readonly fullName: string } | undefined
  /** A security release is never rejected for a plan. */
  readonly isSecurity?: boolean | undefined
  readonly at?: Date
}

/** Inserts a release with the current components of the bundle, and their manifest. */
export async function freezeRelease(
  tx: Tx,
  { bundle, account, name, by, impersonator, isSecurity = false, at = new Date() }: Making,
): Promise<{ id: number; components: number }> {
  const { rows } = await sql<{ id: number }>`
    insert into bundle_releases (bundle_id, account_id, name, component_count, size, manifest, created_by, created_by_impersonator, is_security, created_at, updated_at)
    values (${bundle.id}, ${account.id}, ${name}, 0, 0, '', ${by.id}, ${impersonator?.id ?? null}, ${isSecurity}, ${at}, ${at}) returning id`.execute(
    tx,
  )
  const { id } = rows[0]!
  const components = await freezeComponents(tx, id, bundle.id)
  const manifest = manifestOf({
    release: {
      id: String(id),
      name,
      created: at.toISOString(),
      createdBy: by.fullName,
      ...(impersonator && { impersonatedBy: impersonator.fullName }),
    },
    bundle: { id: String(bundle.id), name: bundle.name, deploymentType: bundle.deploymentType },
    account: account.name,
    components,
  })
  const size = components.reduce((sum, component) => sum + component.size, 0)
  const images = components.filter(({ image }) => image).length
  await sql`
    update bundle_releases set manifest = ${manifest}, component_count = ${components.length}, image_count = ${images}, size = ${size}
    where id = ${id}`.execute(tx)
  return { id, components: components.length }
}
