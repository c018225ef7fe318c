import simulator from './demo-data/simulator.json' with { type: 'json' }
import type { DemoDeployment, Segment } from './demo-network.ts'
import { demoHash } from './formulas.ts'

/** A fault of the demo world; minutes count from 1970. */
export type Fault = {
  readonly id: string
  readonly deployment: string
  readonly start: number
  readonly end: number
  readonly hits: (segment: Segment) => boolean
}

const DAY = 1440
/** Accounts with fewer subscribers have no faults. */
const LARGE = 40_000
const SWITCH_NODES = 12
const underWay = { account: 'larkspur-cable', from: -40, to: 24 * 60 }
const endedFault = { account: 'holmewick-media', from: -5 * 60, to: -3 * 60 }
const byDay = new Map<string, readonly Fault[]>()

/**
 * The faults of an account that begin on a day (counted from 1970), the same at every call. `since` is the minute when
 * the demo was made: one outage is under way then, and one has just ended.
 */
export function faultsOfDay(
  deployments: readonly DemoDeployment[],
  { day, since }: { day: number; since: number },
): readonly Fault[] {
  const account = deployments[0]!.account
  const key = `${account} ${day}`
  const cachedFaults = byDay.get(key)
  if (cachedFaults) return cachedFaults
  if (byDay.size > 10_000) byDay.clear()
  const subscribers = deployments.reduce((sum, one) => sum + one.subscribers, 0)
  const random = subscribers > LARGE ? simulator.faults.flatMap((fault) => faultOn(deployments, fault, day) ?? []) : []
  const faults = [...random, ...stagedFaults(deployments, { day, since })]
  byDay.set(key, faults)
  return faults
}

function faultOn(
  deployments: readonly DemoDeployment[],
  { id, scope, minutes }: (typeof simulator.faults)[number],
  day: number,
): Fault | undefined {
  const account = deployments[0]!.account
  const chance = simulator.demoWorld.perDay[id as keyof typeof simulator.demoWorld.perDay]
  if (demoHash(`${account}|${id}|day`, day) >= chance) return undefined
  const draw = (what: string) => demoHash(`${account}|${id}|${what}`, day)
  const [shortest, longest] = minutes as [number, number]
  const suitedDeployments = deployments.filter(({ isPon }) => isPon === (id === 'pon-feeder'))
  const deployment = suitedDeployments[Math.floor(draw('deployment') * suitedDeployments.length)]
  if (!deployment) return undefined
  const start = day * DAY + Math.floor(draw('start') * DAY)
  const end = start + Math.round(shortest + (longest - shortest) * draw('length'))
  return { id, deployment: deployment.name, start, end, hits: hitBy(scope, Math.floor(draw('segment') * 3)) }
}

/** The segments of a fault's scope, around the one that it begins with. */
function hitBy(scope: string, first: number): Fault['hits'] {
  if (scope === 'cluster' || scope === 'model') return () => true
  if (scope === 'ccap') return ({ core }) => core.endsWith('1')
  if (scope === 'rpd' || scope === 'md') return ({ index }) => index === first
  return ({ index }) => index >= first && index < first + SWITCH_NODES && index % 4 !== 3
}

function stagedFaults(deployments: readonly DemoDeployment[], { day, since }: { day: number; since: number }): Fault[] {
  const [{ account, name }] = deployments as [DemoDeployment]
  return [underWay, endedFault].flatMap((one) => {
    const [start, end] = [since + one.from, since + one.to]
    if (one.account !== account || Math.floor(start / DAY) !== day) return []
    return [{ id: 'fibre-cut', deployment: name, start, end, hits: hitBy('rpd', 0) }]
  })
}
