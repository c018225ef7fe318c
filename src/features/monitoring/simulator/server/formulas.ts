import simulator from './demo-data/simulator.json' with { type: 'json' }
import { hash01 } from './hash01.ts'

const { seed, curves } = simulator

/** A time as the curves of a day need it; `minute` counts from 1970. */
export type Moment = { readonly minute: number; readonly localHour: number; readonly weekend: boolean }

export type Direction = 'us' | 'ds'

/** Hashes that do not change with time: they make segments differ. */
const constants = new Map<string, number>()

/** A hash of the demo world. */
export function demoHash(key: string, time: number): number {
  if (time !== 0) return hash01(seed, key, time)
  const cachedHash = constants.get(key)
  if (cachedHash !== undefined) return cachedHash
  const value = hash01(seed, key, 0)
  constants.set(key, value)
  return value
}

/** The used share of a MAC domain's capacity. */
export function utilization(segment: string, direction: Direction, { minute, localHour, weekend }: Moment): number {
  const base = direction === 'ds' ? [0.3, 0.55] : [0.22, 0.5]
  const peak = base[0]! + base[1]! * demoHash(`${segment}|${direction}|peak`, 0) ** 1.5
  const noise = 0.94 + 0.12 * demoHash(`${segment}|${direction}|util`, Math.floor(minute / 5))
  return Math.min(1, peak * curveAt(`${direction}${weekend ? 'Weekend' : 'Weekday'}`, localHour) * noise)
}

/** Modems of a segment that are online on a normal day. */
export function onlineModems(segment: string, modems: number, { minute, localHour }: Moment): number {
  const away = 0.01 + 0.015 * demoHash(`${segment}|off`, 0) + 0.006 * curveAt('nightDip', localHour)
  return Math.max(0, Math.round(modems * (1 - away)) - Math.floor(3 * demoHash(`${segment}|online`, minute)))
}

/** The mean upstream SNR of a channel in dB. */
export function snr(channel: string, { minute, localHour }: Moment): number {
  const own = 35.5 + 2.5 * demoHash(`${channel}|snr`, 0)
  return own - 1.5 * curveAt('noise', localHour) + 0.8 * (demoHash(`${channel}|snr`, minute) - 0.5)
}

/** The share of modems with an impaired channel. */
export function partialShare(snrDb: number): number {
  return 0.004 + Math.min(0.6, Math.max(0, (31 - snrDb) / 12))
}

/** The temperature of an RPD in °C. */
export function temperature(rpd: string, { localHour }: Moment): number {
  return 41 + 8 * demoHash(`${rpd}|temp`, 0) + 9 * curveAt('heat', localHour)
}

/** The value of a curve between the hours around. */
export function curveAt(name: keyof typeof curves, localHour: number): number {
  const curve = curves[name]
  const hour = Math.floor(localHour)
  const [before, after] = [curve[hour % 24]!, curve[(hour + 1) % 24]!]
  return before + (after - before) * (localHour - hour)
}
