import { sql } from 'kysely'
import { fileAdded, fileUpdated } from '#features/software/bundles/contract.ts'
import { addContainer, lockedBundle, requireEditable } from '#features/software/bundles/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { registryProblems, type uploadContainers } from '../contract.ts'

type Wanted = CommandContext<typeof uploadContainers>['body']['containers'][number]

/** Adds images that were pushed into the registry to a bundle; their bytes are in the store already. */
export async function addContainers(call: CommandContext<typeof uploadContainers>, host: string) {
  const { tx, session, params, body } = call
  const bundle = await lockedBundle(tx, session, params.bundleId)
  requireEditable(bundle)
  for (const wanted of body.containers) {
    const { product, branch, version: productVersion, tag } = wanted
    const repository = repositoryOf(wanted, host)
    const sourceName = `${host}/${repository}:${tag}`
    const image =
      (await findImage(tx, repository, tag)) ?? throwProblem(registryProblems['image-not-found'], { name: sourceName })
    const { replaced } = await addContainer(tx, {
      ...image,
      ...{ bundleId: bundle.id, containerName: repository, tag, product, branch, productVersion },
      ...{ sourceType: 'DOCKER', sourceName, clobber: false, userId: session.userId },
    })
    const data = { what: `${repository}:${tag}`, digest: image.digest, size: image.size }
    await call.record(replaced ? fileUpdated : fileAdded, { subject: bundle.id, data })
  }
  return { added: body.containers.length }
}

/** The repository of the address, or the one that product, branch and container name make. */
function repositoryOf({ product, branch, containerName, sourceImageUrl }: Wanted, host: string): string {
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
