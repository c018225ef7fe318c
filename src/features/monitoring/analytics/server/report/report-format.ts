import { fillText } from '#kit/contract/problem.ts'
import { reportTexts } from '../../texts.ts'
import type { ReportUnit } from './section-queries.ts'

const counts = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const decimals = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 })
const formatByUnit: Readonly<Record<ReportUnit, (value: number) => string>> = {
  count: (value) => counts.format(value),
  percent: (value) => `${decimals.format(value * 100)} %`,
  degrees: (value) => `${decimals.format(value)} °C`,
  bps: (value) => `${decimals.format(value / 1e9)} Gbit/s`,
  dBm: (value) => `${decimals.format(value)} dBm`,
  dB: (value) => `${decimals.format(value)} dB`,
  'per second': (value) => `${decimals.format(value)} /s`,
}

/** A value of the report; `missing` where there is none. */
export function reportText(value: number | null | undefined, unit: ReportUnit): string {
  return value == null ? reportTexts.missing : formatByUnit[unit](value)
}

/** A time of the report in the zone of the account: `2026-11-23 14:05`. */
export function reportTime(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  return (at) => format.format(at)
}

/** A sentence of the report. */
export function sentence(
  name: keyof typeof reportTexts.sentences,
  details: Record<string, string | number> = {},
): string {
  return fillText(reportTexts.sentences[name], details)
}
