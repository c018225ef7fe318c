import * as z from 'zod/mini'
import { accountProblems, DeploymentType } from '#features/accounts/contract.ts'
import { Case, caseProblems } from '#features/cases/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import {
  askAboutBundles,
  bundleProblems,
  endBundles,
  holdBundles,
  manageBundles,
  manageFiles,
  readBundles,
  readEveryBundle,
} from './contract/bundle-rights.ts'
import { Bundle, BundleEntry, ComponentFile, ComponentType, FileStatus, ProductName } from './contract/bundle-shapes.ts'
import { BundleStatus } from './contract/bundle-state.ts'

export {
  BUNDLE_EVENTS,
  bundleAsked,
  bundleCreated,
  bundleDeleted,
  bundleHistoryRecorded,
  bundleMoved,
  bundleUpdated,
  fileAdded,
  fileDeleted,
  fileUpdated,
} from './contract/bundle-events.ts'
export {
  askAboutBundles,
  bundleProblems,
  endBundles,
  holdBundles,
  manageBundles,
  manageFiles,
  readBundles,
  readEveryBundle,
  writeNotes,
} from './contract/bundle-rights.ts'
export {
  Bundle,
  BundleEntry,
  ComponentFile,
  ComponentType,
  FileStatus,
  ProductName,
  Sbom,
} from './contract/bundle-shapes.ts'
export { type BundleMove, BundleStatus, bundleMoves, isEditable, mayMove } from './contract/bundle-state.ts'
export { nameFlaw } from './contract/component-name.ts'

const tag = 'Bundles'
const missing = bundleProblems['bundle-not-found']
const id = z.string().check(z.maxLength(64))
const byId = z.strictObject({ id })
const reason = z.optional(z.string().check(z.maxLength(1000)))

export const listBundles = endpoint({
  tag,
  guard: readBundles,
  name: 'listBundles',
  method: 'GET',
  url: '/api/bundles',
  summary: 'Bundles, newest first',
  query: listQuery(['created', 'updated', 'name', 'status'], {
    status: z.optional(z.array(BundleStatus)),
    deploymentType: z.optional(z.array(DeploymentType)),
    isContainerized: z.optional(z.boolean()),
    nameContains: z.optional(z.string().check(z.maxLength(250))),
    /** Patches of this bundle. */
    parentId: z.optional(id),
    /** False: no patches, they are shown under their parents. */
    isPatch: z.optional(z.boolean()),
    fetchHistory: z.optional(z.boolean()),
  }),
  reply: halList('bundles', Bundle),
  problems: [],
  csv: true,
})
export const createBundle = endpoint({
  tag,
  guard: manageBundles,
  name: 'createBundle',
  method: 'POST',
  url: '/api/bundles',
  summary: 'Create a bundle; with parentId a patch of it',
  status: 201,
  query: z.strictObject({ parentId: z.optional(id) }),
  body: z.strictObject({ name: ProductName, isContainerized: z.optional(z.boolean()), deploymentType: DeploymentType }),
  reply: Bundle,
  problems: [missing, bundleProblems['bundle-end-of-life']],
})
export const readBundle = endpoint({
  tag,
  guard: readBundles,
  name: 'readBundle',
  method: 'GET',
  url: '/api/bundles/{id}',
  summary: 'A bundle',
  params: byId,
  reply: Bundle,
  problems: [missing],
})
export const deleteBundle = endpoint({
  tag,
  guard: manageBundles,
  name: 'deleteBundle',
  method: 'DELETE',
  url: '/api/bundles/{id}',
  summary: 'Delete a bundle without releases and patches',
  params: byId,
  problems: [missing, bundleProblems['bundle-has-releases'], bundleProblems['bundle-has-patches']],
})
export const changeBundle = endpoint({
  tag,
  guard: manageBundles,
  name: 'changeBundle',
  method: 'PATCH',
  url: '/api/bundles/{id}/details',
  summary: 'Change name or deployment type',
  params: byId,
  body: z.strictObject({ name: z.optional(ProductName), deploymentType: z.optional(DeploymentType) }),
  reply: Bundle,
  problems: [missing, bundleProblems['bundle-end-of-life']],
})
export const holdBundle = endpoint({
  tag,
  guard: holdBundles,
  name: 'holdBundle',
  method: 'POST',
  url: '/api/bundles/{id}/hold',
  summary: 'Put on hold: no release action until it is taken off',
  params: byId,
  body: z._default(
    z.optional(
      z.strictObject({
        reason,
        /** Delivered releases cannot be downloaded either. */ withdrawDownloads: z.optional(z.boolean()),
      }),
    ),
    {},
  ),
  reply: Bundle,
  problems: [missing, bundleProblems['bundle-move-not-allowed']],
})
export const unholdBundle = endpoint({
  tag,
  guard: holdBundles,
  name: 'unholdBundle',
  method: 'POST',
  url: '/api/bundles/{id}/unhold',
  summary: 'Take off hold',
  params: byId,
  reply: Bundle,
  problems: [missing, bundleProblems['bundle-move-not-allowed']],
})
export const moveBundleToEol = endpoint({
  tag,
  guard: endBundles,
  name: 'moveBundleToEol',
  method: 'POST',
  url: '/api/bundles/move-to-eol',
  summary: 'Move to its end of life; it cannot be changed any more',
  query: z.strictObject({ bundleId: id }),
  body: z._default(z.optional(z.strictObject({ reason })), {}),
  reply: Bundle,
  problems: [missing, bundleProblems['bundle-move-not-allowed']],
})
export const askAboutBundle = endpoint({
  tag,
  guard: askAboutBundles,
  name: 'askAboutBundle',
  method: 'POST',
  url: '/api/bundles/ask-question',
  summary: 'Ask about a bundle: opens a case of the account',
  status: 201,
  query: z.strictObject({ bundleId: id, accountId: id }),
  body: z.strictObject({ text: z.string().check(z.regex(/\S/), z.maxLength(30_000)) }),
  reply: Case,
  problems: [missing, accountProblems['account-not-found'], caseProblems['deployment-missing']],
})
export const readBundleHistory = endpoint({
  tag,
  guard: readEveryBundle,
  name: 'readBundleHistory',
  method: 'GET',
  url: '/api/bundles/{id}/history',
  summary: 'What happened to a bundle, its files, notes and releases, newest first',
  params: byId,
  query: listQuery(['at'], {}),
  reply: halList('entries', BundleEntry),
  problems: [missing],
})

const files = { tag: 'Bundle files', url: '/api/bundle-component-files' } as const
const fileName = z.string().check(z.minLength(1), z.maxLength(250))
/** Announced files are PENDING; IN_STORAGE is what a finished upload (`fileUrl`) brought. */
const givenStatus = z.optional(z.enum(['PENDING', 'IN_STORAGE']))
const fileUrl = z.optional(z.nullable(z.string().check(z.maxLength(2000))))

export const listComponentFiles = endpoint({
  ...files,
  guard: readEveryBundle,
  name: 'listComponentFiles',
  method: 'GET',
  summary: 'Files of a bundle',
  query: z.extend(
    listQuery(
      ['fileName', 'created', 'size', 'fileStatus'],
      { componentType: z.optional(z.array(ComponentType)), fileStatus: z.optional(z.array(FileStatus)) },
      { maximum: 10_000 },
    ),
    { bundleId: id },
  ),
  reply: halList('files', ComponentFile),
  problems: [missing],
})
export const addComponentFile = endpoint({
  ...files,
  guard: manageFiles,
  name: 'addComponentFile',
  method: 'POST',
  summary: 'Announce a file of a bundle, or take in one that was uploaded',
  status: 201,
  query: z.strictObject({ bundleId: id, componentType: ComponentType }),
  body: z.strictObject({ fileName, fileUrl, fileStatus: givenStatus }),
  reply: ComponentFile,
  problems: [
    missing,
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
  summary: 'Rename a file of a bundle, or give it what was uploaded',
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
  summary: 'Take a file out of a bundle; releases made of it keep it',
  params: byId,
  problems: [bundleProblems['component-file-not-found'], bundleProblems['bundle-end-of-life']],
})
