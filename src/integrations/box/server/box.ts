import * as z from 'zod/mini'
import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import { ROOT_FOLDER } from '#features/software/uploads/contract.ts'
import type { FileSharing, SharedFile } from '#features/software/uploads/server/index.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { boxClient } from './box-client.ts'
import { BoxFile, BoxFolder, BoxItems, BoxShared } from './box-response-shapes.ts'
import { checkedContent } from './checked-content.ts'

const FILE_FIELDS = 'id,type,name,size,sha1,file_version'
const ITEM_FIELDS = 'id,type,name,size,modified_at'

/** Box by its API; a file is named by its id, by the address of its page, or by a shared link. */
export function openBox(connection: OpenedConnection): FileSharing {
  const { name } = connection
  const client = boxClient(connection)
  return {
    async test() {
      await client.json('/users/me?fields=id,name')
    },
    async folder(id, { offset, limit }) {
      const folderId = id === ROOT_FOLDER ? '0' : numberOf(id)
      const page = `fields=${ITEM_FIELDS}&offset=${offset}&limit=${limit}&sort=name&direction=ASC`
      const [folder, items] = await Promise.all([
        client.json(`/folders/${folderId}?fields=id,name,path_collection`).then((body) => z.parse(BoxFolder, body)),
        client.json(`/folders/${folderId}/items?${page}`).then((body) => z.parse(BoxItems, body)),
      ])
      return {
        path: [...folder.path_collection.entries, folder].map((one) => ({
          id: one.id === '0' ? ROOT_FOLDER : one.id,
          name: one.name,
        })),
        count: items.total_count,
        items: items.entries.flatMap((item) => {
          const kind = item.type === 'file' ? 'FILE' : item.type === 'folder' ? 'FOLDER' : undefined
          const { id, name, size, modified_at: modifiedAt } = item
          return kind
            ? [{ kind, id, name, size: kind === 'FILE' ? (size ?? null) : null, modified: modifiedAt ?? null }]
            : []
        }),
      }
    },
    async file(reference) {
      const { id, link } = await find(reference)
      const body = z.parse(BoxFile, await client.json(`/files/${id}?fields=${FILE_FIELDS}`, link))
      return { id, name: body.name, size: body.size, sha1: body.sha1.toLowerCase(), version: body.file_version.id }
    },
    async content(reference, file: SharedFile, offset) {
      const { link } = placeOf(reference)
      const response = await client.content(`/files/${file.id}/content`, { link, offset })
      return checkedContent(name, response, { file, offset })
    },
  }

  async function find(reference: string): Promise<{ id: string; link: string | undefined }> {
    const { id, link } = placeOf(reference)
    if (id !== undefined || link === undefined) return { id: id ?? numberOf(reference), link }
    const sharedItem = z.parse(BoxShared, await client.json('/shared_items?fields=id,type', link))
    if (sharedItem.type !== 'file')
      throw new IntegrationError(`${name} has a ${sharedItem.type} at this link, not a file.`, { fault: 'rejected' })
    return { id: sharedItem.id, link }
  }

  function numberOf(id: string): string {
    if (/^\d{1,20}$/.test(id)) return id
    throw new IntegrationError(`${name} has no item ${id}: ids are numbers.`, { fault: 'missing' })
  }
}

/** The id in a reference or in the address of a file's page; a shared link has none. */
function placeOf(reference: string): { readonly id: string | undefined; readonly link: string | undefined } {
  if (!reference.startsWith('https://')) return { id: reference, link: undefined }
  const id = /\/file\/(\d{1,20})$/.exec(URL.parse(reference)?.pathname ?? '')?.[1]
  return id === undefined ? { id: undefined, link: reference } : { id, link: undefined }
}
