import type { RequestCheck } from '../contract.ts'

/** One line of the comparison: what was asked for, and whether the certificate has it. */
export type CheckRow = {
  readonly field: 'subject' | 'names' | 'key' | 'extensions'
  readonly asked: readonly string[]
  readonly leftOut: readonly string[]
  /** What the certificate has instead. */
  readonly issued?: string | undefined
  readonly verdict: 'same' | 'changed' | 'bad'
}

/** The comparison of a request that was read. */
export function rowsOf({ asked, issued, leftOut }: RequestCheck): CheckRow[] {
  if (!asked) return []
  const { subject, names, key, extensions } = asked
  const row = (field: CheckRow['field'], values: readonly string[], kept: readonly string[] | undefined): CheckRow => {
    const out = kept ? values.filter((value) => !kept.includes(value)) : []
    return { field, asked: values, leftOut: out, verdict: !kept ? 'bad' : out.length > 0 ? 'changed' : 'same' }
  }
  return [
    { ...row('subject', [subject], issued ? [issued.subject] : undefined), issued: issued?.subject },
    row('names', names, issued?.names),
    row('key', [key], issued ? [key] : undefined),
    row('extensions', extensions, issued ? extensions.filter((name) => !leftOut.includes(name)) : undefined),
  ]
}
