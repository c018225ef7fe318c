import { sql } from 'kysely'
import { fileAdded, fileUpdated } from '#features/software/bundles/contract.ts'
import { addContainer, lockedBundle, requireEditable } from '#features/software/bundles/server/index.ts'
import {
  imageSourceHost,
  readImageAddress,
  reserveImage,
  type UploadContext,
} from '#features/software/uploads/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { registryProblems, type uploadContainers } from '../contract.ts'
import { registryHost } from './registry-host.ts'

type ContainerInput = CommandContext<typeof uploadContainers>['body']['containers'][number]

/**
 * Adds images to a bundle. The bytes of those that were pushed into the portal are in the store already; those of the
 * connected registry are copied by a job.
 */
export async function addContainers(context: UploadContext, call: CommandContext<typeof uploadContainers>) {
  const { tx, session, params, body } = call
  const host = registryHost(context.portal)
  const bundle = await lockedBundle(tx, session, params.bundleId)
  requireEditable(bundle)
  for (const container of body.containers) {
    const { product, branch, version: productVersion, tag } = container
    const outside = await outsideAddress(context, container, host)
    if (outside) {
      await reserveImage(context, tx, { bundleId: bundle.id, userId: session.userId, address: outside })
      continue
    }
    const repository = repositoryOf(container, host)
    const sourceName = `${host}/${repository}:${tag}`
    const image =
      (await findImage(tx, repository, tag)) ?? throwProblem(registryProblems['image-not-found'], { name: sourceName })
    const { replaced: isReplaced } = await addContainer(tx, {
      ...image,
      ...{ bundleId: bundle.id, containerName: repository, tag, product, branch, productVersion },
      ...{ sourceType: 'DOCKER', sourceName, clobber: false, userId: session.userId },
    })
    const data = { what: `${repository}:${tag}`, digest: image.digest, size: image.size }
    await call.record(isReplaced ? fileUpdated : fileAdded, { subject: bundle.id, data })
  }
  return { added: body.containers.length }
}

/** Repository and tag of an image of the connected registry; undefined for one of the portal. */
async function outsideAddress({ portal }: UploadContext, { sourceImageUrl, tag }: ContainerInput, host: string) {
  const address = sourceImageUrl?.replace(/^https?:\/\//, '')
  if (address === undefined || address.startsWith(`${host}/`)) return undefined
  const outside = await imageSourceHost(portal)
  const path = outside !== undefined && address.startsWith(`${outside}/`) ? address.slice(outside.length + 1) : ''
  const imageAddress = readImageAddress(path)
  if (imageAddress?.tag !== tag) throwProblem(registryProblems['image-not-found'], { name: sourceImageUrl ?? '' })
  return imageAddress
}

/** The repository of the address, or the one that product, branch and container name make. */
function repositoryOf({ product, branch, containerName, sourceImageUrl }: ContainerInput, host: string): string {
  if (sourceImageUrl === undefined)
    return containerName === product ? `${product}/${branch}` : `${product}/${branch}/${containerName}`
  const address = sourceImageUrl.replace(/^https?:\/\//, '')
  const path = address.startsWith(`${host}/`)
    ? address.slice(host.length + 1)
    : throwProblem(registryProblems['image-not-found'], { name: sourceImageUrl })
  return path.split(/[:@]/)[0]!
}

async function findImage(tx: Tx, repository: string, tag: string) {
  const { rows } = await sql<{ digest: string; mediaType: string; size: number; fileId: number }>`
    select i.digest, i.media_type as "mediaType", i.size, p.file_id as "fileId" from image_tags t join images i on i.digest = t.image
      join image_parts p on p.image = i.digest and p.digest = i.digest
    where t.repository = ${repository} and t.tag = ${tag} for share of t`.execute(tx)
  return rows[0]
}
