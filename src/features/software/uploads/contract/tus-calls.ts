import * as z from 'zod/mini'
import { manageFiles } from '#features/software/bundles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { uploadProblems } from './upload-permissions.ts'
import { UploadProgress } from './upload-shapes.ts'
import { reservationProblems, writingProblems } from './writing-problems.ts'

const tag = 'Uploads'
const tus = '/api/uploads'
const byId = z.strictObject({ id: z.string().check(z.maxLength(64)) })
const notFound = uploadProblems['upload-not-found']

export const createTusUpload = endpoint({
  tag,
  guard: manageFiles,
  name: 'createTusUpload',
  method: 'POST',
  url: tus,
  summary:
    'tus 1.0: create an upload (Upload-Length; Upload-Metadata with bundleId, filename, componentType, sha256, clobber)',
  status: 201,
  limit: { count: 1200, seconds: 60 },
  problems: [...reservationProblems, kitProblems['upload-malformed'], uploadProblems['upload-version-unknown']],
})
export const readTusUpload = endpoint({
  tag,
  guard: manageFiles,
  name: 'readTusUpload',
  method: 'GET',
  url: `${tus}/{id}`,
  summary: 'tus 1.0: read the offset of the upload (HEAD returns only the headers)',
  params: byId,
  reply: UploadProgress,
  problems: [notFound],
})
export const appendToUpload = endpoint({
  tag,
  guard: manageFiles,
  name: 'appendToUpload',
  method: 'PATCH',
  url: `${tus}/{id}`,
  summary: 'tus 1.0: append bytes at Upload-Offset; with Upload-Checksum, only bytes that match it are stored',
  params: byId,
  media: { consumes: 'application/offset+octet-stream' },
  problems: [
    ...writingProblems,
    uploadProblems['upload-offset-conflict'],
    uploadProblems['checksum-mismatch'],
    uploadProblems['upload-checksum-unknown'],
    uploadProblems['upload-version-unknown'],
    kitProblems['upload-malformed'],
  ],
})
export const cancelUpload = endpoint({
  tag,
  guard: manageFiles,
  name: 'cancelUpload',
  method: 'DELETE',
  url: `${tus}/{id}`,
  summary: 'tus 1.0: cancel the upload and delete its bytes',
  params: byId,
  problems: [notFound, uploadProblems['upload-finished']],
})
