import * as z from 'zod/mini'
import { customerRoles, isVendorRole, roles } from '#features/access/roles/contract.ts'
import type { MappedRole } from '#features/users/role-assignment/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { topic } from '#kit/contract/topic.ts'
import { pageTexts } from './texts.ts'

/** Read, set up and test the identity providers. */
export const manageProviders = permission('idp:manage', 'Set up identity providers', roles('ADMIN', 'CENTRAL'))

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

const claimName = z.nullable(z.string().check(z.minLength(1), z.maxLength(200)))

/**
 * Which claims (SAML: attributes) identify the user, null for the usual ones, and which groups give which role: `ROLE`
 * for vendor roles, `ROLE:account` for customer roles. A group without a role has the name of the role itself.
 */
export const ClaimMapping = z.strictObject({
  email: z.optional(claimName),
  name: z.optional(claimName),
  groups: z.optional(claimName),
  roles: z.optional(
    z
      .array(
        z.strictObject({
          group: z.string().check(z.minLength(1), z.maxLength(200)),
          role: z.optional(z.nullable(z.string().check(z.maxLength(80)))),
        }),
      )
      .check(z.maxLength(200)),
  ),
})
export type ClaimMapping = z.output<typeof ClaimMapping>

/** Reads the role of a mapping's row; null when it is none, or when it lacks its account or has one too many. */
export function mappedRole({ group, role }: { group: string; role?: string | null | undefined }): MappedRole | null {
  const [, name = '', account] = /^([A-Z_]{1,40})(?::([a-z0-9-]{1,32}))?$/.exec((role ?? group).trim()) ?? []
  if (isVendorRole(name)) return account === undefined ? { role: name, account: null } : null
  return Object.hasOwn(customerRoles, name) && account !== undefined ? { role: name, account } : null
}

/** Every text of the sign-in pages, which the server renders itself. */
export const signInTexts = pageTexts
