import type { ComponentChange } from '../contract.ts'

/** A file to compare. Without size and digest it is not in storage yet. */
export type ComparedFile = {
  readonly fileName: string
  readonly digest: string | null
  readonly size: number | null
}

/** The changes from the files before to those after. */
export function changesBetween(before: readonly ComparedFile[], after: readonly ComparedFile[]): ComponentChange[] {
  const remainingFiles = new Map(before.map((file) => [keyOf(file.fileName), file]))
  const changes = after.map((file): ComponentChange => {
    const old = remainingFiles.get(keyOf(file.fileName))
    remainingFiles.delete(keyOf(file.fileName))
    return change(old === undefined ? 'ADDED' : isSame(old, file) ? 'SAME' : 'CHANGED', file, old)
  })
  return [...changes, ...[...remainingFiles.values()].map((file) => change('REMOVED', file, file))]
}

function change(
  kind: ComponentChange['kind'],
  { fileName, size, digest }: ComparedFile,
  old?: ComparedFile,
): ComponentChange {
  const before = old && old.fileName !== fileName ? old.fileName : null
  return { kind, fileName, before, size, digest: kind === 'REMOVED' ? null : digest, digestBefore: old?.digest ?? null }
}

function isSame(one: ComparedFile, other: ComparedFile): boolean {
  return one.digest !== null && one.digest === other.digest
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/(?<!\d)\d+(\.\d+)+/g, '#')
}
