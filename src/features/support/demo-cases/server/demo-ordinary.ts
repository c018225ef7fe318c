import type { CaseStatus } from '#features/support/case-access/contract.ts'
import { products } from '#features/support/case-access/server/index.ts'
import type { DemoCase } from './demo-case.ts'

const topics = [
  [
    'Modems flap on {node} during busy hour',
    'flapping',
    'Between 19:00 and 22:00 about {n} modems on {node} go offline and return within two minutes.',
  ],
  [
    'Upstream SNR low on {node}',
    'rf',
    'SNR on two upstream channels of {node} fell to 24 dB. Plant was checked, no ingress found.',
  ],
  [
    'Question on upgrade order of cores and nodes',
    'question',
    'We plan the next release for {n} nodes. Do the cores go first, and may the two differ for a week?',
  ],
  [
    'Alarm stays after recovery on {node}',
    'alarms',
    'The alarm of {node} is still raised though all modems are back since yesterday.',
  ],
  [
    'DHCP relay drops option 82 on {node}',
    'dhcp',
    'Some {n} customers get no address. A capture shows relayed requests without option 82.',
  ],
  [
    'Throughput below plan on OFDM channel',
    'throughput',
    'Speed tests on {node} give {n} Mbit/s where 900 are sold. The profile seems too low.',
  ],
  [
    'PTP lock lost twice this week on {node}',
    'ptp',
    'Both times at the change of the grandmaster. Holdover was short, {n} modems re-registered.',
  ],
  [
    'Telemetry gap for {node}',
    'telemetry',
    'No samples of {node} between 02:10 and 03:40, though the service was fine.',
  ],
  [
    'Configuration of {node} rejected after edit',
    'configuration',
    'The commit fails with a validation error on the upstream controller. The configuration is attached.',
  ],
  [
    'High CPU on one core since Tuesday',
    'performance',
    'One core runs at 85 % while its neighbours are at 40 %. It serves {n} modems.',
  ],
] as const
const answers = [
  'Thank you. Please send the technical support file of that time.',
  'We see it in the counters too and are looking into it.',
  'Can you tell us since when, and what was changed that day?',
]
const replies = [
  'The file is attached.',
  'Since the last window, nothing else was changed.',
  'It happened again this morning.',
]
const endings = [
  'The workaround holds; the fix is in the next release.',
  'Cause found in the configuration, corrected together.',
  'No recurrence for a week.',
]
const asides = [
  'Looks like the scheduler issue of last month.',
  'Asked R&D, no answer yet.',
  'The customer is in the middle of a campaign, handle with care.',
]
const states: readonly CaseStatus[] = [
  'NEW',
  'OPEN',
  'OPEN',
  'IN_PROGRESS',
  'IN_PROGRESS',
  'WAITING_FOR_CUSTOMER',
  'WAITING_FOR_VENDOR',
  'RESOLVED',
  'RESOLVED',
  'RESOLVED',
  'CLOSED',
  'CLOSED',
  'CLOSED',
  'DECLINED',
]

const DAYS = 365
/** A week of storms: each account files one more case. */
const BAD_WEEK = { from: 101, days: 7 }
/** Cases that are younger may be open. */
const OPEN_DAYS = 60

/**
 * Ordinary cases of the past year: each account has as many, evenly over the year, with more in winter and one bad
 * week. The same ones each time, except for the season, which follows the calendar.
 */
export function ordinaryCases(accounts: readonly string[], count: number, now: Date): DemoCase[] {
  const perAccount = Math.ceil(count / accounts.length)
  const days = daysBySeason(now)
  const even = Array.from({ length: count }, (_, index) => {
    const part = (Math.floor(index / accounts.length) + numbersFrom(index + 7_001)()) / perAccount
    return ordinaryCase(accounts[index % accounts.length]!, index, days[Math.floor(part * days.length)]!)
  })
  const bad = accounts.map((account, index) =>
    ordinaryCase(account, count + index, BAD_WEEK.from + (index % BAD_WEEK.days)),
  )
  return [...even, ...bad]
}

/** The days of the year before `now` as numbers of days ago, each as often as cases are filed then: most in January. */
function daysBySeason(now: Date): number[] {
  return Array.from({ length: DAYS }, (_, ago) => {
    const month = new Date(now.getTime() - ago * 86_400_000).getUTCMonth()
    return Array.from({ length: 4 + Math.round(2 * Math.cos((month / 6) * Math.PI)) }, () => ago + 1)
  }).flat()
}

function ordinaryCase(account: string, index: number, daysAgo: number): DemoCase {
  const random = numbersFrom(index + 1)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
  const [subject, label, description] = pick(topics)
  const product = pick(products.filter(({ versions }) => versions.length > 0))
  const status = pick(daysAgo < OPEN_DAYS ? states : states.filter(isEnded))
  const hasEnded = isEnded(status)
  const fill = {
    node: `RPD-${String(Math.floor(random() * 900) + 100).padStart(4, '0')}`,
    n: String(Math.floor(random() * 400) + 12),
  }
  const filledText = (text: string) => text.replaceAll('{node}', fill.node).replaceAll('{n}', fill.n)
  return {
    account,
    deployment: null,
    internal: false,
    type: 'CASE',
    status,
    priority: pick(['LOW', 'LOW', 'MEDIUM', 'MEDIUM', 'MEDIUM', 'HIGH']),
    subject: filledText(subject),
    description: filledText(description),
    product: product.name,
    version: pick(product.versions),
    labels: [label],
    opened: {
      daysAgo,
      at: `${String(7 + Math.floor(random() * 11)).padStart(2, '0')}:${String(Math.floor(random() * 60)).padStart(2, '0')}`,
    },
    thread: status === 'NEW' ? [] : threadOf(random, pick, hasEnded),
  }
}

function isEnded(status: CaseStatus): boolean {
  return status === 'RESOLVED' || status === 'CLOSED' || status === 'DECLINED'
}

function threadOf(
  random: () => number,
  pick: <Item>(items: readonly Item[]) => Item,
  hasEnded: boolean,
): DemoCase['thread'] {
  const first = 8 + Math.floor(random() * 300)
  const thread: DemoCase['thread'][number][] = [{ afterMinutes: first, by: 'vendor', text: pick(answers) }]
  if (random() < 0.4) thread.push({ afterMinutes: first + 15, by: 'internal', text: pick(asides) })
  if (random() < 0.7)
    thread.push({ afterMinutes: first + 60 + Math.floor(random() * 600), by: 'customer', text: pick(replies) })
  if (hasEnded)
    thread.push({ afterMinutes: first + 900 + Math.floor(random() * 4000), by: 'vendor', text: pick(endings) })
  return thread
}

/** Pseudo-random numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state)
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4294967296
  }
}
