import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand } from '#kit/server/serve/serve.ts'
import { refreshUserPlugins, switchUserPlugin, switchUserPlugins, userEvents, userPlugins } from '../contract.ts'
import { changedUser } from './changed-user.ts'
import { accountOf, lockUser, lockUserCalled, requireCanManage } from './managed-user.ts'
import { isInUse } from './user-json.ts'

/** A user's issue tracker, wiki and chat: switched on and off, and refreshed. */
export function servePlugins(portal: AppContext): void {
  registerCommand(portal, switchUserPlugin, async ({ tx, session, params, body, record }) => {
    const user = await lockUser(tx, session, params.id)
    requireCanManage(session, switchUserPlugins, user)
    const { rows } = await sql`
      update users set version = version + 1, updated_at = now(),
        plugins_off = case when ${body.enabled} then array_remove(plugins_off, ${body.name}) else array_append(plugins_off, ${body.name}) end
      where id = ${user.id} and (${body.name} = any(plugins_off)) = ${body.enabled} returning id`.execute(tx)
    const data = { plugin: body.name, enabled: body.enabled }
    if (rows.length > 0)
      await record(userEvents.userPluginSwitched, { subject: user.id, account: accountOf(user), data })
    return changedUser(tx, session, user.id)
  })

  registerCommand(portal, refreshUserPlugins, async ({ tx, session, query }) => {
    const id = query.userName ? (await lockUserCalled(tx, session, query.userName)).id : session.userId
    return { plugins: await refreshed(tx, id, query.force ?? false) }
  })
}

type Refreshed = { name: (typeof userPlugins)[number]; enabled: boolean; active: boolean; refreshedAt: string }

/** What the tools know of the user; refreshed when the last result is ten minutes old, or at once by `force`. */
async function refreshed(tx: Tx, id: number, force: boolean): Promise<Refreshed[]> {
  // One after the other: a refresh that waits inside of the next statement would not see the time of the first.
  await sql`select from users where id = ${id} for no key update`.execute(tx)
  const { rows } = await sql<{ off: string[]; used: boolean; at: Date }>`
    with asked as (
      update users set plugins_refreshed_at = now()
      where id = ${id} and (${force} or plugins_refreshed_at is null or plugins_refreshed_at < now() - interval '10 minutes') returning plugins_refreshed_at
    )
    select u.plugins_off as off, coalesce(${isInUse}, false) as used, coalesce((select plugins_refreshed_at from asked), u.plugins_refreshed_at) as at
    from users u where u.id = ${id}`.execute(tx)
  const { off, used, at } = rows[0]!
  return userPlugins.map((name) => {
    const enabled = !off.includes(name)
    return { name, enabled, active: enabled && used, refreshedAt: at.toISOString() }
  })
}
