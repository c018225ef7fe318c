import { sql } from 'kysely'
import { vendorRoles } from '#features/access/roles/contract.ts'
import { deleteItem, sharedItems, storeItem } from './issue-store.ts'
import type { Sending } from './side.ts'

type Watcher = { readonly id: number; readonly email: string; readonly isStaff: boolean }

/**
 * Brings the watchers of a case to its issue: those whom the tracker knows by their address watch it, those who left the
 * case no longer do. Watchers of the tracker alone stay as they are.
 */
export async function sendWatchers({ portal, connection, tracker, sent, trackerId }: Sending): Promise<void> {
  const { db } = portal
  const { rows } = await sql<Watcher>`
    select u.id, u.email, exists (select from role_grants g where g.user_id = u.id and g.role = any(${Object.keys(vendorRoles)}::text[])) as "isStaff"
    from case_watchers w join users u on u.id = w.user_id where w.case_id = ${sent.id} order by u.id`.execute(db)
  const sharedWatchers = (await sharedItems(db, connection, sent.id)).filter(({ kind }) => kind === 'watcher')
  for (const { id, email, isStaff } of rows) {
    if (sharedWatchers.some(({ localId }) => localId === id)) continue
    const userThere = await tracker.findUser(email)
    if (!userThere) continue
    await tracker.watch(trackerId, { id: userThere.id, isStaff })
    const item = { kind: 'watcher', trackerId: watcherItem(sent.id, userThere.id), localId: id, digest: null } as const
    await storeItem(db, connection, sent.id, item)
  }
  for (const item of sharedWatchers) {
    if (rows.some(({ id }) => id === item.localId)) continue
    await tracker.unwatch(trackerId, userOfItem(item.trackerId))
    await deleteItem(db, connection, item)
  }
}

/** A user of the tracker as a watcher of one case. */
export function watcherItem(caseId: number, userId: string): string {
  return `${caseId}/${userId}`
}

function userOfItem(item: string): string {
  return item.slice(item.indexOf('/') + 1)
}
