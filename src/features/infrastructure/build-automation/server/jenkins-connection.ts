import * as z from 'zod/mini'
import {
  type Adapter,
  type Connector,
  enqueueConnectionMessage,
  openConnector,
} from '#features/platform/connections/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { OutboxMessage } from '#kit/server/outbox/message-type.ts'
import { defineMessages, readMessage } from '#kit/server/outbox/message-type.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { BuildOwner } from './build-owner.ts'
import { endBuild, findBuild, insertBuild, storeQueueItem } from './build-store.ts'
import type { BuildAutomation, BuildSystem } from './build-system.ts'
import { followSoon } from './follow-soon.ts'

const PORT = 'jenkins'
/** The parameter that names the build of the portal, by which a build with a lost response is found again. */
const OWN_ID = 'HEADEND_BUILD'
const buildMessages = defineMessages({ startBuild: { parameters: z.record(z.string(), z.string()) } })
const buildSystems = new WeakMap<Connector, BuildSystem>()

/** The id of the connection of an account. */
export const connectionIdOf = (account: string) => `${PORT}:${account}`

/** A build system as a connection of an account: its messages start builds. */
export function buildAdapter({ open, ...system }: BuildAutomation, owner: BuildOwner): Adapter {
  return {
    ...system,
    port: PORT,
    open(connection) {
      const { portal } = connection
      const builds = open(connection)
      const connector: Connector = {
        test: () => builds.check(),
        deliver: (message) => start(portal, builds, message, owner),
      }
      buildSystems.set(connector, builds)
      return connector
    },
    async settled(portal, tx, { id, subject }) {
      const row = await tx.selectFrom('outbox').select(['state', 'error']).where('id', '=', id).executeTakeFirst()
      if (row?.state !== 'FAILED') return
      await endBuild(tx, Number(subject), 'FAILED', row.error)
      await owner.changed(portal, tx, Number(subject))
    },
  }
}

/** Requests the build, and stores its queue item immediately: queue items disappear. */
async function start(portal: AppContext, builds: BuildSystem, message: OutboxMessage, owner: BuildOwner) {
  const id = Number(message.subject)
  const build = await findBuild(portal.db, id)
  // It was ended meanwhile, or started by an attempt whose end was not recorded.
  if (build?.state !== 'WAITING') return
  const startedItem = message.attempt > 1 ? await builds.findStarted(OWN_ID, String(id)) : null
  const { parameters } = readMessage(message, buildMessages).content
  const secret = await owner.secretParameters(portal, id)
  const item = startedItem ?? (await builds.start({ ...parameters, ...secret, [OWN_ID]: String(id) }))
  await inTransaction(portal.db, async (tx) => {
    await storeQueueItem(tx, id, item)
    await followSoon(tx, id)
    await owner.changed(portal, tx, id)
  })
}

/** Whether an account has a build system. */
export async function hasBuildSystem(db: Database | Tx, account: string): Promise<boolean> {
  const row = await db
    .selectFrom('connections')
    .select('id')
    .where('id', '=', connectionIdOf(account))
    .executeTakeFirst()
  return row !== undefined
}

/** Starts a build in the build system of the account once the transaction is committed; returns its id. */
export async function startBuild(
  tx: Tx,
  account: { readonly id: number; readonly name: string },
  { parameters, postedBy }: { parameters: Readonly<Record<string, string>>; postedBy: string },
): Promise<number> {
  const id = await insertBuild(tx, account.id, parameters)
  await enqueueConnectionMessage(tx, connectionIdOf(account.name), buildMessages.startBuild, {
    subject: String(id),
    content: { parameters },
    postedBy,
  })
  return id
}

/** The build system of an account. */
export async function openBuildSystem(portal: AppContext, account: string): Promise<BuildSystem> {
  const system = buildSystems.get(await openConnector(portal, connectionIdOf(account)))
  if (!system) throw new Error(`${connectionIdOf(account)} is no build system`)
  return system
}
