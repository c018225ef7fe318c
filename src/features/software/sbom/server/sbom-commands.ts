import { sql } from 'kysely'
import { lockedBundle, requireEditable, sharedBundle } from '#features/software/bundles/server/index.ts'
import { respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext, RequestContext } from '#kit/server/serve/request-context.ts'
import { respondToUpload } from '#kit/server/serve/respond-to-upload.ts'
import { type deleteSbom, sbomAdded, sbomDeleted, sbomProblems, uploadSbom } from '../contract.ts'
import { receiveSbom } from './receive-sbom.ts'
import { findSboms, insertSbom } from './sbom-store.ts'

/** Reads the whole SBOM first: no transaction waits for a caller's bytes, and a flaw leaves nothing behind. */
export async function upload(portal: AppContext, call: RequestContext<typeof uploadSbom>): Promise<unknown> {
  const sbom = await receiveSbom(call.request)
  return respondToUpload(portal, uploadSbom, call, sbom, async ({ tx, session, params, record }) => {
    const bundle = await sharedBundle(tx, session, params.id)
    requireEditable(bundle)
    const id = await insertSbom(tx, { bundleId: bundle.id, userId: session.userId, sbom })
    if (id === undefined) throwProblem(sbomProblems['sbom-exists'], { name: sbom.filename })
    const { format, components } = sbom
    const data = { what: sbom.filename, format, components: components.length }
    await record(sbomAdded, { subject: bundle.id, data })
    const [storedSbom] = await findSboms(tx, sql`s.id = ${id}`)
    return respond(storedSbom!, { status: 201 })
  })
}

/** Deletes an SBOM; its components go with it. */
export async function remove({ tx, session, params, record }: CommandContext<typeof deleteSbom>): Promise<undefined> {
  const bundle = await lockedBundle(tx, session, params.id)
  if (!/^\d{1,15}$/.test(params.sbomId)) throwProblem(sbomProblems['sbom-not-found'])
  const { rows } = await sql<{ name: string }>`
    delete from sboms where id = ${params.sbomId}::bigint and bundle_id = ${bundle.id} returning name`.execute(tx)
  if (!rows[0]) throwProblem(sbomProblems['sbom-not-found'])
  await record(sbomDeleted, { subject: bundle.id, data: { what: rows[0].name } })
}
