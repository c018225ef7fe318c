import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { downloadReleases, shareFiles, uploadProblems } from './upload-permissions.ts'

const tag = 'Uploads'
const box = '/api/box/file/upload'
const byId = z.strictObject({ id: z.string().check(z.maxLength(64)) })

export const downloadFile = endpoint({
  tag,
  guard: downloadReleases,
  countedApart: true,
  name: 'downloadFile',
  method: 'GET',
  url: `${box}/{id}/download`,
  summary: 'Download a file; supports Range, If-Range and ETag',
  params: byId,
  media: { produces: 'application/octet-stream' },
  problems: [
    uploadProblems['file-not-found'],
    kitProblems['range-not-satisfiable'],
    uploadProblems['downloads-withdrawn'],
  ],
})
/** A link with which anyone downloads the file until it expires or is revoked. */
const ShareLink = z.object({ content: z.string(), expires: z.iso.datetime(), downloads: z.int() })
export const readShareLink = endpoint({
  tag,
  guard: shareFiles,
  name: 'readShareLink',
  method: 'GET',
  url: `${box}/{id}/shareable-link`,
  summary: 'Read the share link of the file; it is created if there is none, and expires',
  params: byId,
  reply: ShareLink,
  problems: [uploadProblems['file-not-found']],
})
export const revokeShareLink = endpoint({
  tag,
  guard: shareFiles,
  name: 'revokeShareLink',
  method: 'DELETE',
  url: `${box}/{id}/shareable-link`,
  summary: 'Revoke the share links of the file',
  params: byId,
  problems: [uploadProblems['file-not-found']],
})
export const downloadShared = endpoint({
  tag,
  guard: 'anyone',
  name: 'downloadShared',
  method: 'GET',
  url: '/s/{token}',
  summary: 'Download by a share link',
  params: z.strictObject({ token: z.string().check(z.maxLength(100)) }),
  media: { produces: 'application/octet-stream' },
  limit: { count: 600, seconds: 60 },
  problems: [
    uploadProblems['share-link-not-found'],
    uploadProblems['share-link-used-up'],
    kitProblems['range-not-satisfiable'],
    uploadProblems['downloads-withdrawn'],
  ],
})
