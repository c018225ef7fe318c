import { sql } from 'kysely'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  acceptConnectionContract,
  connectionContractAccepted,
  connectionFaultSimulated,
  connectionProblems,
  listConnectionContracts,
  simulateConnectionFault,
} from '../contract.ts'
import type { ConnectionPorts } from './adapter.ts'
import { publishConnection } from './connection-status.ts'
import { accountOfConnection, connectionOf, lockedConnection } from './connection-store.ts'
import { acceptedFields, type Changes, contractOf } from './note-responses.ts'
import type { Fields } from './response-fields.ts'

type Row = { operation: string; samples: number; fields: Fields; changes: Changes }

/** The contract check of a connection, and the faults that are simulated on it. */
export function serveContracts(portal: AppContext, ports: ConnectionPorts): void {
  const { db } = portal

  serve(portal, listConnectionContracts, async (call) => {
    const { id } = await connectionOf(db, ports, call.params.id)
    const { rows } = await sql<Row>`
      select operation, samples, fields, changes from connection_shapes where connection = ${id} order by operation`.execute(
      db,
    )
    return halSinglePage(call, 'contracts', rows.map(contractOf))
  })

  registerCommand(portal, acceptConnectionContract, async ({ tx, params, body, record }) => {
    const { id } = await connectionOf(tx, ports, params.id)
    const { rows } = await sql<Row>`
      select operation, samples, fields, changes from connection_shapes
      where connection = ${id} and operation = any(${body.operations}) and changes <> '{}' order by operation for update`.execute(
      tx,
    )
    for (const { operation, fields, changes } of rows)
      await sql`
        update connection_shapes set fields = ${JSON.stringify(acceptedFields(fields, changes))}::jsonb, changes = '{}'
        where connection = ${id} and operation = ${operation}`.execute(tx)
    if (rows.length > 0) {
      const operations = rows.map(({ operation }) => operation)
      await record(connectionContractAccepted, {
        subject: id,
        account: await accountOfConnection(tx, id),
        data: { operations },
      })
      await publishConnection(portal, tx, id)
    }
    return { count: rows.length }
  })

  registerCommand(portal, simulateConnectionFault, async ({ tx, params, body, record }) => {
    const { id, simulatableFaults, simulatedFault } = await lockedConnection(tx, ports, params.id)
    const { fault } = body
    if (fault !== null && !simulatableFaults.includes(fault)) throwProblem(connectionProblems['connection-fault-off'])
    if (fault !== simulatedFault) {
      await sql`update connection_status set simulated_fault = ${fault} where connection = ${id}`.execute(tx)
      await record(connectionFaultSimulated, {
        subject: id,
        account: await accountOfConnection(tx, id),
        data: { changes: { fault: [simulatedFault, fault] } },
      })
      await publishConnection(portal, tx, id)
    }
    return connectionOf(tx, ports, id)
  })
}
