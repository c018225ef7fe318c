import { createHash } from 'node:crypto'

/** Recognises a text that both sides have. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
