import type { AttemptStep } from '../attempts/attempt-log.ts'

/** A signed assertion as the library reads it from the canonical text that the signature covers. */
export type SignedAssertion = {
  readonly AuthnStatement?: readonly { readonly $?: { readonly AuthnInstant?: string } }[]
  readonly Issuer?: readonly { readonly _?: string }[]
  readonly Subject?: readonly {
    readonly NameID?: readonly { readonly _?: string; readonly $?: { readonly Format?: string } }[]
    readonly SubjectConfirmation?: readonly Confirmation[]
  }[]
}
type Confirmation = {
  readonly $?: { readonly Method?: string }
  readonly SubjectConfirmationData?: readonly {
    readonly $?: {
      readonly Recipient?: string
      readonly InResponseTo?: string
      readonly NotOnOrAfter?: string
      readonly NotBefore?: string
    }
  }[]
}

type ExpectedAssertion = { readonly issuer: string; readonly recipient: string; readonly requestId: string }

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const CLOCK_SKEW_MS = 60_000

/**
 * What is wrong with an assertion with valid signature, audience and time, by SAML 2.0 Profiles §4.1.4.3: it is the
 * provider's own, and a bearer confirmation names this address, this request, and a time that is not over.
 */
export function findAssertionError(
  assertion: SignedAssertion,
  { issuer, recipient, requestId }: ExpectedAssertion,
): AttemptStep | undefined {
  const from = assertion.Issuer?.[0]?._?.trim() ?? ''
  if (from !== issuer)
    return { step: 'claims', failed: true, finding: 'token-issuer-wrong', values: { expected: issuer, actual: from } }
  const subject = assertion.Subject?.[0]
  const bearers = (subject?.SubjectConfirmation ?? [])
    .filter(({ $ }) => $?.Method === BEARER)
    .map(({ SubjectConfirmationData }) => SubjectConfirmationData?.[0]?.$ ?? {})
  const ours = bearers.filter(({ Recipient }) => Recipient === recipient)
  if (ours.length === 0) {
    const values = { expected: recipient, actual: bearers[0]?.Recipient ?? '' }
    return { step: 'claims', failed: true, finding: 'recipient-wrong', values }
  }
  const requestedConfirmations = ours.filter(({ InResponseTo }) => InResponseTo === requestId)
  if (requestedConfirmations.length === 0) return { step: 'claims', failed: true, finding: 'response-unrequested' }
  if (!requestedConfirmations.some(({ NotOnOrAfter }) => Date.parse(NotOnOrAfter ?? '') + CLOCK_SKEW_MS > Date.now()))
    return { step: 'claims', failed: true, finding: 'expired', values: { seconds: '60' } }
  const nameId = subject?.NameID?.[0]
  if (nameId?.$?.Format === TRANSIENT) return { step: 'claims', failed: true, finding: 'subject-transient' }
  if (!nameId?._?.trim())
    return { step: 'claims', failed: true, finding: 'answer-malformed', values: { reason: 'it names nobody' } }
  return undefined
}

/** When the user proved their identity to the provider (milliseconds): the latest of its statements, if it makes one. */
export function authenticationTimeOf({ AuthnStatement = [] }: SignedAssertion): number | undefined {
  const times = AuthnStatement.map(({ $ }) => Date.parse($?.AuthnInstant ?? '')).filter(Number.isFinite)
  return times.length > 0 ? Math.max(...times) : undefined
}
