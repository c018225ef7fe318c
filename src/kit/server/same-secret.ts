import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Whether two secrets, signatures or tokens are the same, in a time that says nothing of where they differ or of their
 * lengths. Texts are compared as UTF-8.
 */
export function sameSecret(one: string | Buffer, other: string | Buffer): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other))
}

function digestOf(secret: string | Buffer): Buffer {
  return createHash('sha256').update(secret).digest()
}
