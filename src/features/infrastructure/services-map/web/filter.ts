import type { Row } from './service-graph.ts'

export type Filter = {
  readonly q: string
  readonly isBehind: boolean
  readonly isInTrouble: boolean
  /** The id of a chosen node. */
  readonly node: string | undefined
}

const trouble: ReadonlySet<Row['state']> = new Set(['OUTAGE', 'DEGRADED', 'MISSING'])

/** Whether any part of the filter is set. */
export function isFiltering({ q, isBehind, isInTrouble, node }: Filter): boolean {
  return q.trim() !== '' || isBehind || isInTrouble || node !== undefined
}

/** Whether a deployment passes: every word is part of one of its names. */
export function passes(row: Row, { q, isBehind, isInTrouble, node }: Filter): boolean {
  const { service, name, accountName, account, softwareVersion, clusters, accountId } = row
  const names = [service, name, accountName, account, softwareVersion ?? '', ...clusters].map((one) =>
    one.toLowerCase(),
  )
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return (
    words.every((word) => names.some((one) => one.includes(word))) &&
    (!isBehind || row.isBehind) &&
    (!isInTrouble || trouble.has(row.state)) &&
    (node === undefined || [service, `${service} ${softwareVersion ?? ''}`, accountId].includes(node))
  )
}
