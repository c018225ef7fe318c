import { sql } from 'kysely'
import { notePluginRefresh, switchPlugin } from '#features/access/user-records/server/index.ts'
import { switchUserPlugins } from '#features/users/managed-users/contract.ts'
import { accountOf, lockUser, lockUserCalled, requireCanManage } from '#features/users/managed-users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand } from '#kit/server/serve/serve.ts'
import { refreshUserPlugins, switchUserPlugin, userEvents, userPlugins } from '../contract.ts'
import { changedUser } from './changed-user.ts'
import { isInUse } from './user-json.ts'

/** A user's issue tracker, wiki and chat: switched on and off, and refreshed. */
export function servePlugins(portal: AppContext): void {
  registerCommand(portal, switchUserPlugin, async ({ tx, session, params, body, record }) => {
    const user = await lockUser(tx, session, params.id)
    requireCanManage(session, switchUserPlugins, user)
    const { enabled: isEnabled, name } = body
    const isSwitched = await switchPlugin(tx, user.id, { plugin: name, enabled: isEnabled })
    const data = { plugin: name, enabled: isEnabled }
    if (isSwitched) await record(userEvents.userPluginSwitched, { subject: user.id, account: accountOf(user), data })
    return changedUser(tx, session, user.id)
  })

  registerCommand(portal, refreshUserPlugins, async ({ tx, session, query }) => {
    const id = query.userName ? (await lockUserCalled(tx, session, query.userName)).id : session.userId
    return { plugins: await refreshPlugins(tx, id, query.force ?? false) }
  })
}

type PluginState = { name: (typeof userPlugins)[number]; enabled: boolean; active: boolean; refreshedAt: string }

/** What the tools know of the user; refreshed when the last result is ten minutes old, or at once by `force`. */
async function refreshPlugins(tx: Tx, id: number, force: boolean): Promise<PluginState[]> {
  // One after the other: a refresh that waits inside of the next statement would not see the time of the first.
  await sql`select from users where id = ${id} for no key update`.execute(tx)
  const isOld = sql`plugins_refreshed_at is null or plugins_refreshed_at < now() - interval '10 minutes'`
  await notePluginRefresh(tx, sql<boolean>`id = ${id} and (${force} or ${isOld})`)
  const { rows } = await sql<{ off: string[]; used: boolean; at: Date }>`
    select u.plugins_off as off, coalesce(${isInUse}, false) as used, u.plugins_refreshed_at as at from users u where u.id = ${id}`.execute(
    tx,
  )
  const { off, used: isUsed, at } = rows[0]!
  return userPlugins.map((name) => {
    const isEnabled = !off.includes(name)
    return { name, enabled: isEnabled, active: isEnabled && isUsed, refreshedAt: at.toISOString() }
  })
}
