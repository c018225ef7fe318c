import { createHmac, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type JudgedServer, startJudgedServer } from '../directories/contract-checked-server.ts'
import { startPrism } from '../directories/prism.ts'
import type { AlertingFake } from './fake-server.ts'
import { startOpsgenieFake } from './opsgenie-fake.ts'
import { startPagerDutyFake } from './pagerduty-fake.ts'

/** What a user of the other system did. */
export type Done = { readonly alias: string; readonly action: 'acknowledge' | 'close'; readonly user: string }
/** A running system, behind the description of its vendor. */
export type RunningSystem = {
  readonly fake: AlertingFake
  readonly server: JudgedServer
  close(): Promise<void>
}

const HOOK = 'secret-of-the-hooks'
const integrations = fileURLToPath(new URL('../../integrations/', import.meta.url))

async function run(fake: AlertingFake, description: string): Promise<RunningSystem> {
  const prism = await startPrism(integrations + description)
  const server = await startJudgedServer({ judge: prism.url, target: fake.url })
  return {
    fake,
    server,
    async close() {
      await server.close()
      await fake.close()
      await prism.close()
    },
  }
}

function opsgenieEvent({ alias, action, user }: Done) {
  const alert = { alertId: 'a', alias, username: user, updatedAt: Date.now() * 1e6 }
  const body = JSON.stringify({ action: action === 'close' ? 'Close' : 'Acknowledge', alert, nonce: randomUUID() })
  return { body, headers: { authorization: `Bearer ${HOOK}` } }
}

function pagerDutyEvent({ alias, action, user }: Done) {
  const type = action === 'close' ? 'incident.resolved' : 'incident.acknowledged'
  const event = { id: randomUUID(), event_type: type, occurred_at: new Date().toISOString(), agent: { summary: user } }
  const body = JSON.stringify({ event: { ...event, data: { incident_key: alias } } })
  const signature = createHmac('sha256', HOOK).update(body).digest('hex')
  return { body, headers: { 'x-pagerduty-signature': `v1=${signature}` } }
}

const basic = Buffer.from('sync@vendor.example:key-1').toString('base64')

/** The systems of the port suite: how each is started, set up, and sends events. */
export const alertingSystems = [
  {
    system: 'opsgenie',
    start: async () => run(await startOpsgenieFake('opsgenie', 'GenieKey key-1'), 'opsgenie/opsgenie.json'),
    settings: { secret: 'key-1', hookSecret: HOOK },
    event: opsgenieEvent,
  },
  {
    system: 'jsm-operations',
    start: async () => run(await startOpsgenieFake('jsm', `Basic ${basic}`), 'opsgenie/jsm-operations-own.json'),
    settings: { secret: 'key-1', username: 'sync@vendor.example', cloudId: 'cloud-1', hookSecret: HOOK },
    event: opsgenieEvent,
  },
  {
    system: 'pagerduty',
    start: async () => run(await startPagerDutyFake('Token token=key-1'), 'pagerduty/pagerduty.json'),
    settings: { secret: 'key-1', username: 'noc@vendor.example', service: 'SERVICE1', hookSecret: HOOK },
    event: pagerDutyEvent,
  },
] as const
