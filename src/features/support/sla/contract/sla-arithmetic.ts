import type { CountedPart } from './share-minutes.ts'

/** Device families; `cnD31` and `d31` are parts of the others and never added. */
export const slaFamilies = ['cn', 'cnD31', 'nonCn', 'd31', 'onu'] as const
export type SlaFamily = (typeof slaFamilies)[number]
/** A number per family; null where it is not known. */
export type PerFamily = Readonly<Record<SlaFamily, number | null>>

export const slaViews = ['vendor', 'nonVendor', 'blended'] as const
export type SlaViewName = (typeof slaViews)[number]

/** The data of an outage for the figures. */
export type CountedLine = {
  readonly counted: boolean
  readonly totalCmsAffectedCounted: number
  readonly countedMinutes: number
  readonly isVendorIssue: boolean | null
  readonly byFamily: PerFamily
  /** How its minutes were counted, where not all of its modems were in all of them. */
  readonly parts?: readonly Pick<CountedPart, 'minutes' | 'modems'>[] | undefined
}
export type DeviceCounts = PerFamily & { readonly total: number | null }

export type FamilyFigure = {
  devices: number | null
  lostModemMinutes: number | null
  availability: string | null
}
export type ViewFigure = {
  lostModemMinutes: number
  totalModemMinutes: number | null
  availability: string | null
  families: Record<SlaFamily, FamilyFigure>
}

/** 100 × (1 − lost ÷ total) in percent, in integers, cut to three decimals, never below 0; null without devices. */
export function availabilityOf(total: number, lostMinutes: number): string | null {
  if (total === 0) return null
  const up = BigInt(total) - BigInt(lostMinutes)
  const thousandths = up > 0n ? (up * 100_000n) / BigInt(total) : 0n
  return `${thousandths / 1000n}.${String(thousandths % 1000n).padStart(3, '0')}`
}

/** The figures of a month in one view. */
export function viewFigure(
  counts: DeviceCounts,
  minutes: number,
  lines: readonly CountedLine[],
  view: SlaViewName,
): ViewFigure {
  const seenLines = lines.filter((line) => line.counted && isIn(view, line))
  const lostMinutes = sum(seenLines.flatMap(partsOf).map(({ minutes: counted, modems }) => modems * counted))
  const family = (name: SlaFamily): FamilyFigure => {
    const parts = seenLines.map((line) => familyLoss(line, name))
    const lostThere = parts.includes(null) ? null : sum(parts as number[])
    const devices = counts[name]
    const isKnown = devices !== null && lostThere !== null
    return {
      devices,
      lostModemMinutes: lostThere,
      availability: isKnown ? availabilityOf(devices * minutes, lostThere) : null,
    }
  }
  const total = times(counts.total, minutes)
  return {
    lostModemMinutes: lostMinutes,
    totalModemMinutes: total,
    availability: total === null ? null : availabilityOf(total, lostMinutes),
    families: {
      cn: family('cn'),
      cnD31: family('cnD31'),
      nonCn: family('nonCn'),
      d31: family('d31'),
      onu: family('onu'),
    },
  }
}

/** The figure of several months or accounts: sums of both sides, never the mean of percentages. */
export function summedFigure(
  figures: readonly { readonly lostModemMinutes: number; readonly totalModemMinutes: number | null }[],
) {
  const knownFigures = figures.filter(({ totalModemMinutes }) => totalModemMinutes !== null)
  const totalModemMinutes = sum(knownFigures.map((figure) => figure.totalModemMinutes!))
  const lostModemMinutes = sum(knownFigures.map((figure) => figure.lostModemMinutes))
  return { lostModemMinutes, totalModemMinutes, availability: availabilityOf(totalModemMinutes, lostModemMinutes) }
}

function isIn(view: SlaViewName, { isVendorIssue }: CountedLine): boolean {
  return view === 'blended' || (view === 'vendor') === (isVendorIssue === true)
}

/** All minutes with all modems, unless the line says otherwise. */
function partsOf({ parts, countedMinutes, totalCmsAffectedCounted }: CountedLine) {
  return parts ?? [{ minutes: countedMinutes, modems: totalCmsAffectedCounted }]
}

/** The modem-minutes of a family: where fewer modems count, each family has its share. */
function familyLoss(line: CountedLine, name: SlaFamily): number | null {
  const familyCount = line.byFamily[name]
  const all = line.totalCmsAffectedCounted
  if (familyCount === null) return null
  const { cn, nonCn, onu } = line.byFamily
  const share = (count: number, modems: number) => (modems === all ? count : Math.round((count * modems) / all))
  return sum(
    partsOf(line).map(({ minutes, modems }) => {
      // The last of the three is the rest, so that they add up.
      const isRest = name === 'onu' && cn !== null && nonCn !== null && onu !== null
      const count =
        isRest && modems !== all
          ? Math.max(0, modems - share(cn, modems) - share(nonCn, modems))
          : share(familyCount, modems)
      return count * minutes
    }),
  )
}

function times(count: number | null, minutes: number): number | null {
  return count === null ? null : count * minutes
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
