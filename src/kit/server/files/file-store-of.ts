import { join } from 'node:path'
import { encryptorFor, type SecretKeys } from '../encryption.ts'
import { createS3Client } from '../s3/s3-client.ts'
import { openFileStore } from './disk-file-store.ts'
import type { FileStorage } from './file-storage.ts'
import type { FileStore } from './file-store.ts'
import { openS3FileStore } from './s3-file-store.ts'
import { storesInTwoPlaces } from './two-file-stores.ts'

export type StoreConfig = { readonly dataDirectory: string; readonly fileStorage: FileStorage } & SecretKeys

/** One for each configuration: it remembers digests and has connections. */
const storeByConfig = new WeakMap<FileStorage, FileStore>()

/** The store of a portal. */
export function fileStoreOf(config: StoreConfig): FileStore {
  const store = storeByConfig.get(config.fileStorage) ?? openStorage(config)
  storeByConfig.set(config.fileStorage, store)
  return store
}

function openStorage(config: StoreConfig): FileStore {
  const { here, other } = openPlaces(config)
  return other ? storesInTwoPlaces(here, other) : here
}

/** The place of new files, and the other one where there is one. */
export function openPlaces(config: StoreConfig): { here: FileStore; other: FileStore | undefined } {
  const { dataDirectory, fileStorage } = config
  const directory = join(dataDirectory, 'files')
  const disk = openFileStore(directory)
  if (!fileStorage.s3) return { here: disk, other: undefined }
  const [current, ...before] = encryptorFor(config).derivations('pieces', 'file pieces')
  const s3 = openS3FileStore(createS3Client(fileStorage.s3), {
    incoming: join(directory, 'incoming'),
    keys: [current!, ...before],
    presigned: fileStorage.presigned,
  })
  return fileStorage.place === 's3' ? { here: s3, other: disk } : { here: disk, other: s3 }
}
