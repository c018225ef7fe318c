import { normaliseEmail } from '#kit/contract/email-address.ts'
import type { ClaimMapping } from '../../contract.ts'

/** What a provider asserts about the user who signed in there, whatever its protocol. */
export type Claims = {
  /** Identifies the user permanently, together with the issuer. */
  readonly subject: string
  readonly email: string | undefined
  /** Undefined where the provider does not say. */
  readonly emailVerified: boolean | undefined
  readonly name: string | undefined
  /** Undefined where the provider does not list all of them: that says nothing about the groups of the user. */
  readonly groups: readonly string[] | undefined
  /** The provider has too many groups to list, and names another place instead. */
  readonly groupsElsewhere: boolean
  /** The provider's own session id, by which it can end ours. */
  readonly session: string | undefined
  readonly amr: readonly string[]
  /** When the user proved their identity there (milliseconds); undefined when the provider does not say. */
  readonly provedAt: number | undefined
}

/** What a token or userinfo says. */
export type TokenClaims = { readonly sub: string; readonly [claim: string]: unknown }

/** Reads an ID token, or what it and userinfo say together. */
export function claimsOfToken(own: TokenClaims, mapping: ClaimMapping): Claims {
  const email = textOf(own[mapping.email ?? 'email'])
  return {
    subject: own.sub,
    email: email === undefined ? undefined : normaliseEmail(email),
    emailVerified: email === textOf(own.email) ? verifiedOf(own.email_verified) : undefined,
    name: textOf(own[mapping.name ?? 'name']),
    ...groupsOf(own, mapping.groups ?? 'groups'),
    session: textOf(own.sid),
    amr: listOf(own.amr) ?? [],
    provedAt: typeof own.auth_time === 'number' ? own.auth_time * 1_000 : undefined,
  }
}

/** With more than 150 groups Microsoft Entra sends this SAML attribute instead of them. */
const GROUPS_LINK = 'http://schemas.microsoft.com/claims/groups.link'

/** Attribute names that SAML providers use by default for the e-mail address, the name and the groups. */
const usualNames = {
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
  const first = (wantedName: string | null | undefined, names: readonly string[]) =>
    (wantedName ? [wantedName] : names).map((name) => attributes[name]).find((value) => value !== undefined)
  const email = textOf(first(mapping.email, usualNames.email)) ?? (nameID.includes('@') ? nameID : undefined)
  return {
    subject: nameID,
    email: email === undefined ? undefined : normaliseEmail(email),
    emailVerified: true,
    name: textOf(first(mapping.name, usualNames.name)),
    groups: listOf(first(mapping.groups, usualNames.groups)),
    groupsElsewhere: attributes[GROUPS_LINK] !== undefined,
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

/** All of a list, or of one value; undefined where it is missing, or has parts that cannot be read. */
function listOf(value: unknown): string[] | undefined {
  const all = Array.isArray(value) ? value : [value]
  return all.every((one) => typeof one === 'string') ? all.filter((one) => one !== '') : undefined
}

/** Many providers write the value as text. What is neither true nor missing is not verified. */
function verifiedOf(value: unknown): boolean | undefined {
  return value === undefined || value === null ? undefined : value === true || value === 'true'
}

/**
 * The groups of a token. A provider with too many of them names the claim among those that are found elsewhere (OpenID
 * Connect Core 5.6.2), or says only that there are some (`hasgroups` of Microsoft Entra).
 */
function groupsOf(own: Readonly<Record<string, unknown>>, name: string): Pick<Claims, 'groups' | 'groupsElsewhere'> {
  const elsewhere = own._claim_names
  const isNamed = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, name)
  const groupsElsewhere = isNamed || own.hasgroups === true || own.hasgroups === 'true'
  return { groups: groupsElsewhere ? undefined : listOf(own[name]), groupsElsewhere }
}
