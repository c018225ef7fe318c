import { sql } from 'kysely'
import { findAccountIn } from '#features/access/scope/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import {
  type Connection,
  connectionCreated,
  connectionProblems,
  type createConnection,
  operateConnections,
} from '../contract.ts'
import { pageTexts } from '../texts.ts'
import type { Adapter, ConnectionPorts } from './adapter.ts'
import { checkSettings } from './connection-settings.ts'
import { forgetStatus, pluginData, publishConnection } from './connection-status.ts'
import { connectionOf } from './connection-store.ts'
import { secretPurpose } from './stored-secrets.ts'

/** Creates a connection. It is not called yet: a test does that. */
export async function saveNewConnection(
  portal: AppContext,
  ports: ConnectionPorts,
  call: Pick<CommandContext<typeof createConnection>, 'tx' | 'session' | 'body' | 'record'>,
): Promise<Connection> {
  const { tx, body, record } = call
  const { port, system, settings } = body
  const adapter = ports.adapters.find((one) => one.port === port && one.system === system)
  if (!adapter) throwFieldProblem('system', pageTexts.field.system)
  const account = await accountFor(call, adapter, body.account)
  const id = await insertConnection(portal, { tx, record }, { adapter, account, settings })
  return connectionOf(tx, ports, id)
}

/** Stores a new connection of the account, or of all; returns its id. */
export async function insertConnection(
  { config, live }: AppContext,
  { tx, record }: Pick<CommandContext<unknown>, 'tx' | 'record'>,
  newConnection: {
    adapter: Adapter
    account: { readonly id: number; readonly name: string } | undefined
    settings: Readonly<Record<string, string>>
    within?: string
  },
): Promise<string> {
  const { adapter, account, settings, within = 'settings.' } = newConnection
  const { port, system } = adapter
  const { plain, secret } = checkSettings(adapter, settings, { privateHosts: config.privateHosts, within })
  const id = `${port}:${account?.name ?? 'shared'}`
  const { rows } = await sql`
    insert into connections (id, port, account_id, system, settings, secrets, secrets_set)
    values (${id}, ${port}, ${account?.id ?? null}, ${system}, ${JSON.stringify(plain)}::jsonb,
      ${encryptorFor(config).close(JSON.stringify(secret), secretPurpose(id))}, ${Object.keys(secret)})
    on conflict do nothing returning 1`.execute(tx)
  if (rows.length === 0) throwProblem(connectionProblems['connection-exists'], { id })
  // Calls that ended after an earlier connection of that id was deleted.
  await forgetStatus(tx, id)
  await record(connectionCreated, {
    subject: id,
    account: account?.id ?? null,
    data: { ...pluginData(id, 'INSTALLED'), system, settings: plain },
  })
  await publishConnection({ live }, tx, id)
  return id
}

async function accountFor(
  { tx, session }: Pick<CommandContext<typeof createConnection>, 'tx' | 'session'>,
  { shared = false, name: system }: Adapter,
  name: string | undefined,
) {
  if (shared && name !== undefined) throwFieldProblem('account', fillText(pageTexts.field.shared, { system }))
  if (shared) return undefined
  if (name === undefined) throwFieldProblem('account', fillText(pageTexts.field.account, { system }))
  const account = await findAccountIn(tx, session, { name, permission: operateConnections })
  return account ?? throwProblem(connectionProblems['connection-account-not-found'], { account: name })
}
