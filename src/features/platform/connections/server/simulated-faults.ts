import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { OutboundRequestBlocked } from '#kit/server/outbound.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { Send, Vendor } from '#kit/server/vendor/vendor-fetch.ts'
import { simulatedFaults } from '../contract/connection.ts'
import type { SimulatedFault } from '../contract.ts'
import type { Adapter } from './adapter.ts'

/** Faults can be simulated in a demo, and where the operator's environment says that it is not production. */
export function canSimulate({ config }: Pick<AppContext, 'config'>): boolean {
  return config.demo || config.portalEnvironment !== 'production'
}

/** The fault that is simulated on a connection now. */
export async function simulatedFault(
  portal: Pick<AppContext, 'db' | 'config'>,
  id: string,
): Promise<SimulatedFault | null> {
  if (!canSimulate(portal)) return null
  const { rows } = await sql<{ fault: SimulatedFault | null }>`
    select simulated_fault as fault from connection_status where connection = ${id}`.execute(portal.db)
  return rows[0]?.fault ?? null
}

/** The faults that can be simulated on a connection: those of events only where the system sends some. */
export function simulatable(adapter: Adapter | undefined): SimulatedFault[] {
  return simulatedFaults.filter((fault) => faults[fault] || (adapter && (fault === 'DUPLICATE' || adapter.hook)))
}

/** Has the calls of a connection meet its simulated fault instead of the system; undefined in production. */
export function throughFaults(portal: Pick<AppContext, 'db' | 'config'>, id: string): Vendor['through'] {
  if (!canSimulate(portal)) return undefined
  return (send, { timeoutMs }): Send =>
    async (address, init) => {
      const fault = await simulatedFault(portal, id)
      return (fault && (await faults[fault]?.(timeoutMs))) ?? send(address, init)
    }
}

const RETRY_SECONDS = '10'

const faults: Partial<Record<SimulatedFault, (timeoutMs: number) => Promise<Response>>> = {
  async SLOW(timeoutMs) {
    await sleep(timeoutMs)
    throw brokenConnection(new DOMException('simulated', 'TimeoutError'))
  },
  async TOO_MANY() {
    return new Response(null, { status: 429, headers: { 'retry-after': RETRY_SECONDS } })
  },
  async FAILING() {
    return new Response(null, { status: 503 })
  },
  async CUT() {
    throw brokenConnection(new Error('simulated'))
  },
  async GARBLED() {
    return new Response('<html>Not what you', { status: 200, headers: { 'content-type': 'text/html' } })
  },
}

function brokenConnection(cause: Error): OutboundRequestBlocked {
  return new OutboundRequestBlocked('the connection broke', { cause })
}
