/** Reasons of outages; whether each counts as the vendor's by default (null: not known). */
export const outageReasons = {
  fibre: false,
  power: false,
  cin: false,
  ptp: false,
  provisioning: false,
  'modem-firmware': false,
  'rf-ingress': false,
  core: true,
  'rpd-restart': true,
  change: true,
  certificate: true,
  hardware: true,
  unknown: null,
} as const satisfies Readonly<Record<string, boolean | null>>
export type OutageReason = keyof typeof outageReasons
export const outageReasonNames = Object.keys(outageReasons) as [OutageReason, ...OutageReason[]]

/** How often an open outage is to be updated, in minutes: accounts with the SLA plan Enterprise, and others. */
export const updateEveryMinutes = { enterprise: 30, others: 60 } as const
/** An outage that reaches both is to be reported to the authority within so many minutes. */
/** Times of an outage that are no slip: it begins at most so long ago, and lasts at most so long. */
export const plausible = { daysAgo: 400, days: 92 } as const
export const reportable = { minutes: 30, userMinutes: 900_000, withinMinutes: 120 } as const
