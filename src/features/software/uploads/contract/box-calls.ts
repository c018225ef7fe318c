import * as z from 'zod/mini'
import { manageFiles } from '#features/software/bundles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { uploadProblems } from './upload-permissions.ts'
import { NewUpload, UploadProgress } from './upload-shapes.ts'
import { reservationProblems, writingProblems } from './writing-problems.ts'

const tag = 'Uploads'
const box = '/api/box/file/upload'
const byId = z.strictObject({ id: z.string().check(z.maxLength(64)) })
const notFound = uploadProblems['upload-not-found']

export const reserveUpload = endpoint({
  tag,
  guard: manageFiles,
  name: 'reserveUpload',
  method: 'POST',
  url: `${box}/reservation`,
  summary: 'Reserve a file ID. The same user and file return the unfinished upload',
  body: NewUpload,
  limit: { count: 1200, seconds: 60 },
  reply: z.extend(UploadProgress, { /** The address where tus resumes (PATCH). */ uploadUrl: z.string() }),
  problems: reservationProblems,
})
export const uploadFile = endpoint({
  tag,
  guard: manageFiles,
  name: 'uploadFile',
  method: 'POST',
  url: `${box}/{id}`,
  summary: 'Upload in one request (multipart: first the part `request` with JSON, then the part `file`)',
  params: byId,
  media: { consumes: 'multipart/form-data', requestPart: true },
  reply: UploadProgress,
  problems: [...writingProblems, kitProblems['upload-malformed'], uploadProblems['upload-empty']],
})
export const readUploadStatus = endpoint({
  tag,
  guard: manageFiles,
  name: 'readUploadStatus',
  method: 'GET',
  url: `${box}/{id}/status`,
  summary: 'Read the progress of an upload',
  params: byId,
  reply: UploadProgress,
  problems: [notFound],
})
