import { bundleProblems } from '#features/software/bundles/contract.ts'
import { uploadProblems } from './upload-permissions.ts'

/** The errors of a reservation. */
export const reservationProblems = [
  bundleProblems['bundle-not-found'],
  bundleProblems['bundle-end-of-life'],
  bundleProblems['component-file-exists'],
  uploadProblems['upload-type-not-allowed'],
  uploadProblems['upload-too-large'],
  uploadProblems['upload-empty'],
  uploadProblems['source-not-available'],
  uploadProblems['storage-full'],
] as const

/** The errors of writing bytes of an upload. */
export const writingProblems = [
  uploadProblems['upload-not-found'],
  uploadProblems['upload-busy'],
  uploadProblems['upload-finished'],
  uploadProblems['upload-too-large'],
  uploadProblems['storage-full'],
] as const
