import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { editPlans, readPlans } from './account-permissions.ts'
import { accountProblems } from './account-problems.ts'

const storage = { tag: 'Account management', url: '/api/accounts/{id}/storage' } as const
const idOrName = z.strictObject({ id: z.string().check(z.maxLength(64)) })
const noAccount = accountProblems['account-not-found']

/** Bytes in the files of an account's cases and drafts, and their limit by override or plan; null = no limit. */
export const AccountStorage = z.object({ used: z.int(), limit: z.nullable(z.int()) })
export type AccountStorage = z.output<typeof AccountStorage>

export const readStorage = endpoint({
  ...storage,
  guard: readPlans,
  name: 'readStorage',
  method: 'GET',
  summary: 'Read the storage use and limit of the account in bytes',
  params: idOrName,
  reply: AccountStorage,
  problems: [noAccount],
})
export const setStorageLimit = endpoint({
  ...storage,
  guard: editPlans,
  name: 'setStorageLimit',
  method: 'PUT',
  summary: 'Set the storage limit of the account in bytes; null = the limit of its plan. No files are deleted',
  params: idOrName,
  body: z.strictObject({ limit: z.nullable(z.int().check(z.minimum(0), z.maximum(2 ** 50))) }),
  reply: AccountStorage,
  status: 200,
  problems: [noAccount],
})
