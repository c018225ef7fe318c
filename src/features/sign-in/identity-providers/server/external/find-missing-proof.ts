import type { AttemptStep } from '../attempts/attempt-log.ts'
import type { Claims } from './claims.ts'

const CLOCK_SKEW_MS = 60_000

/**
 * What a response lacks that was to prove that the user was asked again: its time of authentication (`auth_time` with
 * `max_age`, OpenID Connect Core 3.1.2.1; `AuthnInstant` with `ForceAuthn`, SAML 2.0 Core 3.4.1) must not be before the
 * request. That a provider was asked proves nothing: many ignore it.
 */
export function findMissingProof({ provedAt }: Pick<Claims, 'provedAt'>, askedAt: number): AttemptStep | undefined {
  if (provedAt === undefined) return { step: 'claims', finding: 'proof-time-missing' }
  if (provedAt + CLOCK_SKEW_MS >= askedAt) return undefined
  const minutes = String(Math.round((askedAt - provedAt) / 60_000))
  return { step: 'claims', finding: 'proof-too-old', values: { minutes } }
}
