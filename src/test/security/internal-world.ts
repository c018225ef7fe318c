import { seededRandom } from '#kit/server/load/seeded.ts'
import { clocksSettled } from '#test/clocks-settled.ts'
import { addressOf, type Json, type Name, type SupportApp } from '#test/support-app.ts'

import { canary, pathsIn } from './world-paths.ts'

/** Cases that random sequences of calls made, each internal text with the canary. */
export type InternalWorld = {
  /** A word of every internal text, and of no other. */
  readonly canary: string
  readonly keys: readonly string[]
  /** The addresses of an endpoint: one for each thing of the world that its parameters can name. */
  pathsOf(url: string, parameters: readonly string[]): string[]
}

const jira = '/api/plugins/jira'
const AT_ONCE = 6
const STEPS = 7
/** Cases that each endpoint is asked about. */
const ASKED = 12

/** Makes `count` cases, each with a random sequence of calls by staff and customers of the account acme. */
export async function makeInternalWorld(desk: SupportApp, count: number, seed: number): Promise<InternalWorld> {
  const random = seededRandom(seed)
  const keys: string[] = []
  const internalKeys: string[] = []
  const rndKeys = new Set<string>()
  const channels: string[] = []
  const send = (name: Name, method: string, path: string, body?: unknown) => sendTo(desk, name, method, path, body)

  const knownKeys = await Promise.all(
    [true, false].map(async (published) =>
      String((await send('tom', 'POST', '/api/known-issues', known(published))).key),
    ),
  )
  const wikiIds = await Promise.all(
    ['VENDOR', 'ALL'].map(async (readers) => {
      const text = readers === 'VENDOR' ? canary : 'Open'
      const page = { title: `Page ${text}`, body: text, audience: readers }
      return String((await send('adam', 'POST', '/api/wiki/pages?account=acme', page)).id)
    }),
  )

  const steps: Record<string, (key: string) => Promise<unknown>> = {
    comment: (key) => send('uma', 'POST', `${jira}/issues/comment?issueKey=${key}`, { body: 'A question.' }),
    reply: (key) => send('vera', 'POST', `${jira}/issues/comment?issueKey=${key}`, { body: 'A reply.' }),
    async note(key) {
      const path = `${jira}/issues/comment/internal?issueKey=${key}`
      const { commentId } = await send('vera', 'POST', path, { body: `First ${canary}` })
      const next = random.pick(['PATCH', 'DELETE', undefined])
      const body = next === 'PATCH' ? { body: `Changed ${canary}` } : undefined
      if (next) await send('vera', next, `${path}&commentId=${commentId}`, body)
    },
    mention: (key) =>
      send('tom', 'POST', `${jira}/issues/comment/internal?issueKey=${key}`, { body: `@vera ${canary}` }),
    watch: (key) => send('uma', 'POST', `${jira}/issues/watchers?issueKey=${key}`, { username: addressOf('carl') }),
    edit: (key) => send('vera', 'PATCH', `${jira}/issues/${key}`, { priority: 'HIGH', assignee: addressOf('tom') }),
    async escalate(key) {
      const texts = { subject: `R&D ${canary}`, description: canary, comment: canary }
      const { rndIssue } = await send('vera', 'POST', `${jira}/issues/rnd/escalate?issueKey=${key}`, texts)
      if (rndIssue) rndKeys.add(String(rndIssue.key))
    },
    again: (key) => send('vera', 'POST', `${jira}/issues/rnd/re-escalate?issueKey=${key}`, { comment: canary }),
    async research() {
      if (rndKeys.size === 0) return
      const rndKey = random.pick([...rndKeys])
      await send('adam', 'POST', `${jira}/issues/rnd/texts?rndKey=${rndKey}`, { body: canary })
      const change = { subject: `Now ${canary}`, status: random.chance(0.5) ? 'REPRODUCED' : 'FIXED' }
      await send('adam', 'PATCH', `${jira}/issues/rnd/issues/${rndKey}`, change)
    },
    convert: (key) => send('vera', 'POST', `${jira}/issues/convert-to-outage?issueKey=${key}`, {}),
    async entry(key) {
      await send('vera', 'POST', `${jira}/outage-entries?issueKey=${key}`, { body: 'An update.' })
      await send('vera', 'POST', `${jira}/outage-entries/internal?issueKey=${key}`, { body: canary })
    },
    known: (key) =>
      send('tom', 'POST', `${jira}/issues/known-issues?issueKey=${key}`, {
        key: knownKeys[random.chance(0.5) ? 0 : 1],
      }),
    async chat(key) {
      const { id } = await send('vera', 'POST', `${jira}/issues/chat?issueKey=${key}`, {
        usernames: [addressOf('uma')],
      })
      if (!id) return
      channels.push(String(id))
      const form = new FormData()
      form.append('htmlBody', `<p>${canary}</p>`)
      await send('vera', 'POST', `/api/plugins/slack/channels/${id}/internal/message/form`, form)
    },
    async link(key) {
      const internal = internalKeys.findLast((one) => one !== key)
      if (internal)
        await send('vera', 'POST', `${jira}/issues/links?issueKey=${key}`, { kind: 'BLOCKS', key: internal })
    },
    resolve: (key) => send('vera', 'POST', `${jira}/issues/fire/resolve?issueKey=${key}`, { reason: 'workaround' }),
  }

  async function sequence(): Promise<void> {
    const internal = random.chance(0.2)
    const text = internal ? canary : 'Modems lose their registration.'
    const filed = { subject: `About ${text}`, description: text, priority: 'LOW', ...(internal ? { internal } : {}) }
    const key = String((await send(internal ? 'vera' : 'uma', 'POST', `${jira}/issues?account=acme`, filed)).key)
    ;(internal ? internalKeys : keys).push(key)
    for (let step = 0; step < STEPS; step += 1) {
      await random.pick(Object.values(steps))(key)
    }
  }

  let left = count
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await sequence()
    }),
  )
  await clocksSettled(desk.portal.pool)
  const caseKeys = [...internalKeys.slice(0, ASKED / 3), ...(await mostEventful(desk, keys))].slice(0, ASKED)
  return {
    canary,
    keys,
    pathsOf: (url, parameters) =>
      pathsIn(
        { caseKeys, rndKeys: [...rndKeys].slice(0, 3), knownKeys, wikiIds, channels: channels.slice(0, 3) },
        url,
        parameters,
      ),
  }
}

function known(published: boolean): object {
  return {
    title: published ? 'Registration rejected' : `Hidden ${canary}`,
    product: 'cOS-CN-DOCSIS',
    component: null,
    affected: '>=0.0.1',
    fixedIn: null,
    severity: 'HIGH',
    symptom: published ? 'registration fails' : canary,
    conditions: [],
    signature: published ? ['sid table'] : [canary],
    workaround: published ? 'Restart.' : canary,
    releaseNote: '',
    published,
    note: `Note ${canary}`,
    detect: '',
  }
}

/** The JSON of a response; a step that does not fit the state of the case is rejected, and that is all right. */
async function sendTo(desk: SupportApp, name: Name, method: string, path: string, body?: unknown): Promise<Json> {
  const form = body instanceof FormData
  const response = await fetch(desk.url + path, {
    method,
    headers: { ...desk.headersOf(name), ...(body === undefined || form ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status === 400 || response.status >= 500)
    throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : ({} as Json)
}

/** The customer's cases with the most events. */
async function mostEventful({ portal: { pool } }: SupportApp, keys: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `select subject_id as key from events where subject_id = any($1) group by 1 order by count(*) desc, 1 limit $2`,
    [keys, ASKED],
  )
  return rows.map(({ key }) => key)
}
