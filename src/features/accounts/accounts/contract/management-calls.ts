import * as z from 'zod/mini'
import { userId } from '#features/access/roles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { accountFields } from './account-fields.ts'
import { accountName } from './account-name.ts'
import {
  assignCsms,
  createAccounts,
  deleteAccounts,
  readCsms,
  requireMfa,
  testNames,
  updateAccounts,
} from './account-permissions.ts'
import { accountProblems } from './account-problems.ts'
import { Account, UserRef } from './account-shapes.ts'
import { NameCheckResult } from './name-check.ts'

/** Days in which a deleted account can be restored. */
export const RESTORE_DAYS = 30

/** Messages for the reason why a name can or cannot be used. */
export const nameCheckMessages: Readonly<Record<NameCheckResult, string>> = {
  free: 'The name is available.',
  malformed:
    'Use 1 to 32 lowercase letters a-z, digits and hyphens, with at least one letter and no hyphen at the start or end.',
  reserved: 'This name is reserved for a URL of the portal.',
  taken: 'An account with this name already exists.',
  clash: 'The first 9 characters are the same as those of {clash}.',
}

const accounts = { tag: 'Account management' } as const
const idOrName = z.strictObject({ id: z.string().check(z.maxLength(64)) })
const noAccount = accountProblems['account-not-found']
const parentAccount = z.optional(accountName)
const { viewOnly, ...plain } = accountFields
const federation = [accountProblems['parent-not-possible']] as const

export const createAccount = endpoint({
  ...accounts,
  guard: createAccounts,
  name: 'createAccount',
  method: 'POST',
  url: '/api/accounts',
  summary: 'Create an account; its name cannot be changed',
  query: z.strictObject({ parentAccount }),
  body: z.extend(z.partial(z.strictObject({ ...plain, viewOnly })), {
    name: z.string().check(z.maxLength(64)),
    displayName: accountFields.displayName,
    region: accountFields.region,
    csm: z.optional(z.nullable(userId)),
  }),
  reply: Account,
  status: 201,
  problems: [
    accountProblems['account-name-unfit'],
    accountProblems['account-name-taken'],
    accountProblems['display-name-taken'],
    accountProblems['crm-id-taken'],
    ...federation,
  ],
})

export const updateAccount = endpoint({
  ...accounts,
  guard: updateAccounts,
  name: 'updateAccount',
  method: 'PATCH',
  url: '/api/accounts/{id}',
  summary: 'Edit an account; `parentAccount` sets its parent',
  params: idOrName,
  query: z.strictObject({ parentAccount }),
  body: z.partial(z.strictObject({ ...plain, viewOnly })),
  reply: Account,
  problems: [noAccount, accountProblems['display-name-taken'], accountProblems['crm-id-taken'], ...federation],
})

export const deleteAccount = endpoint({
  ...accounts,
  guard: deleteAccounts,
  forbiddenWhileImpersonating: true,
  name: 'deleteAccount',
  method: 'DELETE',
  url: '/api/accounts/{id}',
  summary: 'Delete an account; it can be restored for 30 days',
  params: idOrName,
  problems: [noAccount, accountProblems['account-in-use'], kitProblems['reauthentication-required']],
})

export const restoreAccount = endpoint({
  ...accounts,
  guard: deleteAccounts,
  forbiddenWhileImpersonating: true,
  name: 'restoreAccount',
  method: 'POST',
  url: '/api/accounts/{id}/restore',
  summary: 'Restore an account that was deleted less than 30 days ago',
  params: idOrName,
  reply: Account,
  problems: [noAccount, accountProblems['account-restore-too-late']],
})

/** A deleted account that can still be restored. */
export const DeletedAccount = z.object({
  id: z.string(),
  name: z.string(),
  displayName: z.string(),
  deletedAt: z.iso.datetime(),
  erasedAfter: z.iso.datetime(),
})
export const listDeletedAccounts = endpoint({
  ...accounts,
  guard: deleteAccounts,
  name: 'listDeletedAccounts',
  method: 'GET',
  url: '/api/accounts/deleted',
  summary: 'List the deleted accounts that can be restored',
  query: listQuery(['deletedAt'], {}),
  reply: halList('accounts', DeletedAccount),
  problems: [],
})

const nameQuery = z.strictObject({ accountName: z.string().check(z.maxLength(200)) })
export const isAccountNameAvailable = endpoint({
  ...accounts,
  guard: testNames,
  name: 'isAccountNameAvailable',
  method: 'GET',
  url: '/api/accounts/test/accountNameAvailable',
  summary: 'Check whether an account name is available',
  query: nameQuery,
  reply: z.boolean(),
  problems: [],
})
export const checkAccountName = endpoint({
  ...accounts,
  guard: testNames,
  name: 'checkAccountName',
  method: 'GET',
  url: '/api/accounts/test/accountName',
  summary: 'Check whether an account name is available, with the reason if not; `clash` is the conflicting account',
  query: nameQuery,
  reply: z.object({ verdict: NameCheckResult, clash: z.nullable(z.string()), text: z.string() }),
  problems: [],
})

export const assignCsm = endpoint({
  ...accounts,
  guard: assignCsms,
  name: 'assignCsm',
  method: 'POST',
  url: '/api/accounts/{id}/csm/{csmId}',
  summary: 'Assign the customer-success manager of the account',
  params: z.strictObject({ id: z.string().check(z.maxLength(64)), csmId: userId }),
  reply: Account,
  status: 200,
  problems: [noAccount],
})
export const unassignCsm = endpoint({
  ...accounts,
  guard: assignCsms,
  name: 'unassignCsm',
  method: 'DELETE',
  url: '/api/accounts/{id}/csm',
  summary: 'Remove the customer-success manager of the account',
  params: idOrName,
  problems: [noAccount],
})
export const listCsms = endpoint({
  ...accounts,
  guard: readCsms,
  name: 'listCsms',
  method: 'GET',
  url: '/api/users/csms',
  summary: 'List the users who can be customer-success manager of an account',
  reply: halList('users', UserRef),
  problems: [],
})

export const MultifactorRow = z.object({ account: z.string(), displayName: z.string(), enabled: z.boolean() })
export const listMultifactor = endpoint({
  ...accounts,
  guard: requireMfa,
  name: 'listMultifactor',
  method: 'GET',
  url: '/api/accounts/multifactor',
  summary: 'List the accounts that require a second factor',
  reply: halList('accounts', MultifactorRow),
  problems: [],
})
export const setMultifactor = endpoint({
  ...accounts,
  guard: requireMfa,
  forbiddenWhileImpersonating: true,
  name: 'setMultifactor',
  method: 'POST',
  url: '/api/accounts/multifactor/{accountName}',
  summary: 'Require a second factor for the users of the account, or stop requiring it',
  params: z.strictObject({ accountName }),
  query: z.strictObject({ enabled: z.boolean() }),
  reply: MultifactorRow,
  status: 200,
  problems: [noAccount],
})
