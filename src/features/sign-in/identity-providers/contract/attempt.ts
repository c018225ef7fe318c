import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { topic } from '#kit/contract/topic.ts'

/** Read, set up and test the identity providers. */
export const manageProviders = permission('idp:manage', roles('ADMIN', 'CENTRAL'))

/** The steps of a sign-in through an external provider, in order. */
export const attemptSteps = [
  'discovery',
  'authorization',
  'return',
  'token',
  'signature',
  'claims',
  'person',
  'session',
] as const
export type Step = (typeof attemptSteps)[number]

/**
 * Everything that can be wrong with a sign-in, and the setting to correct: one of the provider here, or something to
 * correct elsewhere (`there` at the provider, `clock`, `person`, `domain-list`).
 */
export const signInIssues = {
  incomplete: 'type',
  disabled: 'enabled',
  unreachable: 'issuer',
  'discovery-not-found': 'issuer',
  'issuer-mismatch': 'issuer',
  'endpoint-invalid': 'there',
  'token-issuer-wrong': 'issuer',
  'client-rejected': 'clientId',
  'secret-rejected': 'clientSecret',
  'audience-wrong': 'clientId',
  'not-returned': 'clientId',
  'provider-error': 'there',
  'code-rejected': 'there',
  'nonce-wrong': 'there',
  'key-unknown': 'there',
  'answer-malformed': 'there',
  'response-unrequested': 'there',
  'not-decrypted': 'there',
  'not-signed': 'there',
  'signature-weak': 'there',
  'subject-transient': 'there',
  'signature-wrong': 'certificates',
  'certificate-expired': 'certificates',
  'saml-audience-wrong': 'entityId',
  'recipient-wrong': 'there',
  expired: 'clock',
  'not-yet-valid': 'clock',
  'clock-skew': 'clock',
  'proof-time-missing': 'there',
  'proof-too-old': 'there',
  'email-missing': 'claimMapping',
  'email-unverified': 'there',
  'email-verification-missing': 'trustsRoutedAddresses',
  'domain-not-routed': 'domains',
  'domain-forbidden': 'domain-list',
  'user-unknown': 'allowUserCreation',
  'user-elsewhere': 'person',
  'subject-changed': 'person',
  'user-inactive': 'person',
  'no-account': 'domain-list',
  'several-accounts': 'domain-list',
  'seats-taken': 'person',
  'groups-overage': 'there',
  'groups-missing': 'there',
  'no-role-mapped': 'claimMapping',
  'last-administrator': 'claimMapping',
} as const
export type SignInIssue = keyof typeof signInIssues

const finding = z.enum(Object.keys(signInIssues) as [SignInIssue, ...SignInIssue[]])

/**
 * A sign-in through an external provider as far as it got. `values` fill the placeholders of a finding; never a code,
 * token or secret.
 */
export const SignInAttempt = z.object({
  id: z.string(),
  provider: z.string(),
  kind: z.enum(['SIGN_IN', 'TEST']),
  email: z.nullable(z.string()),
  domain: z.nullable(z.string()),
  outcome: z.enum(['UNDER_WAY', 'SIGNED_IN', 'REJECTED', 'TESTED']),
  steps: z.array(
    z.object({
      step: z.enum(attemptSteps),
      /** False where the sign-in ended; a finding of a step that succeeded is a remark. */
      ok: z.boolean(),
      at: z.iso.datetime(),
      finding: z.nullable(finding),
      values: z.record(z.string(), z.string()),
    }),
  ),
  at: z.iso.datetime(),
})
export type SignInAttempt = z.output<typeof SignInAttempt>

/** A sign-in reached another step. */
export const attemptsChanged = topic({
  destination: '/topic/authentication/attempts',
  summary: 'A sign-in through an external identity provider reached the next step',
  guard: manageProviders,
  message: z.object({ attempt: z.string(), provider: z.string() }),
})

/** The reference that users quote so that administrators find the attempt. */
export function referenceOf(attempt: string): string {
  return attempt.slice(0, 8)
}
