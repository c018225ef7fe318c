import * as z from 'zod/mini'
import { downloadReleases, uploadProblems } from '#features/software/uploads/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { byId, id, url } from './release-address.ts'
import { readReleases, releaseProblems } from './release-permissions.ts'
import { FrozenImage, ReleaseFile } from './release-shapes.ts'

const tag = 'Releases'
const noRelease = releaseProblems['release-not-found']

export const listReleaseFiles = endpoint({
  tag,
  guard: readReleases,
  name: 'listReleaseFiles',
  method: 'GET',
  url: '/api/bundle-component-file-releases',
  summary: 'List the frozen files of releases',
  query: z.extend(listQuery(['fileName', 'size'], {}, { maximum: 10_000 }), {
    bundleReleaseIds: z.array(id).check(z.minLength(1), z.maxLength(100)),
  }),
  reply: halList('fileReleases', ReleaseFile),
  problems: [],
})
export const listReleaseImages = endpoint({
  tag,
  guard: readReleases,
  name: 'listReleaseImages',
  method: 'GET',
  url: `${url}/{id}/images`,
  summary: 'List the frozen images of a release',
  params: byId,
  query: listQuery(['name'], {}, { maximum: 10_000 }),
  reply: halList('images', FrozenImage),
  problems: [noRelease],
})
export const downloadReleaseFile = endpoint({
  tag,
  guard: downloadReleases,
  countedApart: true,
  name: 'downloadReleaseFile',
  method: 'GET',
  url: `${url}/{id}/files/{fileId}`,
  summary: 'Download a file of a release; supports Range, If-Range and ETag',
  params: z.strictObject({ id, fileId: id }),
  media: { produces: 'application/octet-stream' },
  problems: [
    noRelease,
    uploadProblems['file-not-found'],
    kitProblems['range-not-satisfiable'],
    uploadProblems['downloads-withdrawn'],
  ],
})
export const downloadRelease = endpoint({
  tag,
  guard: downloadReleases,
  countedApart: true,
  name: 'downloadRelease',
  method: 'GET',
  url: `${url}/{id}/archive`,
  summary:
    'Download a signed release as one zip: its files and its verification files; supports Range, If-Range and ETag',
  params: byId,
  media: { produces: 'application/zip' },
  problems: [
    noRelease,
    releaseProblems['release-not-signed'],
    kitProblems['range-not-satisfiable'],
    uploadProblems['downloads-withdrawn'],
  ],
})
