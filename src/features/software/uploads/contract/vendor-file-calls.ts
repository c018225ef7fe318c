import * as z from 'zod/mini'
import { manageFiles } from '#features/software/bundles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { uploadProblems } from './upload-permissions.ts'

const tag = 'Uploads'
const path = z.string().check(z.minLength(1), z.maxLength(1000))

/** A file of the vendor's area, from which bundles take theirs (VENDOR_FILE). */
export const VendorFile = z.object({
  id: z.string(),
  path: z.string(),
  size: z.int(),
  /** SHA-256, hexadecimal. */
  digest: z.string(),
  updated: z.iso.datetime(),
  createdBy: z.string(),
  version: z.int(),
})
export type VendorFile = z.output<typeof VendorFile>

export const uploadVendorFile = endpoint({
  tag,
  guard: manageFiles,
  name: 'uploadVendorFile',
  method: 'POST',
  url: '/api/storage/file/upload',
  summary: "Upload a file into the vendor's area (multipart: the part `file`)",
  status: 201,
  query: z.strictObject({ path, /** Overwrite the file of this path. */ clobber: z.optional(z.boolean()) }),
  media: { consumes: 'multipart/form-data' },
  reply: VendorFile,
  problems: [
    uploadProblems['vendor-file-exists'],
    kitProblems['upload-malformed'],
    uploadProblems['upload-empty'],
    uploadProblems['upload-too-large'],
    uploadProblems['storage-full'],
  ],
})
export const listVendorFiles = endpoint({
  tag,
  guard: manageFiles,
  name: 'listVendorFiles',
  method: 'GET',
  url: '/api/storage/files',
  summary: "List the files of the vendor's area by path",
  query: listQuery(['path'], { pathContains: z.optional(z.string().check(z.maxLength(250))) }),
  reply: halList('files', VendorFile),
  problems: [],
})
export const deleteVendorFile = endpoint({
  tag,
  guard: manageFiles,
  name: 'deleteVendorFile',
  method: 'DELETE',
  url: '/api/storage/files/{id}',
  summary: "Delete a file of the vendor's area; bundles keep what they took from it",
  params: z.strictObject({ id: z.string().check(z.maxLength(64)) }),
  problems: [uploadProblems['vendor-file-not-found']],
})
