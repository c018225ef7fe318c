import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { changeLogos, readAccounts } from './account-permissions.ts'
import { accountProblems } from './account-problems.ts'

/** The largest logo, in bytes and in pixels of each side. */
export const LOGO_LIMIT = 1_048_576
export const LOGO_SIDE = 2048

const accounts = { tag: 'Account management' } as const
const idOrName = z.strictObject({ id: z.string().check(z.maxLength(64)) })
const noAccount = accountProblems['account-not-found']

const logoLimit = { count: 30, seconds: 60 } as const
export const putLogo = endpoint({
  ...accounts,
  guard: changeLogos,
  name: 'putLogo',
  method: 'PUT',
  url: '/api/accounts/{id}/logo',
  summary: 'Set the logo (multipart, one part `file`): PNG, JPEG, GIF or WebP, at most 1 MB and 2048 × 2048 pixels',
  params: idOrName,
  media: { consumes: 'multipart/form-data' },
  limit: logoLimit,
  reply: z.object({ url: z.string() }),
  problems: [noAccount, accountProblems['invalid-logo']],
})
export const deleteLogo = endpoint({
  ...accounts,
  guard: changeLogos,
  name: 'deleteLogo',
  method: 'DELETE',
  url: '/api/accounts/{id}/logo',
  summary: 'Remove the logo',
  params: idOrName,
  problems: [noAccount],
})
export const showLogo = endpoint({
  ...accounts,
  guard: readAccounts,
  name: 'showLogo',
  method: 'GET',
  url: '/api/accounts/{id}/logo',
  summary: 'Read the logo image',
  params: idOrName,
  query: z.strictObject({ v: z.optional(z.string().check(z.maxLength(20))) }),
  media: { produces: 'image/*' },
  problems: [noAccount, accountProblems['logo-not-found']],
})
