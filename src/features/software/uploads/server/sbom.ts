import { readFile } from 'node:fs/promises'
import type { Sbom } from '#features/software/bundles/contract.ts'

/** Bills of materials are text of a few megabytes; larger files are not parsed. */
const MOST = 16 * 1_048_576

/** The content of a bill of materials (CycloneDX or SPDX, in JSON); null when the file is none. */
export async function sbomOf(path: string, fileName: string, size: number): Promise<Sbom | null> {
  if (size > MOST || !/\.json$/i.test(fileName)) return null
  try {
    return summary(JSON.parse(await readFile(path, 'utf8')))
  } catch (failure) {
    if (failure instanceof SyntaxError) return null
    throw failure
  }
}

function summary(document: unknown): Sbom | null {
  if (typeof document !== 'object' || document === null) return null
  const { bomFormat, specVersion, components, spdxVersion, packages } = document as Record<string, unknown>
  if (bomFormat === 'CycloneDX' && typeof specVersion === 'string')
    return { format: 'CycloneDX', version: specVersion.slice(0, 20), components: lengthOf(components) }
  if (typeof spdxVersion === 'string')
    return { format: 'SPDX', version: spdxVersion.replace(/^SPDX-/, '').slice(0, 20), components: lengthOf(packages) }
  return null
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0
}
