import { expect, test } from 'vitest'
import { detectorDefaults } from '../../contract/detector-rules.ts'
import type { Decision } from './decision.ts'
import { type DetectorState, figuresOf, newDetectorState } from './detector-state.ts'
import golden from './golden/scenarios.json' with { type: 'json' }
import { judgeMinute } from './judge-minute.ts'
import type { DetectorSettings, EndedOutage, SegmentSamples } from './judging.ts'

type Scenario = (typeof golden.scenarios)[number]
type Group = Scenario['groups'][number] & {
  readonly missing?: readonly (readonly number[])[]
  readonly bogusZeroAt?: readonly number[]
  readonly staggerMinutes?: number
}
type Maintenance = { readonly from: number; readonly to: number; readonly segments: readonly string[] | 'all' }

/** FNV-1a of 32 bits with the last step of MurmurHash3, from 0 up to 1. */
function hash01(seed: string, key: string, minute: number): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(`${seed}|${key}|${minute}`)) {
    hash ^= byte
    hash = Math.imul(hash, 0x01000193) >>> 0
  }
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b) >>> 0
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35) >>> 0
  hash ^= hash >>> 16
  return (hash >>> 0) / 4294967296
}

function shapeAt(points: readonly (readonly number[])[], minute: number): number {
  const index = points.findLastIndex(([at]) => at! <= minute)
  if (index < 0) return 1
  const [from, value] = points[index] as [number, number]
  const next = points[index + 1]
  return next ? value + ((next[1]! - value) * (minute - from)) / (next[0]! - from) : value
}

function samplesOf(scenario: Scenario, given: Partial<{ seed: string; missingAsZero: boolean }> = {}): SegmentSamples {
  const values = new Map<string, (number | undefined)[]>()
  const clusterOf = new Map<string, string>()
  const seed = given.seed ?? scenario.seed
  for (const group of scenario.groups as readonly Group[])
    for (const [index, { id, modems }] of group.segments.entries()) {
      clusterOf.set(id, group.cluster)
      values.set(
        id,
        Array.from({ length: scenario.minutes }, (_, minute) => {
          if (group.missing?.some(([from, to]) => minute >= from! && minute < to!))
            return given.missingAsZero ? 0 : undefined
          if (group.bogusZeroAt?.includes(minute)) return 0
          const share = shapeAt(group.shape, minute - (group.staggerMinutes ?? 0) * index)
          return Math.max(0, Math.round(modems * share) - Math.floor(hash01(seed, id, minute) * (scenario.noise + 1)))
        }),
      )
    }
  return { clusterOf, at: (segment, minute) => values.get(segment)?.[minute] }
}

function run(
  scenario: Scenario,
  given: Partial<{
    settings: Partial<DetectorSettings>
    seed: string
    missingAsZero: boolean
    restartAt: number
    ignoresWork: boolean
  }> = {},
) {
  const samples = samplesOf(scenario, given)
  const settings = { ...detectorDefaults, ...given.settings }
  const isHeld = (segment: string, minute: number) =>
    !given.ignoresWork &&
    (scenario.maintenance as readonly Maintenance[]).some(
      ({ from, to, segments }) => minute >= from && minute < to && (segments === 'all' || segments.includes(segment)),
    )
  let state: DetectorState = newDetectorState()
  const log: Decision[] = []
  const ended: EndedOutage[] = []
  for (let minute = 0; minute < scenario.minutes; minute += 1) {
    if (minute === given.restartAt) state = JSON.parse(JSON.stringify(state))
    const judged = judgeMinute(state, minute, { samples, settings, isHeld })
    log.push(...judged.decisions)
    ended.push(...judged.ended)
  }
  return { log, ended: ended.sort((one, other) => one.number - other.number), open: state.outages }
}

test('the hash of the scenarios gives its published examples', () => {
  for (const { seed, key, t, value } of golden.hash01Examples) expect(hash01(seed, key, t)).toBe(value)
})

test.each(golden.scenarios.map((one) => [one.id, one.name, one] as const))('%s: %s', (_, __, scenario) => {
  const { log, ended, open } = run(scenario)
  expect(open).toEqual([])
  expect(ended).toHaveLength(scenario.expect.outages.length)
  for (const [index, wanted] of scenario.expect.outages.entries()) {
    const found = ended[index]!
    const { totalCmsAffected, modemMinutes } = figuresOf(found, found.end)
    expect(found).toMatchObject({ scope: wanted.scope, cluster: wanted.cluster, start: wanted.start, end: wanted.end })
    if (Array.isArray(wanted.segments)) expect([...found.segments].sort()).toEqual([...wanted.segments].sort())
    expect(found.detected).toBeLessThanOrEqual(wanted.detectedBy)
    expect(totalCmsAffected).toBe(wanted.totalCmsAffected)
    expect(modemMinutes).toBe(wanted.customerMinutes)
  }
  expect(log.some(({ kind }) => kind === 'HELD')).toBe(scenario.expect.held)
  const opened = log.filter(({ kind }) => kind === 'OPENED')
  expect(opened).toHaveLength(scenario.expect.outages.length)
  for (const { value, baseline, limit, run: row, needed } of opened) {
    expect(baseline! - value!).toBeGreaterThanOrEqual(limit!)
    expect(row).toBe(needed)
  }
})

test('a start after a gap is estimated, with the last sample before it', () => {
  const scenario = golden.scenarios.find(({ id }) => id === 'P11')!
  expect(run(scenario).ended[0]).toMatchObject({ start: 175, lastGood: 139 })
})

test.each(['P05', 'P07', 'P10', 'P11', 'P12', 'N03'])('%s decides the same around a restart', (name) => {
  const scenario = golden.scenarios.find(({ id }) => id === name)!
  expect(run(scenario, { restartAt: 132 })).toEqual(run(scenario))
})

test.each(golden.scenarios.map((one) => [one.id, one] as const))(
  '%s decides the same with other noise',
  (_, scenario) => {
    const { ended } = run(scenario, { seed: 'other' })
    expect(ended.map(({ scope, cluster }) => [scope, cluster])).toEqual(
      scenario.expect.outages.map(({ scope, cluster }) => [scope, cluster]),
    )
  },
)

test.each([
  ['N03', { settings: { collectionWindow: 3 } }],
  ['N06', { settings: { collectionWindow: 1 } }],
  ['N02', { settings: { minModems: 1, minShare: 0 } }],
  ['N05', { missingAsZero: true }],
  ['N01', { ignoresWork: true }],
] as const)('%s raises an outage when its rule is taken away', (name, given) => {
  expect(run(golden.scenarios.find(({ id }) => id === name)!, given).ended.length).toBeGreaterThan(0)
})
