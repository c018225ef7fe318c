import * as z from 'zod/mini'
import { oneLine } from '#kit/contract/one-line.ts'

/** A page of the portal (`/…`), or an address of the web without user name and password. */
export const link = oneLine(2000).check(
  z.minLength(1),
  z.refine(isLink, { error: 'must be a page of the portal (/…) or an https address without user name and password' }),
)

/** Whether a browser opens it as a page of the portal or of another site, and as nothing else. */
export function isLink(value: string): boolean {
  if (/[\s\\]/.test(value)) return false
  if (value.startsWith('/')) return !value.startsWith('//')
  if (!/^https?:\/\//i.test(value)) return false
  try {
    const { username, password, hostname } = new URL(value)
    return username === '' && password === '' && hostname !== ''
  } catch {
    return false
  }
}

const name = z.string().check(z.regex(/^[A-Za-z0-9_.~-]{1,64}$/))
/** Names and values that are added to the link's query. */
export const queryParams = z
  .record(name, oneLine(500))
  .check(z.refine((given) => Object.keys(given).length <= 20, { error: 'has at most 20 entries' }))
