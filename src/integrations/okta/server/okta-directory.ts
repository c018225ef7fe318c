import type {
  Directory,
  DirectoryConnection,
  Entry,
  SyncedTransition,
  Who,
} from '#features/users/user-management/server/index.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { oktaClient } from './okta-client.ts'
import { aboutUsers, toDirectoryEvent } from './okta-events.ts'
import type { OktaUser } from './okta-response-shapes.ts'
import { type OktaStatus, stateOfStatus } from './okta-states.ts'

type Lifecycle = SyncedTransition | 'activate' | 'reactivate' | 'reset_password' | 'reset_factors'

const USERS = '/api/v1/users'
const PAGE = 200

/** Okta as a directory: what the portal decides about users is executed there by its management API. */
export function oktaDirectory(portal: AppContext): (connection: DirectoryConnection) => Directory {
  return (connection) => {
    const okta = oktaClient(portal, connection)

    async function find({ subject, email }: Who): Promise<OktaUser | undefined> {
      if (subject === null) {
        const filter = `profile.login eq ${JSON.stringify(email)}`
        const { data } = await okta.call<OktaUser[]>('GET', USERS, { query: { filter, limit: 1 } })
        return data?.[0]
      }
      return (await okta.call<OktaUser>('GET', userPath(subject)).catch(unlessMissing))?.data
    }

    /** The user, who must exist there. */
    async function requireUser(who: Who): Promise<{ id: string; status: OktaStatus; statusChanged: Date }> {
      const user = await find(who)
      if (!user) throw new IntegrationError(`${connection.name} does not know ${who.email}.`, { fault: 'missing' })
      return { id: user.id, status: user.status, statusChanged: new Date(user.statusChanged ?? 0) }
    }

    async function move(id: string, to: Lifecycle, query = {}): Promise<void> {
      await okta.call('POST', `${userPath(id)}/lifecycle/${to}`, { query })
    }

    async function letIn(id: string, status: OktaStatus): Promise<void> {
      if (status === 'STAGED' || status === 'DEPROVISIONED') await move(id, 'activate', mailQuery)
      else if (status === 'PROVISIONED') await move(id, 'reactivate', mailQuery)
      else if (status === 'SUSPENDED') await move(id, 'unsuspend')
      else if (status === 'LOCKED_OUT') await move(id, 'unlock')
    }

    return {
      async read(who) {
        const user = await find(who)
        return user && entryOf(user)
      },

      async invite(who) {
        const user = await find(who)
        if (user) return isNew(user.status) ? letIn(user.id, user.status) : undefined
        const [firstName = '', ...rest] = who.fullName.split(' ')
        const profile = { login: who.email, email: who.email, firstName, lastName: rest.join(' ') || firstName }
        await okta.call('POST', USERS, { query: { activate: true }, body: { profile } })
      },

      async resetPassword(who, since) {
        const { id, status, statusChanged } = await requireUser(who)
        if (since && status === 'RECOVERY' && statusChanged >= since) return
        await move(id, 'reset_password', mailQuery)
      },

      async resetFactors(who) {
        await move((await requireUser(who)).id, 'reset_factors')
      },

      async reactivate(who) {
        const { id, status } = await requireUser(who)
        await letIn(id, status)
      },

      async endSessions(who) {
        const { id } = await requireUser(who)
        await okta.call('DELETE', `${userPath(id)}/sessions`, { query: { oauthTokens: true } })
      },

      async erase(who) {
        const user = await find(who)
        if (!user) return
        if (user.status !== 'DEPROVISIONED') await move(user.id, 'deactivate')
        await okta.call('DELETE', userPath(user.id))
      },

      async follow(who: Who, transition: SyncedTransition) {
        const { id, status } = await requireUser(who)
        if (!isSo[transition](status)) await move(id, transition)
      },

      async setMember(who, groupId, isMember) {
        const user = isMember ? await requireUser(who) : await find(who)
        if (!user) return
        const member = `/api/v1/groups/${encodeURIComponent(groupId)}/users/${encodeURIComponent(user.id)}`
        if (isMember) await okta.call('PUT', member)
        else await okta.call('DELETE', member).catch(unlessMissing)
      },

      async check() {
        await okta.call('GET', USERS, { query: { limit: 1 } })
      },

      async *everybody() {
        let after: string | undefined
        do {
          const query = { limit: PAGE, ...(after ? { after } : {}) }
          const page = await okta.call<OktaUser[]>('GET', USERS, { query })
          yield (page.data ?? []).map(entryOf)
          after = page.after
        } while (after)
      },

      async *eventsSince(moment) {
        const firstQuery = { since: moment.toISOString(), filter: aboutUsers, sortOrder: 'ASCENDING', limit: PAGE }
        let after: string | undefined
        do {
          const query = { ...firstQuery, ...(after ? { after } : {}) }
          const { data = [], after: next } = await okta.call<unknown[]>('GET', '/api/v1/logs', { query })
          yield data.flatMap(toDirectoryEvent)
          // The last page of the log links to a next one as well, for polling clients.
          after = data.length > 0 ? next : undefined
        } while (after)
      },
    }
  }
}

/** The query of a call after which Okta mails the user. */
const mailQuery = { sendEmail: true }

function userPath(id: string): string {
  return `${USERS}/${encodeURIComponent(id)}`
}

/** What does not exist need not be removed. */
function unlessMissing(failure: unknown): undefined {
  if (!(failure instanceof IntegrationError) || failure.fault !== 'missing') throw failure
}

/** Whether the user never had a credential. A user blocked in Okta regains access by `reactivate` alone. */
function isNew(status: OktaStatus): boolean {
  return status === 'STAGED' || status === 'PROVISIONED'
}

/** Whether there is nothing left to do. What Okta then rejects stays visibly undone. */
const isSo: Readonly<Record<SyncedTransition, (status: OktaStatus) => boolean>> = {
  suspend: (status) => status === 'SUSPENDED',
  unsuspend: (status) => status !== 'SUSPENDED',
  unlock: (status) => status !== 'LOCKED_OUT',
  deactivate: (status) => status === 'DEPROVISIONED',
}

function entryOf({ id, status, profile, lastLogin }: OktaUser): Entry {
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
