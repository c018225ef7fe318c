import { recordEvent } from '#kit/server/events/event.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest } from '#kit/server/serve/request-context.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { IntegrationError, type VendorFault } from '#kit/server/vendor/vendor-error.ts'
import { connectionProblems, connectionTested, testConnection } from '../contract.ts'
import { pageTexts } from '../texts.ts'
import type { ConnectionPorts } from './adapter.ts'
import { publishConnection, recordResults } from './connection-status.ts'
import { accountOfConnection, connectionOf } from './connection-store.ts'
import type { OpenConnection } from './open-connections.ts'

/** What a user has to change after such a failure. */
const fieldOfFault: Readonly<Partial<Record<VendorFault, 'url' | 'login' | 'name'>>> = {
  unreachable: 'url',
  blocked: 'url',
  garbled: 'url',
  credentials: 'login',
  missing: 'name',
}

/** *Test connection*: calls the system now. No transaction is open meanwhile. */
export function serveTest(portal: AppContext, ports: ConnectionPorts, open: OpenConnection): void {
  const { db, log } = portal
  serve(portal, testConnection, async (call) => {
    const { id, port } = await connectionOf(db, ports, call.params.id)
    const source = ports.sources.find((one) => one.port === port)
    const test = async () => {
      if (source) return source.test(portal, id)
      const { connector } = await open(id, { fresh: true })
      return connector.test()
    }
    const failure = await test().then(() => undefined, publicFailure)
    await inTransaction(db, async (tx) => {
      const at = new Date()
      await recordResults(
        tx,
        id,
        failure
          ? { failure: { at, text: failure.message, fault: failure.fault, status: failure.status } }
          : { success: at },
      )
      await recordEvent(tx, connectionTested, actorOfRequest(call.request), {
        subject: id,
        account: await accountOfConnection(tx, id),
        data: failure ? { failed: failure.message } : {},
      })
      await publishConnection(portal, tx, id)
    })
    if (failure) rejectTest(failure)
    return connectionOf(db, ports, id)
  })

  function publicFailure(failure: unknown): {
    message: string
    fault: VendorFault | 'internal'
    status?: number | undefined
  } {
    if (failure instanceof IntegrationError) return failure
    log.error({ err: failure }, 'a connection could not be tested')
    return { message: pageTexts.internal, fault: 'internal' }
  }
}

/** The problem of a test that failed, or of another call that must go outside. */
export function rejectTest({ message: reason, fault }: { message: string; fault: VendorFault | 'internal' }): never {
  if (fault === 'timeout' || fault === 'resting') throwProblem(connectionProblems['connection-timeout'], { reason })
  const path = fault === 'internal' ? undefined : fieldOfFault[fault]
  throwProblem(
    connectionProblems['connection-test-failed'],
    { reason },
    path ? { fields: [{ path, message: reason }] } : {},
  )
}
