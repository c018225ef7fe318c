import { sql } from 'kysely'
import { sessionHours } from '#features/access/sessions/server/index.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { runPrepared } from '#kit/server/prepared.ts'
import type { Session } from '#kit/server/session.ts'
import type { Me } from '../contract.ts'
import { trustedLinkHosts } from './trusted-link-hosts.ts'

/** The user of a session, as `GET /api/users/me` shows it. */
export async function readUser(
  { db, pool, config, settings }: Pick<AppContext, 'db' | 'pool' | 'config' | 'settings'>,
  session: Session,
): Promise<Me> {
  const user = await rowOf({ db, pool }, session)
  const id = String(user.id)
  const endsAt = user.expires_at ?? session.expiresAt
  return {
    id,
    userId: id,
    username: user.email,
    fullName: user.full_name,
    jobTitle: user.job_title,
    manager: user.manager_email,
    userState: user.state as Me['userState'],
    userAcl: aclOf(session),
    assignedAccounts: [...session.actor.assignedAccounts],
    viewOnlyAccounts: session.actor.roles.filter(({ viewOnly }) => viewOnly).map(({ account }) => account),
    expires_in: Math.max(0, Math.floor((endsAt.getTime() - Date.now()) / 1000)),
    session_duration_in_hours: user.refresh_limit ?? settings.valueOf(sessionHours),
    refresh_count: user.refresh_count ?? 0,
    impersonateMode: session.impersonator
      ? {
          impersonator: { id: String(session.impersonator.id), fullName: session.impersonator.fullName },
          reason: user.impersonation_reason ?? '',
          readOnly: session.readOnly,
          endsAt: (user.ends_at ?? endsAt).toISOString(),
        }
      : null,
    provider: user.provider_id ?? null,
    portalName: config.portalName,
    vendor: config.vendor,
    passwordPolicy: config.passwordPolicy,
    trustedLinkHosts: [...settings.valueOf(trustedLinkHosts)],
    demo: config.demo,
  }
}

/** A user, and their session where it is one of a browser. */
type Row = {
  readonly id: number
  readonly email: string
  readonly full_name: string
  readonly job_title: string | null
  readonly manager_email: string | null
  readonly state: string
  readonly refresh_count: number | null
  readonly refresh_limit: number | null
  readonly expires_at: Date | null
  readonly ends_at: Date | null
  readonly provider_id: string | null
  readonly impersonation_reason: string | null
}

async function rowOf({ db, pool }: Pick<AppContext, 'db' | 'pool'>, { userId, sessionId }: Session): Promise<Row> {
  const meQuery = sql<Row>`
    select u.id, u.email, u.full_name, u.job_title, u.manager_email, u.state,
      s.refresh_count, s.refresh_limit, s.expires_at, s.ends_at, s.provider_id, s.impersonation_reason
    from users u left join sessions s on s.id = ${sessionId ?? null}::uuid where u.id = ${userId}`
  const [row] = await runPrepared(pool, meQuery.compile(db))
  return row!
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
