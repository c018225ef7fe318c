import { createReadStream } from 'node:fs'
import type { Sbom } from '#features/software/bundles/contract.ts'
import { JsonFlaw, JsonReader } from '#kit/server/json-reader.ts'
import { startSlices } from '#kit/server/slices.ts'

/** Bills of materials are text of a few megabytes; larger files are not read. */
const MOST = 16 * 1_048_576

/** The content of a bill of materials (CycloneDX or SPDX, in JSON); null when the file is none. */
export async function sbomOf(path: string, fileName: string, size: number): Promise<Sbom | null> {
  if (size > MOST || !/\.json$/i.test(fileName)) return null
  try {
    return await summary(path)
  } catch (failure) {
    if (failure instanceof JsonFlaw) return null
    throw failure
  }
}

async function summary(path: string): Promise<Sbom | null> {
  const members = new Map<string, unknown>()
  const counts = new Map<string, number>()
  const reader = new JsonReader(({ member, index, value }) => {
    if (index === null) members.set(member, typeof value === 'string' ? value : undefined)
    else counts.set(member, index + 1)
  })
  const slices = startSlices()
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    reader.push(chunk)
    if (slices.isOver) await slices.next()
  }
  reader.end()
  const [bomFormat, specVersion, spdxVersion] = ['bomFormat', 'specVersion', 'spdxVersion'].map((one) =>
    members.get(one),
  )
  if (bomFormat === 'CycloneDX' && typeof specVersion === 'string')
    return { format: 'CycloneDX', version: specVersion.slice(0, 20), components: counts.get('components') ?? 0 }
  if (typeof spdxVersion === 'string')
    return {
      format: 'SPDX',
      version: spdxVersion.replace(/^SPDX-/, '').slice(0, 20),
      components: counts.get('packages') ?? 0,
    }
  return null
}
