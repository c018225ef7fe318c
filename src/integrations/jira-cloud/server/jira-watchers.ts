import type { Tracker, TrackerWatcher } from '#features/support/tracker/server/index.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { JiraClient } from './jira-client.ts'
import type { JiraEdition } from './jira-edition.ts'
import type { JiraUser } from './jira-shapes.ts'
import { userOf } from './jira-values.ts'
import { unlessGone } from './unless-gone.ts'

/** For how long a user who was searched is known, or known to be missing. */
const REMEMBERED_MS = 10 * 60_000
const MOST_REMEMBERED = 10_000

/** Watchers of issues, and users by their address. */
export function jiraWatchers(
  { call }: JiraClient,
  edition: JiraEdition,
  issuePath: (id: string) => string,
): Pick<Tracker, 'findUser' | 'watch' | 'unwatch'> & {
  /** Null where the login may not see them. */
  watchers(id: string): Promise<readonly TrackerWatcher[] | null>
} {
  const { userKey } = edition
  const userCache = new Map<string, { readonly until: number; readonly user: TrackerWatcher | undefined }>()

  return {
    async watchers(id) {
      const { watchers = [], watchCount = 0 } = await call<{ watchers?: JiraUser[]; watchCount?: number }>(
        'GET',
        `${issuePath(id)}/watchers`,
      )
      return watchers.length < watchCount ? null : watchers.flatMap(watcherOf)
    },
    async findUser(email) {
      const cachedUser = userCache.get(email)
      if (cachedUser && cachedUser.until > Date.now()) return cachedUser.user
      const user = await search(email)
      if (userCache.size >= MOST_REMEMBERED) userCache.clear()
      userCache.set(email, { until: Date.now() + REMEMBERED_MS, user })
      return user
    },
    async watch(id, user) {
      await call('POST', `${issuePath(id)}/watchers`, { body: user.id })
    },
    unwatch: (id, userId) =>
      unlessGone(call('DELETE', `${issuePath(id)}/watchers`, { query: { [edition.userQuery]: userId } })),
  }

  function watcherOf(user: JiraUser): TrackerWatcher[] {
    const id = user[userKey]
    return id ? [{ id, ...userOf(user) }] : []
  }

  /** A search finds by the beginning of an address or a name, so only the same address is the user. */
  async function search(email: string): Promise<TrackerWatcher | undefined> {
    const users = await usersBy(email)
    const user = users.find(({ emailAddress, active = true }) => active && emailAddress?.toLowerCase() === email)
    return user && watcherOf(user)[0]
  }

  /** None for a login that may not browse users. */
  async function usersBy(email: string): Promise<readonly JiraUser[]> {
    try {
      return await call<readonly JiraUser[]>('GET', `${edition.api}/user/search`, {
        query: { [edition.searchQuery]: email },
      })
    } catch (failure) {
      if (failure instanceof IntegrationError && failure.status === 403) return []
      throw failure
    }
  }
}
