import * as openid from 'openid-client'
import { OutboundRequestBlocked } from '#kit/server/outbound.ts'
import type { AttemptStep, Values } from '../attempts/attempt-log.ts'
import type { OpenIdSettings } from '../providers.ts'
import { EndpointInvalid } from '../relying-party.ts'

type Detail = { readonly [name: string]: unknown }

/** What is wrong when a provider's discovery document could not be read. */
export function diagnoseDiscovery(failure: unknown, { issuer }: OpenIdSettings): AttemptStep {
  const step = 'discovery'
  const blockedRequest = causes(failure).find((one) => one instanceof OutboundRequestBlocked)
  if (blockedRequest)
    return { step, failed: true, finding: 'unreachable', values: { issuer, reason: blockedRequest.message } }
  if (failure instanceof EndpointInvalid) {
    const { endpoint, actual } = failure
    return { step, failed: true, finding: 'endpoint-invalid', values: { issuer, endpoint, actual } }
  }
  const code = (failure as { code?: string }).code
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') {
    const { body } = detailOf(failure) as { body?: Detail }
    return {
      step,
      failed: true,
      finding: 'issuer-mismatch',
      values: { expected: issuer, actual: String(body?.issuer) },
    }
  }
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || code === 'OAUTH_RESPONSE_IS_NOT_JSON' || code === 'OAUTH_PARSE_ERROR')
    return { step, failed: true, finding: 'discovery-not-found', values: { issuer } }
  return { step, failed: true, finding: 'unreachable', values: { issuer, reason: reasonOf(failure) } }
}

/** What is wrong when the return from a provider did not give valid claims. */
export function diagnoseCodeExchange(failure: unknown, { issuer, clientId }: OpenIdSettings): AttemptStep {
  if (failure instanceof openid.AuthorizationResponseError)
    return {
      step: 'return',
      failed: true,
      finding: 'provider-error',
      values: { error: failure.error, reason: failure.error_description ?? '' },
    }
  // The provider accepted the client id and returned a code, so the secret is wrong.
  if (isClientRejected(failure))
    return { step: 'token', failed: true, finding: 'secret-rejected', values: { clientId } }
  if (failure instanceof openid.ResponseBodyError)
    return failure.error === 'invalid_grant'
      ? { step: 'token', failed: true, finding: 'code-rejected' }
      : { step: 'token', failed: true, finding: 'provider-error', values: { error: failure.error, reason: '' } }
  const { claim, claims, now } = detailOf(failure) as { claim?: string; claims?: Detail; now?: number }
  switch ((failure as { code?: string }).code) {
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      return { step: 'claims', failed: true, ...wrongClaim(claim, claims, { issuer, clientId }) }
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return { step: 'claims', failed: true, ...wrongTime(claim, claims, now) }
    case 'OAUTH_KEY_SELECTION_FAILED':
      return { step: 'signature', failed: true, finding: 'key-unknown' }
    default:
  }
  const reason = reasonOf(failure)
  if (/signature verification failed/.test(reason))
    return { step: 'signature', failed: true, finding: 'key-unknown', values: { reason } }
  if (/"iss"/.test(reason))
    return { step: 'return', failed: true, finding: 'token-issuer-wrong', values: { expected: issuer, actual: '' } }
  const unreachable = causes(failure).find(
    (one) => one instanceof OutboundRequestBlocked || one.message === 'fetch failed',
  )
  return unreachable
    ? { step: 'token', failed: true, finding: 'unreachable', values: { issuer, reason: unreachable.message } }
    : { step: 'token', failed: true, finding: 'answer-malformed', values: { reason } }
}

/** Whether the provider does not accept the portal's client credentials (RFC 6749 §5.2, invalid_client). */
export function isClientRejected(failure: unknown): boolean {
  if (failure instanceof openid.WWWAuthenticateChallengeError) return failure.status === 401
  return failure instanceof openid.ResponseBodyError && /^(invalid|unauthorized)_client$/.test(failure.error)
}

function wrongClaim(
  claim: string | undefined,
  claims: Detail | undefined,
  { issuer, clientId }: Pick<OpenIdSettings, 'issuer' | 'clientId'>,
): Pick<AttemptStep, 'finding' | 'values'> {
  const actual = claim ? String(claims?.[claim] ?? '') : ''
  if (claim === 'nonce') return { finding: 'nonce-wrong' }
  if (claim === 'iss') return { finding: 'token-issuer-wrong', values: { expected: issuer, actual } }
  return { finding: 'audience-wrong', values: { expected: clientId, actual } }
}

function wrongTime(
  claim: string | undefined,
  claims: Detail | undefined,
  now: number | undefined,
): Pick<AttemptStep, 'finding' | 'values'> {
  const away = Math.abs(Number(now) - Number(claim ? claims?.[claim] : undefined))
  const values: Values = Number.isFinite(away) ? { seconds: String(Math.round(away)) } : { seconds: '60' }
  return { finding: claim === 'nbf' ? 'not-yet-valid' : 'expired', values }
}

/** The library puts the reason of a failed check into the cause of its cause. */
function detailOf(failure: unknown): Detail {
  const causeWithDetail = causes(failure).find(
    (one) => one.cause && typeof one.cause === 'object' && !(one.cause instanceof Error),
  )
  return (causeWithDetail?.cause ?? {}) as Detail
}

function causes(failure: unknown): Error[] {
  const all: Error[] = []
  for (let one = failure; one instanceof Error && all.length < 6; one = one.cause) all.push(one)
  return all
}

/** The innermost message, which is the most specific. */
function reasonOf(failure: unknown): string {
  const all = causes(failure)
  return all.at(-1)?.message ?? 'unknown'
}
