import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import { topic } from '#kit/contract/topic.ts'

/** Who reads a page: users of its account (of every account for a shared page) and vendor staff, or the staff alone. */
export const pageAudiences = ['ALL', 'VENDOR'] as const

/** Read shared pages and those of an account. */
export const readWiki = permission(
  'wiki:read',
  'Read the wiki of accounts and shared pages',
  everyVendorRole,
  roles('MANAGER', 'USER'),
)

/** Write pages: vendor staff all of them, managers of customers those of their accounts. */
export const writeWiki = permission('wiki:write', 'Write pages of the wiki', everyVendorRole, roles('MANAGER'))

export const wikiProblems = problems({
  'wiki-page-not-found': { status: 404, text: 'This page was not found. It may have been deleted.' },
  'wiki-version-not-found': { status: 404, text: 'This version was not found.' },
  'wiki-page-has-subpages': {
    status: 409,
    text: '{title} has subpages. Choose whether they are moved up or deleted with it.',
  },
  'wiki-full': { status: 409, text: 'This wiki has {most} pages, which is the most. Delete a page first.' },
  'wiki-too-deep': { status: 409, text: 'Pages can be {most} levels deep. Choose a page higher up.' },
  'wiki-parent-internal': {
    status: 409,
    text: '{parent} is visible to vendor staff only, and so are its subpages. Change the readers of that page first, or choose another place.',
  },
  'wiki-page-mirrored': {
    status: 409,
    text: '{title} is kept in {system}, and the portal has a copy. Change it there.',
  },
})

export const pageId = z.string().check(z.regex(/^\d{1,15}$/))
export const byPage = z.strictObject({ id: pageId })
export const byVersion = z.strictObject({ id: pageId, n: z.string().check(z.regex(/^\d{1,9}$/)) })

export const PageAudience = z.enum(pageAudiences)
export type PageAudience = z.output<typeof PageAudience>

const pageFields = {
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
  ...pageFields,
  /** With `q`: the text around the first words that were found; `hit` = it was searched for. */
  excerpt: z.optional(z.array(z.object({ text: z.string(), hit: z.boolean() }))),
})
export type WikiNode = z.output<typeof WikiNode>

export const WikiPage = z.object({
  ...pageFields,
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

/** What happened to a page; without its title or text: pages fetch these. */
const WikiFact = z.object({
  event: z.enum(['created', 'edited', 'deleted', 'mirrored']),
  /** Absent when copies of an outside system changed. */
  pageId: z.optional(z.string()),
})

export const wikiChanged = topic({
  destination: '/topic/wiki/{account}',
  summary: 'A page of the account changed that its users read',
  guard: readWiki,
  message: WikiFact,
})
/** A destination of its own: customers do not even learn that an internal page exists. */
export const internalWikiChanged = topic({
  destination: '/topic/wiki/{account}/internal',
  summary: 'A page of the account changed that only vendor staff read',
  guard: seeInternal,
  message: WikiFact,
})
export const sharedWikiChanged = topic({
  destination: '/user/topic/wiki-shared',
  own: 'everyone',
  summary: 'A shared page changed',
  guard: readWiki,
  message: WikiFact,
})
export const internalSharedWikiChanged = topic({
  destination: '/user/topic/wiki-shared-internal',
  own: 'everyone',
  summary: 'A shared page changed that only vendor staff read',
  guard: seeInternal,
  message: WikiFact,
})
