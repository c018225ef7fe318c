import type {
  Directory,
  DirectoryConnection,
  Entry,
  SyncedTransition,
  Who,
} from '#features/users/user-management/server/index.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { components } from './okta.generated.ts'
import { oktaClient } from './okta-client.ts'
import { aboutUsers, toDirectoryEvent } from './okta-events.ts'
import { stateOfStatus } from './okta-states.ts'

type OktaUser = components['schemas']['User']
type Status = components['schemas']['UserStatus']

const PAGE = 200

/** Okta as a directory: what the portal decides about users is executed there by its management API. */
export function oktaDirectory(portal: AppContext): (connection: DirectoryConnection) => Directory {
  return (connection) => {
    const okta = oktaClient(portal, connection)

    async function find({ subject, email }: Who): Promise<OktaUser | undefined> {
      if (subject === null) {
        const filter = `profile.login eq ${JSON.stringify(email)}`
        const { data } = await okta.GET('/api/v1/users', { params: { query: { filter, limit: 1 } } })
        return data?.[0]
      }
      return (await okta.GET('/api/v1/users/{id}', { params: { path: { id: subject } } }).catch(unlessMissing))?.data
    }

    /** The user, who must exist there. */
    async function known(who: Who): Promise<{ id: string; status: Status; statusChanged: Date }> {
      const user = await find(who)
      if (!user?.id || !user.status)
        throw new IntegrationError(`${connection.name} does not know ${who.email}.`, { fault: 'missing' })
      return { id: user.id, status: user.status, statusChanged: new Date(user.statusChanged ?? 0) }
    }

    const path = (id: string) => ({ params: { path: { id } } })
    const mailed = (id: string) => ({ params: { path: { id }, query: { sendEmail: true } } })

    async function letIn(id: string, status: Status): Promise<void> {
      if (status === 'STAGED' || status === 'DEPROVISIONED')
        await okta.POST('/api/v1/users/{id}/lifecycle/activate', mailed(id))
      else if (status === 'PROVISIONED') await okta.POST('/api/v1/users/{id}/lifecycle/reactivate', mailed(id))
      else if (status === 'SUSPENDED') await okta.POST('/api/v1/users/{id}/lifecycle/unsuspend', path(id))
      else if (status === 'LOCKED_OUT') await okta.POST('/api/v1/users/{id}/lifecycle/unlock', path(id))
    }

    return {
      async read(who) {
        const user = await find(who)
        return user && entryOf(user)
      },

      async invite(who) {
        const user = await find(who)
        if (user?.id && user.status) return isNew(user.status) ? letIn(user.id, user.status) : undefined
        const [firstName = '', ...rest] = who.fullName.split(' ')
        const profile = { login: who.email, email: who.email, firstName, lastName: rest.join(' ') || firstName }
        await okta.POST('/api/v1/users', { params: { query: { activate: true } }, body: { profile } })
      },

      async resetPassword(who, since) {
        const { id, status, statusChanged } = await known(who)
        if (since && status === 'RECOVERY' && statusChanged >= since) return
        await okta.POST('/api/v1/users/{id}/lifecycle/reset_password', mailed(id))
      },

      async resetFactors(who) {
        await okta.POST('/api/v1/users/{id}/lifecycle/reset_factors', path((await known(who)).id))
      },

      async reactivate(who) {
        const { id, status } = await known(who)
        await letIn(id, status)
      },

      async endSessions(who) {
        const { id: userId } = await known(who)
        const params = { path: { userId }, query: { oauthTokens: true } }
        await okta.DELETE('/api/v1/users/{userId}/sessions', { params })
      },

      async erase(who) {
        const user = await find(who)
        if (!user?.id) return
        if (user.status !== 'DEPROVISIONED') await okta.POST('/api/v1/users/{id}/lifecycle/deactivate', path(user.id))
        await okta.DELETE('/api/v1/users/{id}', path(user.id))
      },

      async follow(who: Who, move: SyncedTransition) {
        const { id, status } = await known(who)
        if (isSo[move](status)) return
        await okta.POST(`/api/v1/users/{id}/lifecycle/${move}`, path(id))
      },

      async setMember(who, groupId, isMember) {
        const user = isMember ? await known(who) : await find(who)
        if (!user?.id) return
        const params = { path: { groupId, userId: user.id } }
        if (isMember) await okta.PUT('/api/v1/groups/{groupId}/users/{userId}', { params })
        else await okta.DELETE('/api/v1/groups/{groupId}/users/{userId}', { params }).catch(unlessMissing)
      },

      async check() {
        await okta.GET('/api/v1/users', { params: { query: { limit: 1 } } })
      },

      async *everybody() {
        let after: string | undefined
        do {
          const query = { limit: PAGE, ...(after ? { after } : {}) }
          const { data = [], response } = await okta.GET('/api/v1/users', { params: { query } })
          yield data.flatMap((user) => entryOf(user) ?? [])
          after = nextAfter(response.headers.get('link'))
        } while (after)
      },

      async *eventsSince(moment) {
        const requested = {
          since: moment.toISOString(),
          filter: aboutUsers,
          sortOrder: 'ASCENDING',
          limit: PAGE,
        } as const
        let after: string | undefined
        do {
          const query = { ...requested, ...(after ? { after } : {}) }
          const { data = [], response } = await okta.GET('/api/v1/logs', { params: { query } })
          yield data.flatMap(toDirectoryEvent)
          // The last page of the log links to a next one as well, for polling clients.
          after = data.length > 0 ? nextAfter(response.headers.get('link')) : undefined
        } while (after)
      },
    }
  }
}

/** What does not exist need not be removed. */
function unlessMissing(failure: unknown): undefined {
  if (!(failure instanceof IntegrationError) || failure.fault !== 'missing') throw failure
}

/** Whether the user never had a credential. A user blocked in Okta regains access by `reactivate` alone. */
function isNew(status: Status): boolean {
  return status === 'STAGED' || status === 'PROVISIONED'
}

/** Whether there is nothing left to do. What Okta then rejects stays visibly undone. */
const isSo: Readonly<Record<SyncedTransition, (status: Status) => boolean>> = {
  suspend: (status) => status === 'SUSPENDED',
  unsuspend: (status) => status !== 'SUSPENDED',
  unlock: (status) => status !== 'LOCKED_OUT',
  deactivate: (status) => status === 'DEPROVISIONED',
}

function entryOf({ id, status, profile, lastLogin }: OktaUser): Entry | undefined {
  if (!id || !status) return undefined
  return {
    subject: id,
    state: stateOfStatus[status],
    fullName: nameOf(profile ?? {}),
    lastLogin: lastLogin ? new Date(lastLogin) : null,
  }
}

/** A name as users here have one: a line of 200 characters at most. */
function nameOf({ firstName, lastName }: NonNullable<OktaUser['profile']>): string | null {
  const line = `${firstName ?? ''} ${lastName ?? ''}`.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.slice(0, 200) || null
}

/** The cursor of the next page, from a Link header (RFC 8288). */
function nextAfter(link: string | null): string | undefined {
  const next = /<([^<>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]
  return (next && URL.parse(next)?.searchParams.get('after')) || undefined
}
