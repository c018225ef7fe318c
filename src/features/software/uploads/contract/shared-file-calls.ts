import * as z from 'zod/mini'
import { connectionProblems } from '#features/platform/connections/contract.ts'
import { manageFiles } from '#features/software/bundles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { uploadProblems } from './upload-permissions.ts'

const tag = 'Uploads'
const outsideProblems = [
  uploadProblems['source-not-available'],
  connectionProblems['connection-test-failed'],
  connectionProblems['connection-timeout'],
] as const

/** The id of the top folder of the file-sharing storage. */
export const ROOT_FOLDER = 'root'

/** A file or a folder of the connected file-sharing storage. */
export const SharedItem = z.object({
  kind: z.enum(['FOLDER', 'FILE']),
  id: z.string(),
  name: z.string(),
  /** Bytes; null for a folder. */
  size: z.nullable(z.int()),
  modified: z.nullable(z.string()),
})
export type SharedItem = z.output<typeof SharedItem>
const FolderName = z.object({ id: z.string(), name: z.string() })
/** A page of a folder: `path` leads from the top folder to itself. */
export type SharedFolder = {
  readonly path: readonly z.output<typeof FolderName>[]
  readonly items: readonly SharedItem[]
  /** Items of the folder on all pages, with those that are neither file nor folder. */
  readonly count: number
}

export const readFileSharing = endpoint({
  tag,
  guard: manageFiles,
  name: 'readFileSharing',
  method: 'GET',
  url: '/api/box',
  summary: 'Read whether a file-sharing storage is connected',
  reply: z.object({ connected: z.boolean() }),
  problems: [],
})
export const listSharedFolder = endpoint({
  tag,
  guard: manageFiles,
  name: 'listSharedFolder',
  method: 'GET',
  url: '/api/box/folders/{id}',
  summary: 'List a folder of the connected file-sharing storage by name; `root` is the top one',
  params: z.strictObject({ id: z.string().check(z.regex(/^(root|\d{1,20})$/)) }),
  query: listQuery(['name'], {}, { maximum: 1000 }),
  reply: z.extend(halList('items', SharedItem), { /** From the top folder to this one. */ path: z.array(FolderName) }),
  problems: outsideProblems,
})
export const readSharedFile = endpoint({
  tag,
  guard: manageFiles,
  name: 'readSharedFile',
  method: 'GET',
  url: '/api/box/files',
  summary: 'Read name and size of a file of the connected file-sharing storage, by its id or link',
  query: z.strictObject({ boxId: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: z.object({ id: z.string(), name: z.string(), size: z.int(), /** SHA-1, hexadecimal. */ sha1: z.string() }),
  problems: outsideProblems,
})
