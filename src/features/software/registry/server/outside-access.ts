import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { customerRepository } from '#features/software/releases/server/index.ts'
import { placeText, type RegistryPlace, type UploadContext } from '#features/software/uploads/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { PulledComponent } from './find-part.ts'
import { recordDenied, recordPull } from './record-pull.ts'
import type { Access } from './registry-token.ts'

type Puller = { readonly credential: number; readonly previous: boolean }
type Image = {
  readonly digest: string
  readonly size: number
  readonly tag: string
  readonly component: PulledComponent
}

/**
 * What a credential may pull of the registry outside of the portal: of its account's repositories those of delivered
 * releases, whose downloads are not withdrawn. That registry does not report pulls, so a token that allows one counts as
 * one; what is not allowed is recorded as denied.
 */
export async function outsideAccess(
  context: UploadContext,
  request: FastifyRequest,
  { puller, place, asked }: { puller: Puller; place: RegistryPlace; asked: readonly Access[] },
): Promise<Access[]> {
  const grantedAccess: Access[] = []
  for (const { type, name, actions } of asked) {
    const image =
      type === 'repository' && actions.includes('pull')
        ? await pullableImage(context.portal.db, puller.credential, place, name)
        : undefined
    grantedAccess.push({ type, name, actions: image ? ['pull'] : [] })
    if (image) await recordPull(context, request, puller, { repository: name, reference: image.tag, part: image })
    else if (type === 'repository') await recordDenied(context, request, puller, { repository: name, reference: '*' })
  }
  return grantedAccess
}

async function pullableImage(
  db: Database,
  credential: number,
  place: RegistryPlace,
  repository: string,
): Promise<Image | undefined> {
  const within = place.path === '' ? '' : `${place.path}/`
  const [account = '', ...rest] = repository.startsWith(within) ? repository.slice(within.length).split('/') : []
  const release = rest.pop() ?? ''
  const container = rest.join('/')
  if (!/^\d{1,15}$/.test(release) || within + customerRepository(account, container, release) !== repository)
    return undefined
  const { rows } = await sql<Image>`
    select c.digest, c.size, c.tag, json_build_object('id', c.id, 'releaseId', r.id, 'bundleId', r.bundle_id, 'accountId', r.account_id,
      'fileName', c.file_name, 'isSecurity', r.is_security) as component
    from registry_credentials k join accounts a on a.id = k.account_id and a.deleted_at is null and a.name = ${account}
      join bundle_releases r on r.account_id = k.account_id and r.id = ${release} and r.status = 'DELIVERED' and r.deleted_at is null
        and r.registry = ${placeText(place)}
      join bundles b on b.id = r.bundle_id and not b.downloads_withdrawn
      join release_components c on c.release_id = r.id and c.container_name = ${container} and c.image is not null
    where k.id = ${credential} and k.revoked_at is null and k.expires_at > now() limit 1`.execute(db)
  return rows[0]
}
