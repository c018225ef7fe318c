import type { Encryptor } from '#kit/server/encryption.ts'

/**
 * The token that replaces this one on refresh. It is derived, so that two refreshes at once get the same successor
 * although only hashes are stored.
 */
export function successorOf(encrypt: Encryptor, token: string): string {
  return encrypt.derive(token, 'session successor').toString('base64url')
}

/** The XSRF token of a session. */
export function csrfTokenOf(encrypt: Encryptor, sessionId: string): string {
  return encrypt.derive(sessionId, 'xsrf').toString('base64url')
}

/** That token, and the one issued before SECRET_KEY changed, so that a key change disturbs no user. */
export function csrfTokensOf(encrypt: Encryptor, sessionId: string): readonly string[] {
  return encrypt.derivations(sessionId, 'xsrf').map((token) => token.toString('base64url'))
}
