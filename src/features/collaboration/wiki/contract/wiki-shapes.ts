import * as z from 'zod/mini'
import { PageAudience } from './wiki-fields.ts'

const described = {
  id: z.string(),
  /** The name of its account; null for a shared page. */
  account: z.nullable(z.string()),
  parentId: z.nullable(z.string()),
  title: z.string(),
  audience: PageAudience,
  /** Its place among the pages beside it. */
  order: z.int(),
  /** The number of its newest version. */
  revision: z.int(),
  updated: z.iso.datetime(),
  /** The outside system that has the page, and its address there; null for a page of the portal. */
  source: z.nullable(z.object({ system: z.string(), url: z.string() })),
  version: z.int(),
}

/** A page in the tree, without its text. */
export const WikiNode = z.object({
  ...described,
  /** With `q`: the text around the first words that were found; `hit` = it was searched for. */
  excerpt: z.optional(z.array(z.object({ text: z.string(), hit: z.boolean() }))),
})
export type WikiNode = z.output<typeof WikiNode>

export const WikiPage = z.object({
  ...described,
  accountId: z.nullable(z.string()),
  accountDisplayName: z.nullable(z.string()),
  /** Markdown. */
  body: z.string(),
  created: z.iso.datetime(),
  /** Full names. */
  createdBy: z.nullable(z.string()),
  updatedBy: z.nullable(z.string()),
})
export type WikiPage = z.output<typeof WikiPage>

const version = {
  n: z.int(),
  title: z.string(),
  audience: PageAudience,
  /** Full name. */
  author: z.nullable(z.string()),
  saved: z.iso.datetime(),
  note: z.nullable(z.string()),
  /** The version that it repeats. */
  restored: z.nullable(z.int()),
}
/** A state in which a page was saved. */
export const WikiVersion = z.object(version)
export type WikiVersion = z.output<typeof WikiVersion>
export const WikiVersionText = z.object({ ...version, body: z.string() })
export type WikiVersionText = z.output<typeof WikiVersionText>
