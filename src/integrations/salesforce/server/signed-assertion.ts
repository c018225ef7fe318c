import { createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'

/** Salesforce accepts an assertion for at most three minutes. */
const VALID = '3m'

/** A JWT that signs a user in to a connected app (RFC 7523). */
export function signedAssertion(login: {
  readonly url: string
  readonly clientId: string
  readonly username: string
  readonly privateKey: string
}): Promise<string> {
  const { url, clientId, username, privateKey } = login
  return new SignJWT()
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(clientId)
    .setSubject(username)
    .setAudience(url)
    .setExpirationTime(VALID)
    .sign(keyOf(privateKey))
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
