import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'

/** Salesforce accepts an assertion for at most three minutes. */
const VALID_SECONDS = 180

/** A JWT that signs a user in to a connected app (RFC 7523), signed with RS256. */
export function signedAssertion(login: {
  readonly url: string
  readonly clientId: string
  readonly username: string
  readonly privateKey: string
}): string {
  const { url, clientId, username, privateKey } = login
  const claims = { iss: clientId, sub: username, aud: url, exp: Math.floor(Date.now() / 1000) + VALID_SECONDS }
  const text = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), keyOf(privateKey)).toString('base64url')}`
}

/** A field of one line loses the line breaks of a PEM file. */
function keyOf(pem: string): KeyObject {
  const [, kind = 'PRIVATE KEY', content = ''] = /-----BEGIN ([A-Z ]{1,30})-----([^-]*)-----END/.exec(pem) ?? []
  const lines = content.replace(/\s/g, '').match(/.{1,64}/g) ?? []
  try {
    const key = createPrivateKey([`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`, ''].join('\n'))
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // Reported below, without the key.
  }
  throw new IntegrationError('The private key for Salesforce is not an RSA key in PEM form. Check its settings.', {
    fault: 'credentials',
  })
}
