import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { bundleProblems, manageFiles, readEveryBundle } from './bundle-permissions.ts'
import { ComponentFile, ComponentType, FileStatus } from './bundle-shapes.ts'

const noBundle = bundleProblems['bundle-not-found']
const id = z.string().check(z.maxLength(64))
const byId = z.strictObject({ id })
const files = { tag: 'Bundle files', url: '/api/bundle-component-files' } as const
const fileName = z.string().check(z.minLength(1), z.maxLength(250))
/** Announced files are PENDING; IN_STORAGE comes from a finished upload (`fileUrl`). */
const givenStatus = z.optional(z.enum(['PENDING', 'IN_STORAGE']))
const fileUrl = z.optional(z.nullable(z.string().check(z.maxLength(2000))))

export const listComponentFiles = endpoint({
  ...files,
  guard: readEveryBundle,
  name: 'listComponentFiles',
  method: 'GET',
  summary: 'List the files of a bundle',
  query: z.extend(
    listQuery(
      ['fileName', 'created', 'size', 'fileStatus'],
      { componentType: z.optional(z.array(ComponentType)), fileStatus: z.optional(z.array(FileStatus)) },
      { maximum: 10_000 },
    ),
    { bundleId: id },
  ),
  reply: halList('files', ComponentFile),
  problems: [noBundle],
})
export const addComponentFile = endpoint({
  ...files,
  guard: manageFiles,
  name: 'addComponentFile',
  method: 'POST',
  summary: 'Add a file to a bundle, announced or already uploaded',
  status: 201,
  query: z.strictObject({ bundleId: id, componentType: ComponentType }),
  body: z.strictObject({ fileName, fileUrl, fileStatus: givenStatus }),
  reply: ComponentFile,
  problems: [
    noBundle,
    bundleProblems['bundle-end-of-life'],
    bundleProblems['component-file-exists'],
    bundleProblems['upload-not-usable'],
  ],
})
export const changeComponentFile = endpoint({
  ...files,
  guard: manageFiles,
  name: 'changeComponentFile',
  method: 'PATCH',
  url: `${files.url}/{id}`,
  summary: 'Rename a file of a bundle, or attach an upload to it',
  params: byId,
  body: z.strictObject({ fileName: z.optional(fileName), fileUrl, fileStatus: givenStatus }),
  reply: ComponentFile,
  problems: [
    bundleProblems['component-file-not-found'],
    bundleProblems['bundle-end-of-life'],
    bundleProblems['component-file-exists'],
    bundleProblems['upload-not-usable'],
  ],
})
export const deleteComponentFile = endpoint({
  ...files,
  guard: manageFiles,
  name: 'deleteComponentFile',
  method: 'DELETE',
  url: `${files.url}/{id}`,
  summary: 'Remove a file from a bundle; existing releases keep it',
  params: byId,
  problems: [bundleProblems['component-file-not-found'], bundleProblems['bundle-end-of-life']],
})
