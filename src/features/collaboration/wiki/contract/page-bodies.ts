import * as z from 'zod/mini'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
import { PageAudience, pageId } from './wiki.ts'

/** The longest page, in characters of Markdown. */
export const BODY_LENGTH = 200_000
export const TITLE_LENGTH = 200
export const NOTE_LENGTH = 200
/** How many pages are above each other at most. */
export const DEEPEST = 8
/** The most pages of an account, and the most shared ones: a tree is read whole. */
export const MOST_PAGES = 5_000

const title = oneLine(TITLE_LENGTH).check(notBlank)
const body = z.string().check(z.maxLength(BODY_LENGTH))
const note = oneLine(NOTE_LENGTH)

export const newPage = z.strictObject({
  title,
  /** Markdown. */
  body: z.optional(body),
  /** The page above it, of the same account; null or absent for a page at the top. */
  parentId: z.optional(z.nullable(pageId)),
  audience: z.optional(PageAudience),
})
export const pageChanges = z.strictObject({
  title: z.optional(title),
  body: z.optional(body),
  parentId: z.optional(z.nullable(pageId)),
  audience: z.optional(PageAudience),
  /** Its place among the pages beside it, from 0. */
  order: z.optional(z.int().check(z.minimum(0), z.maximum(MOST_PAGES))),
  /** Why it was changed; stored with the version. */
  note: z.optional(note),
  /** Takes title and body of that version. */
  restore: z.optional(z.int().check(z.minimum(1), z.maximum(999_999_999))),
})
