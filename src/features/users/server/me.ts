import type { Database } from '#kit/server/database.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import type { Session } from '#kit/server/session.ts'
import type { Me } from '../contract.ts'

/** The person behind a session, as `GET /api/users/me` tells it. */
export async function readPerson(
  db: Database,
  session: Session,
  config: Pick<PortalConfig, 'sessionHours' | 'vendor' | 'demo'>,
): Promise<Me> {
  const [person, own] = await Promise.all([personOf(db, session), sessionOf(db, session)])
  const id = String(person.id)
  const endsAt = own?.expires_at ?? session.expiresAt
  return {
    id,
    userId: id,
    username: person.email,
    fullName: person.full_name,
    jobTitle: person.job_title,
    manager: person.manager_email,
    userState: person.state as Me['userState'],
    userAcl: aclOf(session),
    assignedAccounts: [...session.actor.assignedAccounts],
    viewOnlyAccounts: session.actor.roles.filter(({ viewOnly }) => viewOnly).map(({ account }) => account),
    expires_in: Math.max(0, Math.floor((endsAt.getTime() - Date.now()) / 1000)),
    session_duration_in_hours: own?.refresh_limit ?? config.sessionHours,
    refresh_count: own?.refresh_count ?? 0,
    impersonateMode: session.impersonator
      ? {
          impersonator: { id: String(session.impersonator.id), fullName: session.impersonator.fullName },
          reason: own?.impersonation_reason ?? '',
          readOnly: session.readOnly,
          endsAt: (own?.ends_at ?? endsAt).toISOString(),
        }
      : null,
    provider: own?.provider_id ?? null,
    vendor: config.vendor,
    demo: config.demo,
  }
}

function personOf(db: Database, { personId }: Session) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'job_title', 'manager_email', 'state'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
}

async function sessionOf(db: Database, { sessionId }: Session) {
  if (!sessionId) return undefined
  return db
    .selectFrom('sessions')
    .select(['refresh_count', 'refresh_limit', 'expires_at', 'ends_at', 'provider_id', 'impersonation_reason'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
}

function aclOf({ actor }: Session): Me['userAcl'] {
  const groupsByRole: Record<string, string[]> = {}
  const rolesByGroup: Record<string, string[]> = {}
  for (const { role, account } of actor.roles) {
    groupsByRole[role] = [...(groupsByRole[role] ?? []), account]
    rolesByGroup[account] = [...(rolesByGroup[account] ?? []), role]
  }
  return { groupsByRole, rolesByGroup }
}
