import type { Tracker, TrackerWatcher } from '#features/support/tracker/server/index.ts'
import { type JiraClient, unlessGone } from '#integrations/jira-cloud/server/index.ts'
import { DESK_API, valuesOfRequest } from './desk-values.ts'

type User = { readonly accountId?: string; readonly displayName?: string; readonly emailAddress?: string }

/** Participants of requests: customers who are notified of one. Staff watch its issue, as in Jira. */
export function deskParticipants(
  { call }: JiraClient,
  tracker: Tracker,
): Pick<Tracker, 'watch' | 'unwatch'> & { participants(id: string): Promise<TrackerWatcher[]> } {
  const path = (id: string) => `${DESK_API}/request/${encodeURIComponent(id)}/participant`
  return {
    participants,
    async watch(id, user) {
      if (user.isStaff) return tracker.watch(id, user)
      // An issue that is no request has none.
      await unlessGone(call('POST', path(id), { body: { accountIds: [user.id] } }))
    },
    async unwatch(id, userId) {
      const users = await participants(id)
      if (users.some((one) => one.id === userId)) await call('DELETE', path(id), { body: { accountIds: [userId] } })
      await tracker.unwatch(id, userId)
    },
  }

  async function participants(id: string): Promise<TrackerWatcher[]> {
    const users = await valuesOfRequest<User>({ call }, path(id))
    return (users ?? []).flatMap(({ accountId, displayName = 'Jira', emailAddress }) =>
      accountId ? [{ id: accountId, name: displayName, email: emailAddress?.toLowerCase() ?? null }] : [],
    )
  }
}
