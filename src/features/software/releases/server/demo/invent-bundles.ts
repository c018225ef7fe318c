import { createHash } from 'node:crypto'
import { seededRandom } from '#kit/server/load/seeded.ts'
import type { FrozenComponent } from '../signing/manifest.ts'
import type { ScaleSoftware } from './scale-software.ts'

export const DAY = 86_400_000
/** How far back the bundles go. */
export const YEARS = 4 * 365 * DAY

const lines = [
  { name: 'cOS-CN-DOCSIS', type: 'CN-DOCSIS', major: 3 },
  { name: 'cOS-DOCSIS', type: 'DOCSIS', major: 1 },
  { name: 'cOS-CN-PON', type: 'CN-PON', major: 2 },
  { name: 'RPD firmware', type: 'CN-DOCSIS', major: 9 },
]

/** A generated bundle. */
export type Bundle = {
  readonly id: number
  readonly name: string
  readonly version: string
  readonly line: (typeof lines)[number]
  readonly parentId: number | null
  readonly created: Date
  /** Its number of files. */
  readonly parts: number
}

/** This number of bundles, oldest first, the same ones each time: series of versions with their patches. */
export function generateBundles({ bundles: count, files }: ScaleSoftware, firstId: number): Bundle[] {
  const random = seededRandom(4)
  const now = Date.now()
  const minors = lines.map(() => ({ minor: 0, patch: 0, parent: null as number | null }))
  return Array.from({ length: count }, (_, place): Bundle => {
    const which = random.below(lines.length)
    const line = lines[which]!
    const state = minors[which]!
    const isPatch = state.parent !== null && random.chance(0.6)
    state.minor += isPatch ? 0 : 1
    state.patch = isPatch ? state.patch + 1 : 0
    const id = firstId + place
    const version = `${line.major}.${state.minor}.${state.patch}`
    const parentId = isPatch ? state.parent : null
    if (!isPatch) state.parent = id
    const createdAt = new Date(now - Math.round(YEARS * (1 - place / count)))
    return {
      id,
      name: `${line.name} ${version}`,
      version,
      line,
      parentId,
      created: createdAt,
      parts: 2 + random.below(files.length - 1),
    }
  })
}

/** A component of a generated bundle. */
export type Component = FrozenComponent & { readonly uploadId: string; readonly fileId: number }

/** The content of the bundle. */
export function componentsOf(bundle: Bundle, { files }: ScaleSoftware): Component[] {
  const stem = bundle.line.name.toLowerCase().replaceAll(' ', '-')
  return files.slice(0, bundle.parts).map(({ fileId, kind, ending, digest, size }, place) => ({
    fileId,
    digest,
    size,
    uploadId: uuidOf(`bundle ${bundle.id} file ${place}`),
    fileName: `${stem}-${bundle.version}${ending}`,
    componentType: kind,
    mediaType: 'application/octet-stream',
  }))
}

/** A UUID derived from a name (version 8, RFC 9562). */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
