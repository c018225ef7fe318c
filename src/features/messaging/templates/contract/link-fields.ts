import * as z from 'zod/mini'
import { oneLine } from '#kit/contract/one-line.ts'

/** A page of the portal (`/…`), or an address of the web without user name and password. */
export const link = oneLine(2000).check(
  z.regex(/^(\/(?![/\\])[^\s\\]*|https?:\/\/[^\s\\/?#@]+([/?#][^\s\\]*)?)$/, {
    error: 'must be a page of the portal (/…) or an https address without user name and password',
  }),
)
