import { products } from '#features/support/case-access/server/index.ts'
import { type SeededRandom, seededRandom } from '#kit/server/load/seeded.ts'
import words from './demo-data/symptoms.json' with { type: 'json' }

/** An operator with generated cases, and the users who file them. */
export type ScaleOperator = {
  readonly id: number
  readonly projectKey: string
  readonly city: string
  readonly deploymentIds: readonly number[]
  readonly users: readonly number[]
  readonly weight: number
}

/** A generated case with all its comments. */
export type ScaleStory = {
  readonly id: number
  readonly key: string
  readonly operator: ScaleOperator
  readonly deploymentId: number
  readonly status: string
  readonly priority: string
  readonly subject: string
  readonly description: string
  readonly product: string
  readonly version: string
  readonly labels: readonly string[]
  readonly reporterId: number
  readonly assigneeId: number | null
  readonly created: number
  readonly settled: number | null
  readonly said: readonly StoryComment[]
}

type StoryComment = {
  readonly at: number
  readonly authorId: number
  readonly inside: boolean
  readonly staff: boolean
  readonly text: string
}

const HOUR = 3_600_000
const YEARS = 4 * 365 * 24 * HOUR
const closedStates = ['RESOLVED', 'CLOSED', 'CLOSED', 'CLOSED', 'CLOSED', 'DECLINED']
const openStates = [
  'NEW',
  'OPEN',
  'OPEN',
  'IN_PROGRESS',
  'IN_PROGRESS',
  'WAITING_FOR_CUSTOMER',
  'WAITING_FOR_VENDOR',
  'ESCALATED',
]
const priorities = ['LOW', 'LOW', 'MEDIUM', 'MEDIUM', 'MEDIUM', 'HIGH']

/**
 * Generates this number of cases of the past four years, oldest first, the same ones each time: what operators of cable
 * networks report, who replied, how it ended. Half of the open ones are from the past weeks.
 */
export function* scaleStories(
  operators: readonly ScaleOperator[],
  staff: readonly number[],
  { count, firstId, now }: { count: number; firstId: number; now: number },
): Iterable<ScaleStory> {
  const numbers = new Map<number, number>()
  const choose = byWeight(operators)
  for (let place = 0; place < count; place += 1) {
    const random = seededRandom(1_000 + place)
    const operator = choose(random.share())
    const number = (numbers.get(operator.id) ?? 0) + 1
    numbers.set(operator.id, number)
    const createdAt = now - Math.round(YEARS * (1 - (place + random.share()) / count))
    yield story(random, operator, staff, {
      id: firstId + place,
      key: `${operator.projectKey}-${number}`,
      created: createdAt,
      now,
    })
  }
}

function story(
  random: SeededRandom,
  operator: ScaleOperator,
  staff: readonly number[],
  { id, key, created, now }: { id: number; key: string; created: number; now: number },
): ScaleStory {
  const symptom = random.pick(words.symptoms)
  const product = random.pick(symptom.products)
  const version = random.pick(products.find(({ name }) => name === product)!.versions)
  const write = writer(random, { city: operator.city, version })
  const age = (now - created) / (24 * HOUR)
  const open = random.chance(age < 30 ? 0.45 : age < 200 ? 0.05 : 0.004)
  const reporterId = random.pick(operator.users)
  const assigneeId = random.chance(0.9) ? random.pick(staff) : null
  const comments = conversation(random, write, { created, now, open, reporterId, assigneeId: assigneeId ?? staff[0]! })
  const last = comments.at(-1)?.at ?? created
  return {
    id,
    key,
    operator,
    deploymentId: random.pick(operator.deploymentIds),
    status: random.pick(open ? openStates : closedStates),
    priority: random.pick(priorities),
    subject: write(random.pick(symptom.subjects)),
    description: write(random.pick(symptom.descriptions)),
    product,
    version,
    labels: random.chance(0.6) ? symptom.labels : [],
    reporterId,
    assigneeId,
    created,
    settled: open ? null : Math.min(now, last + random.below(48) * HOUR),
    said: comments,
  }
}

function conversation(
  random: SeededRandom,
  write: (text: string) => string,
  {
    created,
    now,
    open,
    reporterId,
    assigneeId,
  }: { created: number; now: number; open: boolean; reporterId: number; assigneeId: number },
): StoryComment[] {
  const comments: StoryComment[] = []
  const many = random.below(7)
  let at = created
  for (let nth = 0; nth < many; nth += 1) {
    at += Math.round((0.1 + random.share() * 20) * HOUR)
    if (at > now) break
    const inside = nth > 0 && random.chance(0.15)
    const staff = inside || nth % 2 === 0
    const last = nth === many - 1 && !open && !staff
    const pool = inside ? words.internal : staff ? words.vendor : last ? words.closing : words.customer
    comments.push({ at, authorId: staff ? assigneeId : reporterId, inside, staff, text: write(random.pick(pool)) })
  }
  return comments
}

/** Fills the placeholders in braces; the same name has the same value throughout a case. */
function writer(random: SeededRandom, { city, version }: { city: string; version: string }) {
  const placeholders: Readonly<Record<string, string>> = {
    city,
    version,
    node: `RPD-${String(1 + random.below(9000)).padStart(4, '0')}`,
    core: `c${1 + random.below(9)}-core${String(1 + random.below(60)).padStart(2, '0')}`,
    domain: `md${1 + random.below(400)}`,
    channel: `us${1 + random.below(8)}`,
    modems: String(2 + random.below(900)),
    hour: String(random.below(24)).padStart(2, '0'),
    minute: String(10 + random.below(50)),
  }
  return (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => placeholders[name] ?? whole)
}

/** Returns a function that picks by weight from a share of 0 to 1. */
function byWeight(operators: readonly ScaleOperator[]): (share: number) => ScaleOperator {
  let sum = 0
  const ends = operators.map(({ weight }) => {
    sum += weight
    return sum
  })
  return (share) => {
    let [low, high] = [0, ends.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! < share * sum) low = middle + 1
      else high = middle
    }
    return operators[low]!
  }
}
