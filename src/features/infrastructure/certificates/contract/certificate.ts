import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { notBlank } from '#kit/contract/one-line.ts'
import { permission } from '#kit/contract/permission.ts'

/** See, sign and revoke the certificates of accounts. */
export const signCertificates = permission(
  'certificate:sign',
  'Sign and revoke certificates',
  roles('ADMIN', 'CENTRAL'),
  roles('MANAGER'),
)

/** What the key is for: a server, a client, or both ends of a connection. */
export const certificateProfiles = ['SERVER', 'CLIENT', 'BOTH'] as const
export const certificateStates = ['VALID', 'EXPIRED', 'REVOKED'] as const
/** Reasons of RFC 5280, 5.3.1. */
export const revocationReasons = [
  'UNSPECIFIED',
  'KEY_COMPROMISE',
  'AFFILIATION_CHANGED',
  'SUPERSEDED',
  'CESSATION_OF_OPERATION',
] as const
export const LONGEST_YEARS = 10

export const Certificate = z.object({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  profile: z.enum(certificateProfiles),
  state: z.enum(certificateStates),
  /** Hexadecimal. */
  serialNumber: z.string(),
  subject: z.string(),
  /** Subject alternative names, as `type:value`. */
  names: z.array(z.string()),
  /** For example RSA 2048 or P-256. */
  key: z.string(),
  notBefore: z.iso.datetime(),
  notAfter: z.iso.datetime(),
  /** Whole days until it expires; 0 when it has. */
  daysLeft: z.int(),
  /** The certificate and the issuing CA's. */
  pem: z.string(),
  revoked: z.nullable(z.iso.datetime()),
  reason: z.nullable(z.enum(revocationReasons)),
  created: z.iso.datetime(),
  createdBy: UserRef,
})
export type Certificate = z.output<typeof Certificate>

/** A request as it is judged before it is signed. */
export const RequestCheck = z.object({
  /** Why it is not signed; null when it is. `line` is that of the PEM text, from 1. */
  flaw: z.nullable(z.object({ message: z.string(), line: z.nullable(z.int()) })),
  /** What the request asks for; null when it cannot be read. */
  asked: z.nullable(
    z.object({ subject: z.string(), names: z.array(z.string()), key: z.string(), extensions: z.array(z.string()) }),
  ),
  /** What will be in the certificate; null when it is not signed. */
  issued: z.nullable(
    z.object({
      subject: z.string(),
      names: z.array(z.string()),
      extensions: z.array(z.string()),
      notAfter: z.iso.datetime(),
    }),
  ),
  /** Asked for and left out. */
  leftOut: z.array(z.string()),
})
export type RequestCheck = z.output<typeof RequestCheck>

const account = z.string().check(z.minLength(1), z.maxLength(32))
export const accountQuery = z.strictObject({ account })
const order = {
  lifetimeYears: z.int().check(z.minimum(1), z.maximum(LONGEST_YEARS)),
  /** A PKCS #10 request in PEM (RFC 7468). */
  csr: z.string().check(z.minLength(1), z.maxLength(20_000)),
  profile: z._default(z.optional(z.enum(certificateProfiles)), 'SERVER'),
}
export const certificateOrder = z.strictObject({
  name: z.string().check(notBlank, z.maxLength(100)),
  ...order,
})
export const requestToCheck = z.strictObject(order)
export const revocation = z.strictObject({ reason: z.enum(revocationReasons) })
