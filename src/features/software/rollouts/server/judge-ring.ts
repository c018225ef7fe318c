import type { BundleObstacle, Gates, RolloutAccountState, RolloutCheck } from '../contract.ts'

/** Who overrode a check (a user id), when and why. */
export type Override = { readonly by: string; readonly at: string; readonly reason: string }

/** What a ring is judged by; times in milliseconds. */
export type RingFacts = {
  readonly now: number
  readonly obstacle: BundleObstacle | null
  readonly soakMinutes: number
  /** All releases of the ring are settled since then; null before. */
  readonly soaking: number | null
  readonly gates: Gates
  /** The accounts of this ring. */
  readonly accounts: readonly {
    readonly state: RolloutAccountState
    readonly downloaded: number
    readonly parts: number
    readonly deployed: number
    readonly deployments: number
  }[]
  /** The newest delivery in this ring and those before; null without one. */
  readonly delivered: number | null
  /** Outages since the delivery in this ring and those before, newest first; `ended` is null while it goes on. */
  readonly outages: readonly { readonly key: string; readonly ended: number | null }[]
  /** Keys of the open cases of priority High or Critical since the delivery, newest first. */
  readonly cases: readonly string[]
  readonly overrides: Readonly<Record<string, Override>>
}

type Judgement = Pick<RolloutCheck, 'check' | 'state' | 'actual' | 'required'> & {
  readonly keys?: readonly string[]
  readonly obstacle?: BundleObstacle
}

const MINUTE = 60_000
const DAY = 86_400_000
const SHOWN = 10

/** True when nothing more happens to the release of an account by itself or by an approver. */
export function isSettled(state: RolloutAccountState): boolean {
  return state === 'DELIVERED' || state === 'REJECTED' || state === 'LEFT_OUT'
}

/** The checks of a ring whose releases were created: the next ring begins when all are PASSED or OVERRIDDEN. */
export function judgeRing(facts: RingFacts): RolloutCheck[] {
  const { gates } = facts
  const checks = [
    facts.obstacle && ({ check: 'bundle', state: 'FAILED', actual: 0, required: 1, obstacle: facts.obstacle } as const),
    deliveryCheck(facts),
    soak(facts),
    gates.daysWithoutOutage !== null && outages(facts, gates.daysWithoutOutage),
    gates.maxOpenHighCases !== null && cases(facts, gates.maxOpenHighCases),
    gates.minDownloadedPercent !== null && share(facts, 'downloaded', gates.minDownloadedPercent),
    gates.minDeployedPercent !== null && share(facts, 'deployed', gates.minDeployedPercent),
  ]
  return checks.filter((check) => !!check).map((check) => withOverride(check, facts.overrides))
}

function withOverride({ keys = [], obstacle, ...check }: Judgement, overrides: RingFacts['overrides']): RolloutCheck {
  const override = check.state === 'PASSED' ? undefined : overrides[check.check]
  return {
    ...check,
    state: override ? 'OVERRIDDEN' : check.state,
    keys: keys.slice(0, SHOWN),
    obstacle: obstacle ?? null,
    override: override ?? null,
  }
}

function deliveryCheck({ accounts }: RingFacts): Judgement {
  const countedAccounts = accounts.filter(({ state }) => state !== 'LEFT_OUT' && state !== 'REJECTED')
  const actual = countedAccounts.filter(({ state }) => state === 'DELIVERED').length
  const base = { check: 'delivered', actual, required: Math.max(1, countedAccounts.length) } as const
  if (accounts.some(({ state }) => state === 'FAILED') || countedAccounts.length === 0)
    return { ...base, state: 'FAILED' }
  return { ...base, state: actual === countedAccounts.length ? 'PASSED' : 'WAITING' }
}

function soak({ now, soaking, soakMinutes }: RingFacts): Judgement {
  const actual = soaking === null ? 0 : Math.max(0, Math.floor((now - soaking) / MINUTE))
  const isOver = soaking !== null && actual >= soakMinutes
  return { check: 'soak', state: isOver ? 'PASSED' : 'WAITING', actual, required: soakMinutes }
}

/** Days count from the newest delivery or the end of the newest outage; an outage in this time has failed the check. */
function outages({ now, delivered: at, outages: found }: RingFacts, requiredDays: number): Judgement {
  const from = Math.max(at ?? now, ...found.map(({ ended }) => ended ?? now))
  const actual = Math.max(0, Math.floor((now - from) / DAY))
  const keys = found.filter(({ ended }) => now - (ended ?? now) < requiredDays * DAY).map(({ key }) => key)
  const state = actual >= requiredDays ? 'PASSED' : keys.length > 0 ? 'FAILED' : 'WAITING'
  return { check: 'outages', state, actual, required: requiredDays, keys }
}

function cases({ cases: keys }: RingFacts, mostCases: number): Judgement {
  return {
    check: 'cases',
    state: keys.length > mostCases ? 'FAILED' : 'PASSED',
    actual: keys.length,
    required: mostCases,
    keys,
  }
}

function share({ accounts }: RingFacts, check: 'downloaded' | 'deployed', percent: number): Judgement {
  const countedAccounts = accounts.filter(({ state }) => state === 'DELIVERED')
  const sum = (count: (account: (typeof countedAccounts)[number]) => number) =>
    countedAccounts.reduce((all, account) => all + count(account), 0)
  const [actual, of] =
    check === 'downloaded'
      ? [sum(({ downloaded, parts }) => (parts > 0 && downloaded === parts ? 1 : 0)), countedAccounts.length]
      : [sum(({ deployed }) => deployed), sum(({ deployments }) => deployments)]
  const requiredCount = Math.ceil((of * percent) / 100)
  return { check, state: actual >= requiredCount ? 'PASSED' : 'WAITING', actual, required: requiredCount }
}
