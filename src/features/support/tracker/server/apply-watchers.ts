import type { StoredCase } from '#features/support/case-access/server/index.ts'
import { setOutsideWatcher } from '#features/support/cases/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { deleteItem, sharedItems, storeItem } from './issue-store.ts'
import { knownUsers } from './portal-user.ts'
import { watcherItem } from './send-watchers.ts'
import { marks, type Reading } from './side.ts'
import type { TrackerIssue } from './tracker.ts'

/**
 * Users of the portal who began to watch in the tracker watch the case, if they may read it; those who left there leave
 * here. The address identifies them.
 */
export async function applyWatchers(
  tx: Tx,
  reading: Reading,
  storedCase: StoredCase,
  { watchers }: TrackerIssue,
): Promise<void> {
  if (watchers === null) return
  const { connection, project } = reading
  const sharedWatchers = (await sharedItems(tx, connection, storedCase.id)).filter(({ kind }) => kind === 'watcher')
  for (const { id, email } of watchers) {
    const item = watcherItem(storedCase.id, id)
    if (email === null || sharedWatchers.some(({ trackerId }) => trackerId === item)) continue
    const [user] = await knownUsers(tx, project.accountId, [email])
    const began = user && { userId: user.id, watches: true }
    if (!began || !(await setOutsideWatcher(tx, storedCase, began, marks(reading)))) continue
    await storeItem(tx, connection, storedCase.id, {
      kind: 'watcher',
      trackerId: item,
      localId: began.userId,
      digest: null,
    })
  }
  for (const item of sharedWatchers) {
    if (watchers.some(({ id }) => watcherItem(storedCase.id, id) === item.trackerId)) continue
    if (item.localId !== null)
      await setOutsideWatcher(tx, storedCase, { userId: item.localId, watches: false }, marks(reading))
    await deleteItem(tx, connection, item)
  }
}
