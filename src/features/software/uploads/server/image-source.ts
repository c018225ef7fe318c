import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import {
  type Adapter,
  type Connector,
  type OpenedConnection,
  openConnector,
} from '#features/platform/connections/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { ImageDestination } from './image-destination.ts'

/** A manifest as the registry has it. */
export type SourceManifest = { readonly digest: string; readonly bytes: Buffer }

/** A registry that images are copied from. Digests are hexadecimal SHA-256; failures are an `IntegrationError`. */
export type ImageSource = {
  /** The host, and the path if it has one, in the addresses of its images. */
  readonly host: string
  /** Checks address, credential and the repositories of the settings, and changes nothing. */
  test(): Promise<void>
  /** The names of the repositories. */
  repositories(): Promise<readonly string[]>
  /** The tags of a repository. */
  tags(repository: string): Promise<readonly string[]>
  /** The manifest or index of a tag or of `sha256:` and a digest; its bytes have the digest. */
  manifest(repository: string, reference: string): Promise<SourceManifest>
  /** Whether the registry has the blob with this number of bytes. */
  hasBlob(repository: string, digest: string, size: number): Promise<boolean>
  /** The bytes of a blob from `offset`, or from the beginning where the registry sends no ranges. */
  blob(
    repository: string,
    digest: string,
    offset: number,
  ): Promise<{ readonly body: Readable; readonly offset: number }>
  /** Set where the connection says that customers pull from this registry. */
  readonly destination?: ImageDestination
}

/** A kind of registry that can be connected. */
export type RegistrySystem = Pick<Adapter, 'system' | 'name' | 'fields'> & {
  open(connection: OpenedConnection): ImageSource
}

const CONNECTION = 'registry:shared'
const sourceByConnector = new WeakMap<Connector, ImageSource>()

/** A registry as the one connection for all accounts. */
export function registryAdapter({ open, ...system }: RegistrySystem): Adapter {
  return {
    ...system,
    port: 'registry',
    shared: true,
    open(connection) {
      const source = open(connection)
      const connector: Connector = { test: () => source.test() }
      sourceByConnector.set(connector, source)
      return connector
    },
  }
}

/** The connected registry; undefined when there is none, or it is stopped. */
export async function openImageSource(portal: AppContext): Promise<ImageSource | undefined> {
  if ((await settingsOf(portal.db)) === undefined) return undefined
  return sourceByConnector.get(await openConnector(portal, CONNECTION))
}

/** The host of the connected registry with the path of its address, read without calling it. */
export async function imageSourceHost({ db }: Pick<AppContext, 'db'>): Promise<string | undefined> {
  const { url } = (await settingsOf(db)) ?? {}
  if (url === undefined) return undefined
  return placeText(registryPlace(url))
}

/**
 * The registry that customers pull from, as its host and the path of its address; undefined where that is the portal. It
 * is not called.
 */
export async function customersRegistry({ db }: { readonly db: Database | Tx }): Promise<RegistryPlace | undefined> {
  const { url, customers } = (await settingsOf(db)) ?? {}
  return url !== undefined && customers === 'REGISTRY' ? registryPlace(url) : undefined
}

/** The host of a registry's address, and the path with which the names of its repositories begin. */
export function registryPlace(url: string): RegistryPlace {
  const address = URL.parse(url)
  return { host: address?.host ?? '', path: address?.pathname.split('/').filter(Boolean).join('/') ?? '' }
}
export type RegistryPlace = { readonly host: string; readonly path: string }

/** A registry with its path as one text: how addresses of its images begin. */
export function placeText({ host, path }: RegistryPlace): string {
  return path === '' ? host : `${host}/${path}`
}

async function settingsOf(db: Database | Tx): Promise<Readonly<Record<string, string>> | undefined> {
  const { rows } = await sql<{ settings: Record<string, string> }>`
    select c.settings from connections c where c.id = ${CONNECTION}
      and not exists (select from outbox_paused p where p.connection = c.id)`.execute(db)
  return rows[0]?.settings
}
