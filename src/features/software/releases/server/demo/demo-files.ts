import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { tarOf } from '#kit/server/files/tar.ts'

/** The directory of this program: its own sources, documents and bill of materials are delivered in the demo. */
const root = fileURLToPath(new URL('../../../../../../', import.meta.url))

/** The real files of the demo, by kind; missing ones (a program without its documents) are left out. */
export async function demoFiles(): Promise<ReadonlyMap<DemoFile, Buffer>> {
  const archives = await Promise.all([
    archiveFolder('core', 'src/kit/server'),
    archiveFolder('whole', 'src'),
    archiveFolder('papers', 'docs'),
    plainFile('guide', 'docs/operations.md'),
    plainFile('verify', 'docs/verify-a-release.md'),
    plainFile('api', 'openapi.json'),
    plainFile('sbom', 'dist/sbom.cdx.json'),
  ])
  return new Map(archives.filter((entry) => entry !== undefined))
}

/** The existing files. */
export type DemoFile = 'core' | 'whole' | 'papers' | 'guide' | 'verify' | 'api' | 'sbom'

async function plainFile(name: DemoFile, path: string): Promise<[DemoFile, Buffer] | undefined> {
  const bytes = await readFile(join(root, path)).catch(() => undefined)
  return bytes && [name, bytes]
}

async function archiveFolder(name: DemoFile, folder: string): Promise<[DemoFile, Buffer] | undefined> {
  const names = await filesIn(folder)
  if (names.length === 0) return undefined
  const entries = await Promise.all(
    names.map(async (path) => ({ name: path, bytes: await readFile(join(root, path)) })),
  )
  return [name, await promisify(gzip)(tarOf(entries), { level: 6 })]
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter((path) => Buffer.byteLength(path) <= 100)
    .sort()
}
