import { type RawBuilder, sql } from 'kysely'
import { isEmail, normaliseEmail } from '#kit/contract/email-address.ts'
import type { Provider } from '../providers.ts'

/**
 * Whether a stored subject is this one: the same text, and of SAML providers that use addresses the same address, as
 * some send it in another case the next time. The subject of OpenID Connect is never an address, whatever it looks like.
 */
export function isSameSubject(
  { saml }: Pick<Provider, 'saml'>,
  storedSubject: string | null,
  subject: string,
): boolean {
  return (
    storedSubject === subject ||
    (saml !== undefined && isEmail(subject) && addressOf(storedSubject ?? '') === addressOf(subject))
  )
}

/** The same as a condition on `users`. */
export function sameSubject({ saml }: Pick<Provider, 'saml'>, subject: string): RawBuilder<boolean> {
  return saml && isEmail(subject)
    ? sql<boolean>`lower(subject) = ${addressOf(subject)}`
    : sql<boolean>`subject = ${subject}`
}

function addressOf(text: string): string {
  return normaliseEmail(text)
}
