import golden from './sla-golden.json' with { type: 'json' }

type Figure = { readonly lostModemMinutes: number; readonly availability: string | null }
type Families = { readonly [family: string]: Figure & { readonly devices: number } }
export type GoldenOutage = {
  readonly counted: boolean
  readonly issue: string
  readonly totalCmsAffected: number
  readonly outageTime: number
  readonly isVendorIssue: boolean
  readonly begins?: string
  readonly countedMinutes?: number
  readonly excludedBecause?: string
  readonly byFamily?: {
    readonly cn: number
    readonly cnD31: number
    readonly nonCn: number
    readonly d31: number
    readonly onu: number
  }
}
export type GoldenMonth = {
  readonly id: string
  readonly timeZone: string
  readonly yearMonth: string
  readonly minutesInMonth: number
  readonly counts: {
    readonly cn: number
    readonly cnD31: number
    readonly nonCn: number
    readonly d31: number
    readonly onu: number
    readonly total: number
  }
  readonly outages: readonly GoldenOutage[]
  readonly expected: {
    readonly [view in 'vendor' | 'nonVendor' | 'blended']: Figure & { readonly families?: Families }
  }
  readonly traps?: { readonly roundedInstead: string; readonly floatTruncation: string }
}

/** The 16 months whose figures a second program computed. */
export const goldenMonths = golden.monthly as readonly GoldenMonth[]
export const goldenQuarter = golden.quarter
export const goldenFederation = golden.federation
