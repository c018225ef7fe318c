import { createHash, randomBytes } from 'node:crypto'
import type { Encryptor } from '#kit/server/encryption.ts'

/** A new opaque token of 256 bits; the database keeps only its hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token (SHA-256). */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * The token that replaces this one on refresh. Derived, so that two refreshes at once get the same successor though
 * nothing but hashes is stored.
 */
export function successorOf(encrypt: Encryptor, token: string): string {
  return encrypt.derive(token, 'session successor').toString('base64url')
}

/** The XSRF token that belongs to a session. */
export function csrfTokenOf(encrypt: Encryptor, sessionId: string): string {
  return encrypt.derive(sessionId, 'xsrf').toString('base64url')
}

/** That one, and the one that the browser was given before SECRET_KEY changed: nobody is put out by that. */
export function csrfTokensOf(encrypt: Encryptor, sessionId: string): readonly string[] {
  return encrypt.derivations(sessionId, 'xsrf').map((token) => token.toString('base64url'))
}
