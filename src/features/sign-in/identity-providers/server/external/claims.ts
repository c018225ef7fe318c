import type { IDToken, UserInfoResponse } from 'openid-client'
import { normaliseEmail } from '#kit/contract/email-address.ts'
import type { ClaimMapping } from '../../contract.ts'

/** What a provider asserts about the user who signed in there, whatever its protocol. */
export type Claims = {
  /** Identifies the user permanently, together with the issuer. */
  readonly subject: string
  readonly email: string | undefined
  readonly emailVerified: boolean
  readonly name: string | undefined
  readonly groups: readonly string[]
  /** The provider's own session id, by which it can end ours. */
  readonly session: string | undefined
  readonly amr: readonly string[]
  /** When the user proved their identity there (milliseconds); undefined when the provider does not say. */
  readonly provedAt: number | undefined
}

/**
 * Reads an ID token and the claims of userinfo. The e-mail is verified only when the provider asserts so of this very
 * address.
 */
export function claimsOfToken(token: IDToken | UserInfoResponse, mapping: ClaimMapping): Claims {
  const own = token as Readonly<Record<string, unknown>>
  const email = textOf(own[mapping.email ?? 'email'])
  return {
    subject: token.sub,
    email: email === undefined ? undefined : normaliseEmail(email),
    emailVerified: own.email_verified === true && email === textOf(own.email),
    name: textOf(own[mapping.name ?? 'name']),
    groups: listOf(own[mapping.groups ?? 'groups']),
    session: textOf(own.sid),
    amr: listOf(own.amr),
    provedAt: typeof own.auth_time === 'number' ? own.auth_time * 1_000 : undefined,
  }
}

/** Attribute names that SAML providers use by default for the e-mail address, the name and the groups. */
const usual = {
  email: [
    'email',
    'mail',
    'emailAddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  ],
  name: [
    'displayName',
    'name',
    'cn',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
  ],
  groups: ['groups', 'memberOf', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'],
} as const

/**
 * Reads the attributes of a SAML assertion with a valid signature: the provider asserts all of it, the address too.
 */
export function claimsOfAssertion(assertion: Assertion, mapping: ClaimMapping): Claims {
  const { nameID, sessionIndex, attributes, provedAt } = assertion
  const first = (wanted: string | null | undefined, names: readonly string[]) =>
    (wanted ? [wanted] : names).map((name) => attributes[name]).find((value) => value !== undefined)
  const email = textOf(first(mapping.email, usual.email)) ?? (nameID.includes('@') ? nameID : undefined)
  return {
    subject: nameID,
    email: email === undefined ? undefined : normaliseEmail(email),
    emailVerified: true,
    name: textOf(first(mapping.name, usual.name)),
    groups: listOf(first(mapping.groups, usual.groups)),
    session: sessionIndex,
    amr: ['saml'],
    provedAt,
  }
}

type Assertion = {
  readonly nameID: string
  readonly sessionIndex: string | undefined
  readonly provedAt: number | undefined
  readonly attributes: Readonly<Record<string, unknown>>
}

function textOf(value: unknown): string | undefined {
  const one = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' && one.trim() !== '' ? one.trim().slice(0, 320) : undefined
}

function listOf(value: unknown): string[] {
  const all = Array.isArray(value) ? value : [value]
  return all.filter((one): one is string => typeof one === 'string' && one !== '').slice(0, 500)
}
