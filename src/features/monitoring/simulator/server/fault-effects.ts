import type { Fault } from './faults.ts'

/** What faults do to a segment. Shares are of its modems. */
export type Effect = {
  readonly offline: number
  readonly registering: number
  readonly partial: number
  readonly rpdUp: boolean
  readonly coreUp: boolean
  readonly light: number | null
  readonly ptp: 'locked' | 'holdover' | 'acquiring'
  readonly snrDrop: number
  readonly load: number
  /** No samples arrive. */
  readonly missing: boolean
}

const normal: Effect = {
  offline: 0,
  registering: 0,
  partial: 0,
  rpdUp: true,
  coreUp: true,
  light: null,
  ptp: 'locked',
  snrDrop: 0,
  load: 0,
  missing: false,
}
const dark = { offline: 1, rpdUp: false, light: -40 } as const

/** The signature of each fault, by the minutes since it began; `minutesLeft` are the minutes until its end. */
const effects: Readonly<Record<string, (minutes: number, minutesLeft: number) => Partial<Effect>>> = {
  'fibre-cut': () => dark,
  'rpd-restart': (minutes) => ({
    offline: minutes < 4 ? 1 : Math.max(0, 1 - (minutes - 3) / 8),
    rpdUp: minutes >= 2,
    ptp: minutes >= 2 && minutes < 5 ? 'acquiring' : 'locked',
  }),
  'cin-leaf': () => ({ offline: 1, rpdUp: false, ptp: 'acquiring' }),
  'core-crash': (minutes) => ({
    offline: minutes < 20 ? 1 : minutes < 30 ? 0.7 : minutes < 40 ? 0.25 : 0.07,
    coreUp: minutes >= 10,
  }),
  'core-failover': (minutes) => ({ offline: minutes < 2 ? 0.45 : 0 }),
  power: (minutes, minutesLeft) =>
    minutesLeft < 20
      ? { offline: (0.72 * minutesLeft) / 20 }
      : minutes < 14
        ? { offline: 0.72 }
        : { offline: 1, rpdUp: false },
  'ptp-loss': (minutes) => ({ ptp: 'holdover', offline: minutes < 90 ? 0 : 0.85 }),
  'dhcp-down': (minutes) => ({ registering: Math.min(0.6, 0.004 * minutes) }),
  'modem-firmware': () => ({ offline: 0.1 }),
  ingress: (minutes) => ({
    snrDrop: Math.min(14, 1.4 * minutes),
    partial: Math.min(0.55, 0.055 * minutes),
    offline: Math.min(0.07, 0.007 * minutes),
  }),
  overload: () => ({ load: 0.95 }),
  'pon-feeder': () => ({ offline: 1 }),
  flapping: (minutes) => ({ offline: minutes % 15 < 4 ? 0.9 : 0, snrDrop: minutes % 2 === 0 ? 6 : 0 }),
  'telemetry-gap': () => ({ missing: true }),
}

/** The effect of all faults that hit a segment at a minute. */
export function effectAt(faults: readonly Fault[], minute: number): Effect {
  const current = faults.filter(({ start, end }) => start <= minute && minute < end)
  return Object.assign({}, normal, ...current.map(({ id, start, end }) => effects[id]?.(minute - start, end - minute)))
}

/** Drops of all its modems that a segment has had in faults up to a minute, for the counters. */
export function dropsUntil(faults: readonly Fault[], minute: number): number {
  return faults
    .filter(({ start }) => start <= minute)
    .reduce((drops, { id, start, end }) => {
      const minutes = Math.min(minute, end) - start
      if (id === 'flapping') return drops + 0.9 * (Math.floor(minutes / 15) + 1)
      return drops + (effects[id]?.(0, end - start).offline ?? 0)
    }, 0)
}
