import type { Database } from '#kit/server/database.ts'
import { fileStoreOf } from '#kit/server/files/file-store.ts'
import { rememberFile } from '#kit/server/files/stored-files.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import { sealOf } from '#kit/server/seal.ts'
import { activeKey } from '../signing/signing-keys.ts'
import { type DemoFile, demoFiles } from './demo-files.ts'
import { keepFiles, personWith } from './demo-software.ts'
import type { ScaleFile, ScaleSoftware } from './load-scale-software.ts'

/** What bundles call the files, the product first. */
const endings: readonly (readonly [DemoFile, ScaleFile['kind'], string])[] = [
  ['whole', 'product', '.tgz'],
  ['guide', 'document', '-upgrade-guide.md'],
  ['sbom', 'document', '.cdx.json'],
  ['papers', 'product', '-playbooks.tgz'],
  ['verify', 'document', '-verify.md'],
]

/** Puts the demo's real files into the store and finds who makes and approves releases, and the key that signs them. */
export async function scaleSoftware(
  db: Database,
  config: PortalConfig,
): Promise<Pick<ScaleSoftware, 'files' | 'key' | 'maker' | 'approver'>> {
  const kept = await keepFiles(fileStoreOf(config), await demoFiles())
  return db.transaction().execute(async (tx) => {
    const maker = await personWith(tx, 'RELMGR')
    const approver = await personWith(tx, 'RELEASE_APPROVER')
    if (!maker || !approver) throw new Error('nobody of the demo makes or approves releases')
    const files: ScaleFile[] = []
    for (const [name, kind, ending] of endings) {
      const stored = kept.get(name)
      if (stored)
        files.push({ fileId: await rememberFile(tx, stored), kind, ending, digest: stored.digest, size: stored.size })
    }
    return { files, maker, approver, key: await activeKey(tx, sealOf(config.secretKey)) }
  })
}
