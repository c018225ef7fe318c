import { sql } from 'kysely'
import { changesOf } from '#kit/server/events/event.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  bundleCreated,
  bundleDeleted,
  bundleProblems,
  bundleUpdated,
  type changeBundle,
  type createBundle,
  type deleteBundle,
  productInName,
} from '../contract.ts'
import { bundlePage } from './bundle-page.ts'
import { lockedBundle, requireEditable, sharedBundle } from './stored-bundle.ts'

/** Creates a bundle, or a patch of one. */
export async function create(call: CommandContext<typeof createBundle>) {
  const { tx, session, body, query } = call
  const parent = query.parentId === undefined ? undefined : await sharedBundle(tx, session, query.parentId)
  if (parent) requireEditable(parent)
  const productVersion = productInName(body.name)
  const { id } = await tx
    .insertInto('bundles')
    .values({
      name: body.name,
      is_containerized: body.isContainerized ?? false,
      deployment_type: body.deploymentType,
      product: body.product === undefined ? productVersion.product : body.product,
      product_version: body.productVersion === undefined ? productVersion.productVersion : body.productVersion,
      parent_id: parent?.id ?? null,
      created_by: session.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await call.record(bundleCreated, { subject: id, data: { ...body, parentId: parent?.id ?? null } })
  return bundlePage(tx, session, id)
}

/** Changes name, deployment type, product or version. */
export async function change(call: CommandContext<typeof changeBundle>) {
  const { tx, session, body, params } = call
  const bundle = await lockedBundle(tx, session, params.id)
  requireVersion(call, bundle.version)
  requireEditable(bundle)
  const fields = {
    name: body.name ?? bundle.name,
    deploymentType: body.deploymentType ?? bundle.deploymentType,
    product: body.product === undefined ? bundle.product : body.product,
    productVersion: body.productVersion === undefined ? bundle.productVersion : body.productVersion,
  }
  const changes = changesOf(bundle, fields)
  if (Object.keys(changes).length > 0) {
    await sql`update bundles set name = ${fields.name}, deployment_type = ${fields.deploymentType},
      product = ${fields.product}, product_version = ${fields.productVersion}, version = version + 1, updated_at = clock_timestamp() where id = ${bundle.id}`.execute(
      tx,
    )
    await call.record(bundleUpdated, { subject: bundle.id, data: { changes } })
  }
  return bundlePage(tx, session, bundle.id)
}

/** Deletes a bundle without releases and patches. Releases that were deleted before keep their proofs without it. */
export async function remove(call: CommandContext<typeof deleteBundle>): Promise<undefined> {
  const { tx, session, params } = call
  const bundle = await lockedBundle(tx, session, params.id)
  requireVersion(call, bundle.version)
  const { rows } = await sql<{ releases: number; patches: number }>`
    select (select count(*) from bundle_releases where present_bundle_id = ${bundle.id}) as releases,
      (select count(*) from bundles where parent_id = ${bundle.id}) as patches`.execute(tx)
  const { releases, patches } = rows[0]!
  const { name } = bundle
  if (releases > 0) throwProblem(bundleProblems['bundle-has-releases'], { name, count: releases })
  if (patches > 0) throwProblem(bundleProblems['bundle-has-patches'], { name, count: patches })
  await tx.deleteFrom('bundle_components').where('bundle_id', '=', bundle.id).execute()
  await tx.deleteFrom('bundles').where('id', '=', bundle.id).execute()
  await call.record(bundleDeleted, { subject: bundle.id, data: { what: name } })
}
