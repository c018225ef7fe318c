import * as z from 'zod/mini'
import { accountName, accountProblems } from '#features/accounts/accounts/contract.ts'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { newPage, pageChanges } from './page-bodies.ts'
import {
  byPage,
  byVersion,
  readWiki,
  WikiNode,
  WikiPage,
  WikiVersion,
  WikiVersionText,
  wikiProblems,
  writeWiki,
} from './wiki.ts'

const url = '/api/wiki/pages'
const read = { tag: 'Wiki', guard: readWiki, optionalPermissions: [seeInternal] } as const
const write = { tag: 'Wiki', guard: writeWiki, optionalPermissions: [seeInternal] } as const
const noPage = wikiProblems['wiki-page-not-found']
const noAccount = accountProblems['account-not-found']
const mirroredPage = wikiProblems['wiki-page-mirrored']
const placeProblems = [wikiProblems['wiki-too-deep'], wikiProblems['wiki-parent-internal'], mirroredPage] as const

export const listWikiPages = endpoint({
  ...read,
  name: 'listWikiPages',
  method: 'GET',
  url,
  summary: 'List the shared pages, with `account` also those of the account; `q` searches titles and texts',
  query: listQuery(
    ['order'],
    { account: z.optional(accountName), q: z.optional(z.string().check(z.maxLength(200))) },
    { maximum: 500, usual: 200 },
  ),
  reply: halList('pages', WikiNode),
  problems: [noAccount],
})
export const createWikiPage = endpoint({
  ...write,
  name: 'createWikiPage',
  method: 'POST',
  url,
  status: 201,
  summary: 'Create a page of an account; without `account` a shared one',
  query: z.strictObject({ account: z.optional(accountName) }),
  body: newPage,
  reply: WikiPage,
  problems: [noAccount, wikiProblems['wiki-full'], ...placeProblems],
})
export const readWikiPage = endpoint({
  ...read,
  name: 'readWikiPage',
  method: 'GET',
  url: `${url}/{id}`,
  summary: 'Read a page',
  params: byPage,
  reply: WikiPage,
  problems: [noPage],
})
export const editWikiPage = endpoint({
  ...write,
  name: 'editWikiPage',
  method: 'PATCH',
  url: `${url}/{id}`,
  summary: 'Change, move or restore a page; another title, text or audience is a new version',
  params: byPage,
  body: pageChanges,
  reply: WikiPage,
  problems: [noPage, wikiProblems['wiki-version-not-found'], ...placeProblems],
})
export const deleteWikiPage = endpoint({
  ...write,
  name: 'deleteWikiPage',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Delete a page with its versions; its subpages are moved up or deleted too',
  params: byPage,
  query: z.strictObject({ subpages: z.optional(z.enum(['move', 'delete'])) }),
  problems: [noPage, wikiProblems['wiki-page-has-subpages'], mirroredPage],
})
export const listWikiVersions = endpoint({
  ...read,
  name: 'listWikiVersions',
  method: 'GET',
  url: `${url}/{id}/versions`,
  summary: 'List the versions of a page, the newest first',
  params: byPage,
  query: listQuery(['n'], {}, { maximum: 200, usual: 50 }),
  reply: halList('versions', WikiVersion),
  problems: [noPage],
})
export const readWikiVersion = endpoint({
  ...read,
  name: 'readWikiVersion',
  method: 'GET',
  url: `${url}/{id}/versions/{n}`,
  summary: 'Read a version of a page',
  params: byVersion,
  reply: WikiVersionText,
  problems: [noPage, wikiProblems['wiki-version-not-found']],
})
