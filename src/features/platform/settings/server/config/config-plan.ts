import { createHash } from 'node:crypto'
import type { Database, Tx } from '#kit/server/database.ts'
import { StartupError } from '#kit/server/startup-error.ts'
import type { ConfigFile } from './config-file.ts'
import type { ConfigSection, ConfigValues } from './config-section.ts'

/** A value that a plan sets, changes (`before` and `after`), or removes (`after` is undefined). */
export type ConfigChange = {
  readonly section: string
  readonly key: string
  readonly before: unknown
  readonly after: unknown
  /** The variable that locks the value: it is not changed. */
  readonly lockedBy: string | null
}

/** Everything that is set, in the order of the sections and of their keys. */
export async function readConfiguration(
  db: Database | Tx,
  sections: readonly ConfigSection[],
): Promise<Readonly<Record<string, ConfigValues>>> {
  const read: Record<string, ConfigValues> = {}
  for (const section of sections) read[section.name] = sortKeys(await section.read(db))
  return read
}

/** A fingerprint of everything that is set: a plan is for one state alone. */
export function stateOf(configuration: Readonly<Record<string, ConfigValues>>): string {
  return createHash('sha256').update(JSON.stringify(configuration)).digest('hex')
}

/** What a file changes, removals first. Throws one sentence for each value that cannot be set. */
export function changesBetween(
  sections: readonly ConfigSection[],
  now: Readonly<Record<string, ConfigValues>>,
  file: ConfigFile,
): ConfigChange[] {
  const flaws = sections.flatMap(({ name, flawsOf }) =>
    flawsOf(file.sections[name] ?? {}).map(({ key, message }) => `${name}.${key}: ${message}`),
  )
  if (flaws.length > 0) throw new StartupError(flaws.join('\n'))
  const changes = sections.flatMap(({ name: section, lockOf }) => {
    const [before = {}, after = {}] = [now[section], file.sections[section]]
    const keys = Object.keys(sortKeys({ ...before, ...after }))
    return keys
      .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      .map((key) => ({ section, key, before: before[key], after: after[key], lockedBy: lockOf(key) }))
  })
  return changes.toSorted((one, other) => Number(one.after !== undefined) - Number(other.after !== undefined))
}

/** A sentence for each change, and how many there are. */
export function planText(changes: readonly ConfigChange[]): string {
  const lines = changes.map(({ section, key, before, after, lockedBy }) => {
    const name = `${section}.${key}`
    const [was, will] = [JSON.stringify(before), JSON.stringify(after)]
    if (lockedBy !== null) return `! ${name}: stays, because ${lockedBy} of the environment sets it`
    if (after === undefined) return `- ${name}: ${was}`
    return before === undefined ? `+ ${name}: ${will}` : `~ ${name}: ${was} -> ${will}`
  })
  const open = changes.filter(({ lockedBy }) => lockedBy === null).length
  return [...lines, open === 0 ? 'Nothing to change.' : `${open} to change.`].join('\n')
}

function sortKeys(values: ConfigValues): ConfigValues {
  return Object.fromEntries(Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
