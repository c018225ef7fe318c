import { sql } from 'kysely'
import { hashOf, newToken } from '#features/access/tokens/server/index.ts'
import { noteSignIn } from '#features/access/user-records/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { SESSION_SECONDS, sessionStarted } from '../contract.ts'
import { deviceName } from './device-name.ts'

/** Who signed in, how, and from where. */
export type SignIn = {
  readonly user: { readonly id: number; readonly fullName: string }
  readonly providerId: string
  readonly providerSession?: string | undefined
  readonly amr: readonly string[]
  /** When they proved their identity, as far as the provider says so: never the start of the session. */
  readonly provedAt?: Date | undefined
  /** session_duration_in_hours */
  readonly refreshLimit: number
  readonly address: string
  readonly userAgent: string | undefined
  readonly requestId: string
}

/** A session that has just begun; `token` goes to the browser alone. */
export type StartedSession = {
  readonly id: string
  readonly token: string
  /** The user has signed in before, but never with a device like this one. */
  readonly newDevice: string | undefined
}

/** Starts a session of an hour, with a new token whatever the browser had before. */
export async function startSession(tx: Tx, signIn: SignIn): Promise<StartedSession> {
  const token = newToken()
  const { user, providerId, amr, address } = signIn
  const device = deviceName(signIn.userAgent)
  const before = await tx
    .selectFrom('sessions')
    .select(['device'])
    .where('user_id', '=', user.id)
    .groupBy('device')
    .execute()
  const session = await tx
    .insertInto('sessions')
    .values({
      user_id: user.id,
      provider_id: providerId,
      provider_session: signIn.providerSession ?? null,
      amr: [...amr],
      authenticated_at: signIn.provedAt ?? null,
      refresh_limit: signIn.refreshLimit,
      expires_at: sql<Date>`now() + ${`${SESSION_SECONDS} seconds`}::interval`,
      ends_at: sql<Date>`now() + ${`${SESSION_SECONDS * (signIn.refreshLimit + 1)} seconds`}::interval`,
      address,
      device,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('session_tokens')
    .values({ hash: hashOf(token), session_id: session.id })
    .execute()
  await noteSignIn(tx, user.id)
  const actor = { userId: user.id, userName: user.fullName, requestId: signIn.requestId, address }
  const data = { provider: providerId, amr, device, session: session.id }
  await recordEvent(tx, sessionStarted, actor, { subject: user.id, data })
  const isKnownDevice = before.length === 0 || before.some((row) => row.device === device)
  return { id: session.id, token, newDevice: isKnownDevice ? undefined : device }
}
