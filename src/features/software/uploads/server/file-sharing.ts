import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import {
  type Adapter,
  type Connector,
  type OpenedConnection,
  openConnector,
} from '#features/platform/connections/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type SharedFolder, uploadProblems } from '../contract.ts'

/** A file of the file-sharing storage as it is now. */
export type SharedFile = {
  readonly id: string
  readonly name: string
  readonly size: number
  /** Another one when the file has other bytes. */
  readonly version: string
  /** SHA-1 of the bytes, hexadecimal. */
  readonly sha1: string
}

/** A storage where files are shared, from which components are taken. Failures are an `IntegrationError`. */
export type FileSharing = {
  /** Checks address and credential, and changes nothing. */
  test(): Promise<void>
  /** Folders and files of a folder by name, and the folders that it is in, the top one first. */
  folder(id: string, page: { readonly offset: number; readonly limit: number }): Promise<SharedFolder>
  /** The file of an id or of a link, as it is now. */
  file(reference: string): Promise<SharedFile>
  /** The bytes of the file from `offset`, or from the beginning where no ranges are sent. */
  content(
    reference: string,
    file: SharedFile,
    offset: number,
  ): Promise<{ readonly body: Readable; readonly offset: number }>
}

/** A kind of file-sharing storage that can be connected. */
export type FileSharingSystem = Pick<Adapter, 'system' | 'name' | 'fields'> & {
  open(connection: OpenedConnection): FileSharing
}

const CONNECTION = 'box:shared'
const sharingByConnector = new WeakMap<Connector, FileSharing>()

/** A file-sharing storage as the one connection for all accounts. */
export function fileSharingAdapter({ open, ...system }: FileSharingSystem): Adapter {
  return {
    ...system,
    port: 'box',
    shared: true,
    open(connection) {
      const storage = open(connection)
      const connector: Connector = { test: () => storage.test() }
      sharingByConnector.set(connector, storage)
      return connector
    },
  }
}

/** The connected file-sharing storage; undefined when there is none, or it is stopped. */
export async function openFileSharing(portal: AppContext): Promise<FileSharing | undefined> {
  if (!(await hasFileSharing(portal.db))) return undefined
  return sharingByConnector.get(await openConnector(portal, CONNECTION))
}

/** Whether a file-sharing storage is connected and not stopped. */
export async function hasFileSharing(db: Database | Tx): Promise<boolean> {
  const { rows } = await sql`
    select from connections c where c.id = ${CONNECTION}
      and not exists (select from outbox_paused p where p.connection = c.id)`.execute(db)
  return rows.length > 0
}

/** Rejects what needs a file-sharing storage where none is connected. */
export function throwNotConnected(): never {
  throwProblem(uploadProblems['source-not-available'], { source: 'a file-sharing storage', why: 'none is connected' })
}
