import type { SoftwareDesk } from '../software-app.ts'
import { ECR_KEY, startEcrFake } from './ecr-fake.ts'
import { GOOGLE_PATH, startGoogleRegistryFake } from './google-registry-fake.ts'

/** A running registry as the port suite uses it. */
export type RunningRegistry = {
  /** Where images are pushed, and with which headers for a repository. */
  readonly push: { readonly url: string; headers?(repository: string): Promise<Record<string, string>> }
  /** What the names of repositories begin with where images are pushed. */
  readonly path: string
  /** Settings of the connection, and one of them with a wrong credential; undefined for the portal's own registry. */
  readonly settings?: Readonly<Record<string, string>>
  readonly wrongCredential?: Readonly<Record<string, string>>
  /** Requests that the vendor's description does not allow. */
  readonly wrong: readonly string[]
  close(): Promise<void>
}

const nothing = async () => undefined

/** The registries of the port suite; `registry` is a real one without a sign-in. */
export const registrySystems: readonly {
  readonly system: 'portal' | 'oci' | 'ecr' | 'google'
  start(registry: string, desk: SoftwareDesk): Promise<RunningRegistry>
}[] = [
  {
    system: 'portal',
    start: async (_, desk) => ({
      push: { url: desk.url, headers: (repository) => portalToken(desk, repository) },
      path: '',
      wrong: [],
      close: nothing,
    }),
  },
  {
    system: 'oci',
    start: async (registry, desk) => ({
      push: { url: registry },
      path: '',
      settings: { url: registry },
      // The portal is a registry with a token server.
      wrongCredential: { url: desk.url, username: 'unknown+x', password: 'wrong' },
      wrong: [],
      close: nothing,
    }),
  },
  {
    system: 'ecr',
    async start(registry) {
      const { url, region, wrong, close } = await startEcrFake(registry)
      const settings = { url, api: url, region, ...ECR_KEY }
      const wrongCredential = { secretKey: 'another' }
      return { push: { url: registry }, path: '', settings, wrongCredential, wrong, close }
    },
  },
  {
    system: 'google',
    async start(registry) {
      const { url, key, foreignKey, wrong, close } = await startGoogleRegistryFake(registry)
      const settings = { url: `${url}/${GOOGLE_PATH}`, api: url, location: 'europe-west3', key }
      return {
        push: { url: registry },
        path: `${GOOGLE_PATH}/`,
        settings,
        wrongCredential: { key: foreignKey },
        wrong,
        close,
      }
    },
  },
]

/** A token of the portal's token server that may push into the repository. */
async function portalToken({ url, users }: SoftwareDesk, repository: string): Promise<Record<string, string>> {
  const { email, token } = users.rita
  const scope = `repository:${repository}:pull,push`
  const response = await fetch(`${url}/api/registry/token?scope=${encodeURIComponent(scope)}`, {
    headers: { authorization: `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}` },
  })
  return { authorization: `Bearer ${((await response.json()) as { token: string }).token}` }
}
