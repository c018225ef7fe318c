import type { KeyObject } from 'node:crypto'
import { activeKey } from '#features/platform/signing/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import { rememberFile } from '#kit/server/files/stored-files.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { type DemoFile, demoFiles } from './demo-files.ts'
import { keepFiles, userWith } from './demo-software.ts'

/** The source data for the software of a large demo world. */
export type ScaleSoftware = {
  readonly bundles: number
  readonly releases: number
  readonly accounts: readonly { readonly id: number; readonly name: string }[]
  readonly maker: DemoAuthor
  readonly approver: DemoAuthor
  readonly key: { readonly id: string; readonly privateKey: KeyObject }
  /** Real files in the store, by the extension of the names that bundles give them. */
  readonly files: readonly ScaleFile[]
}

/** A file in the store. */
export type ScaleFile = {
  readonly fileId: number
  readonly kind: 'product' | 'document'
  readonly ending: string
  readonly digest: string
  readonly size: number
}

type DemoAuthor = { readonly id: number; readonly fullName: string }

/** The names of the files in bundles, the product first. */
const endings: readonly (readonly [DemoFile, ScaleFile['kind'], string])[] = [
  ['whole', 'product', '.tgz'],
  ['guide', 'document', '-upgrade-guide.md'],
  ['sbom', 'document', '.cdx.json'],
  ['papers', 'product', '-playbooks.tgz'],
  ['verify', 'document', '-verify.md'],
]

/** Writes the demo's real files to the store and reads who creates and approves releases, and the active key. */
export async function scaleSoftware(
  db: Database,
  config: PortalConfig,
): Promise<Pick<ScaleSoftware, 'files' | 'key' | 'maker' | 'approver'>> {
  const storedFiles = await keepFiles(fileStoreOf(config), await demoFiles())
  return inTransaction(db, async (tx) => {
    const maker = await userWith(tx, 'RELMGR')
    const approver = await userWith(tx, 'RELEASE_APPROVER')
    if (!maker || !approver) throw new Error('nobody of the demo makes or approves releases')
    const files: ScaleFile[] = []
    for (const [name, kind, ending] of endings) {
      const storedFile = storedFiles.get(name)
      if (storedFile)
        files.push({
          fileId: await rememberFile(tx, storedFile, config),
          kind,
          ending,
          digest: storedFile.digest,
          size: storedFile.size,
        })
    }
    return { files, maker, approver, key: await activeKey(tx, encryptorFor(config)) }
  })
}
