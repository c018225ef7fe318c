import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { shareFiles, uploadProblems } from './upload-permissions.ts'

const tag = 'Uploads'
const byId = z.strictObject({ id: z.string().check(z.maxLength(64)) })

/** The longest time for which a link is valid, in hours. */
const MOST_LINK_HOURS = 30 * 24

/** Why a link gives nothing any more, or `ACTIVE`. */
export const ShareLinkState = z.enum(['ACTIVE', 'EXPIRED', 'USED_UP', 'REVOKED'])

/** A link of a file as its list shows it. */
export const NamedShareLink = z.object({
  id: z.string(),
  /** Null for links that were copied without one. */
  name: z.nullable(z.string()),
  state: ShareLinkState,
  /** The address; null once the link gives nothing any more. */
  content: z.nullable(z.string()),
  created: z.iso.datetime(),
  createdBy: z.string(),
  expires: z.iso.datetime(),
  revoked: z.nullable(z.iso.datetime()),
  downloads: z.int(),
  mostDownloads: z.nullable(z.int()),
})
export type NamedShareLink = z.output<typeof NamedShareLink>

export const listShareLinks = endpoint({
  tag,
  guard: shareFiles,
  name: 'listShareLinks',
  method: 'GET',
  url: '/api/box/file/upload/{id}/shareable-links',
  summary: 'List the newest 100 share links of the file with their downloads',
  params: byId,
  reply: z.object({ links: z.array(NamedShareLink) }),
  problems: [uploadProblems['file-not-found']],
})
export const createShareLink = endpoint({
  tag,
  guard: shareFiles,
  name: 'createShareLink',
  method: 'POST',
  url: '/api/box/file/upload/{id}/shareable-links',
  summary: 'Create a share link of the file with a name, an expiry and, if given, a limit of downloads',
  status: 201,
  params: byId,
  body: z.strictObject({
    name: z.string().check(z.maxLength(80), z.regex(/\S/)),
    hours: z.int().check(z.minimum(1), z.maximum(MOST_LINK_HOURS)),
    mostDownloads: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  }),
  reply: NamedShareLink,
  problems: [uploadProblems['file-not-found']],
})
export const revokeOneShareLink = endpoint({
  tag,
  guard: shareFiles,
  name: 'revokeOneShareLink',
  method: 'DELETE',
  url: '/api/shareable-links/{id}',
  summary: 'Revoke one share link; it gives nothing from now on',
  params: byId,
  problems: [uploadProblems['share-link-not-found']],
})
