import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { recordDownloads, type UploadContext } from '#features/software/uploads/server/index.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { PulledPart } from './find-part.ts'

type Puller = { readonly credential: number; readonly previous: boolean }

/**
 * Records the pull of an image: repeated requests of a client within a minute, for the platforms of an index too, are
 * one. The component counts as downloaded.
 */
export async function recordPull(
  context: UploadContext,
  request: FastifyRequest,
  { credential, previous }: Puller,
  {
    repository,
    reference,
    part,
  }: { repository: string; reference: string; part: Pick<PulledPart, 'component' | 'digest' | 'size'> },
): Promise<void> {
  const { component, digest, size } = part
  if (!component) return
  await inTransaction(context.portal.db, async (tx) => {
    const { rows } = await sql`
    insert into registry_pulls (account_id, credential_id, repository, reference, digest, release_id, address, with_previous_secret)
    select ${component.accountId}, ${credential}, ${repository}, ${reference}, ${digest}, ${component.releaseId}, ${request.ip}, ${previous}
    where not exists (select from registry_pulls p where p.credential_id = ${credential} and p.repository = ${repository}
      and p.release_id = ${component.releaseId} and p.at > now() - interval '1 minute') returning id`.execute(tx)
    if (rows.length === 0) return
    const { id: componentId, releaseId, bundleId, accountId, fileName, isSecurity } = component
    const file = { bundleId, fileName, digest, size, componentId, releaseId, accountId, isSecurity, withdrawn: null }
    await recordDownloads(tx, request, [file], `credential ${credential}`)
  })
}

/** Records that an image was denied, and why: it is withdrawn, or not of a delivered release. */
export async function recordDenied(
  { portal }: UploadContext,
  { ip }: FastifyRequest,
  { credential, previous }: Puller,
  { repository, reference }: { repository: string; reference: string },
): Promise<void> {
  await sql`
    insert into registry_pulls (account_id, credential_id, repository, reference, address, with_previous_secret, denied)
    select k.account_id, k.id, ${repository.slice(0, 255)}, ${reference.slice(0, 255)}, ${ip}, ${previous},
      case when exists (select from bundle_releases r join bundles b on b.id = r.bundle_id join release_components c on c.release_id = r.id
        where r.account_id = k.account_id and r.status = 'DELIVERED' and r.deleted_at is null and b.downloads_withdrawn
          and c.container_name = ${repository}) then 'WITHDRAWN' else 'NOT_DELIVERED' end
    from registry_credentials k where k.id = ${credential} and not exists (select from registry_pulls p where p.credential_id = k.id
      and p.repository = ${repository.slice(0, 255)} and p.reference = ${reference.slice(0, 255)} and p.denied is not null and p.at > now() - interval '1 minute')`.execute(
    portal.db,
  )
}
