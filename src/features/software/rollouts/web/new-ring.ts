import type { DistributionGroup } from '#features/software/distribution-groups/contract.ts'

export const gateFields = {
  daysWithoutOutage: { least: 1, most: 90 },
  maxOpenHighCases: { least: 0, most: 1000 },
  minDownloadedPercent: { least: 1, most: 100 },
  minDeployedPercent: { least: 1, most: 100 },
} as const
export type GateField = keyof typeof gateFields
export const gateNames = Object.keys(gateFields) as GateField[]

/** A ring as it is typed. */
export type NewRing = {
  /** Stays the same when rings are moved. */
  readonly key: number
  readonly group: string | null
  readonly days: string
  readonly gates: Readonly<Record<GateField, string>>
}

const DAY_MINUTES = 1440
const LONGEST_DAYS = 90

/** A ring with the usual soak time and gates. */
export function newRing(key: number, group: string | null = null): NewRing {
  return {
    key,
    group,
    days: '7',
    gates: { daysWithoutOutage: '3', maxOpenHighCases: '0', minDownloadedPercent: '', minDeployedPercent: '' },
  }
}

/** Rings of the groups that have a place in rollouts. */
export function usualRings(groups: readonly DistributionGroup[]): NewRing[] {
  const placedGroups = groups.filter(({ ring, accounts }) => ring !== null && accounts.length > 0)
  const rings = placedGroups
    .toSorted((a, b) => (a.ring ?? 0) - (b.ring ?? 0))
    .map(({ id }, index) => newRing(index, id))
  return rings.length > 0 ? rings : [newRing(0)]
}

/** Minutes of the typed days; undefined where they are no number from 0 to 90. */
export function soakMinutes(days: string): number | undefined {
  const typedNumber = days.trim().replace(',', '.')
  const number = Number(typedNumber)
  return /^\d+(\.\d+)?$/.test(typedNumber) && number <= LONGEST_DAYS ? Math.round(number * DAY_MINUTES) : undefined
}

/** The typed gate; null when it is empty, undefined when it is wrong. */
export function gateValue(name: GateField, typedText: string): number | null | undefined {
  if (typedText.trim() === '') return null
  const { least, most } = gateFields[name]
  const number = Number(typedText)
  return /^\d+$/.test(typedText.trim()) && number >= least && number <= most ? number : undefined
}

/** True when the ring can be sent. */
export function isComplete({ group, days, gates }: NewRing): boolean {
  return (
    group !== null &&
    soakMinutes(days) !== undefined &&
    gateNames.every((name) => gateValue(name, gates[name]) !== undefined)
  )
}

/** The ring as the call takes it. */
export function ringBody({ group, days, gates }: NewRing) {
  const values = Object.fromEntries(gateNames.map((name) => [name, gateValue(name, gates[name]) ?? null]))
  return { group: group ?? '', soakMinutes: soakMinutes(days) ?? 0, gates: values }
}
