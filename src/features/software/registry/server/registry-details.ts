import { sql } from 'kysely'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import { componentStatus, customerRepository, findRelease } from '#features/software/releases/server/index.ts'
import { customersRegistry, placeText } from '#features/software/uploads/server/index.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { requireFreshSession } from '#kit/server/serve/fresh-session.ts'
import { actorOfRequest, type RequestContext } from '#kit/server/serve/request-context.ts'
import {
  type ImageStorage,
  manageRegistryAccess,
  type ReleaseImage,
  type readRegistryDetails,
  type readRegistryLogin,
  registryProblems,
  registrySecretShown,
} from '../contract.ts'
import type { RegistrySecrets } from './credential-secrets.ts'
import { usableCredential } from './credential-store.ts'
import { loginCommands, pullCommand } from './registry-commands.ts'
import { registryHost } from './registry-host.ts'

const MASK = '••••••••'

type Address = { readonly storage: ImageStorage; readonly host: string; readonly within: string }

/** Where the images of a release are pulled; without a release, where those of the next ones are. */
async function addressOf(portal: AppContext, release?: { readonly registry: string | null }): Promise<Address> {
  const outside = await customersRegistry(portal)
  if (!outside || (release && release.registry !== placeText(outside)))
    return { storage: 'PORTAL', host: registryHost(portal), within: '' }
  return { storage: 'REGISTRY', host: outside.host, within: outside.path === '' ? '' : `${outside.path}/` }
}

/** User name and host; the secret only after a fresh sign-in or with an API token, and recorded. */
export async function registryLogin(
  portal: AppContext,
  secrets: RegistrySecrets,
  { request, reply, session, query }: RequestContext<typeof readRegistryLogin>,
) {
  const { decodeKey = false, detailsType = 'LOGIN' } = query
  const account = await accountIn(portal.db, session, { name: query.account, permission: manageRegistryAccess })
  const credential = await usableCredential(portal.db, account.id, query.credential)
  if (!credential)
    throwProblem(
      registryProblems[
        query.credential === undefined ? 'registry-credential-missing' : 'registry-credential-not-found'
      ],
      {
        account: account.name,
      },
    )
  const address =
    query.storage === 'PORTAL' ? { host: registryHost(portal), storage: query.storage } : await addressOf(portal)
  const { storage, host } = address
  if (query.storage !== undefined && query.storage !== storage) throwProblem(registryProblems['registry-not-connected'])
  if (decodeKey && !session.token) requireFreshSession(session)
  const secret = decodeKey ? await secrets.secretOf(credential) : undefined
  if (decodeKey)
    await recordEvent(portal.db, registrySecretShown, actorOfRequest(request), {
      account: account.id,
      subject: credential.id,
      data: { what: credential.name },
    })
  reply.header('cache-control', 'no-store')
  const { name, expiresAt } = credential
  const username = `${account.name}+${name}`
  return {
    storage,
    host,
    username,
    secret: secret ?? MASK,
    isDecoded: decodeKey,
    expires: expiresAt.toISOString(),
    credential: String(credential.id),
    commands: loginCommands(detailsType, { host, username, name, secret }),
  }
}

/** The images of a release that the session sees, with the commands of the client. */
export async function registryDetails(
  portal: AppContext,
  { session, params, query }: RequestContext<typeof readRegistryDetails>,
) {
  const { detailsType: type = 'DOCKER' } = query
  const release = await findRelease(portal.db, session, params.id)
  const credential = await usableCredential(portal.db, release.accountId, query.credential)
  const { storage, host, within } = await addressOf(portal, release)
  const username = credential ? `${release.account}+${credential.name}` : null
  const { rows } = await sql<{ image: Omit<ReleaseImage, 'pullCommand'> }>`
    select json_build_object('repository', c.container_name, 'tag', c.tag, 'digest', 'sha256:' || c.digest, 'size', c.size, 'platforms', i.platforms,
      'state', ${componentStatus}) as image
    from release_components c join bundle_releases r on r.id = c.release_id join images i on i.digest = c.image
    where c.release_id = ${release.id} order by c.container_name, c.tag`.execute(portal.db)
  const repositoryOf = (container: string) =>
    storage === 'PORTAL' ? container : within + customerRepository(release.account, container, release.id)
  const images = rows.map(({ image }) => {
    const repository = repositoryOf(image.repository)
    return {
      ...image,
      repository,
      pullCommand: pullCommand(type, host, { ...image, repository, container: image.repository }),
    }
  })
  return {
    storage,
    host,
    username,
    commands: username && credential ? loginCommands(type, { host, username, name: credential.name }) : [],
    images,
  }
}
