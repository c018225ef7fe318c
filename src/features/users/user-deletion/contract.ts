import * as z from 'zod/mini'
import { userId } from '#features/access/roles/contract.ts'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { managedUserProblems } from '#features/users/managed-users/contract.ts'
import { User } from '#features/users/user-management/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { problems } from '#kit/contract/problem.ts'
import { approveDeletions, configureDeletion, deleteUsers } from './contract/deletion-permissions.ts'

export { approveDeletions, configureDeletion, deleteUsers } from './contract/deletion-permissions.ts'

export const deletionProblems = problems({
  'not-all-candidates': { status: 409, text: '{name} is not a candidate for deletion, so nothing was approved.' },
  'invalid-successor': { status: 409, text: '{name} cannot take over these items: {reason}.' },
})

/** Nothing of the user is left but what they wrote. */
export const userErased = defineEvent('user.erased', { audience: 'vendor', text: 'erased {subject}' })
export const ownershipTransferred = defineEvent('user.ownership-transferred', {
  audience: 'vendor',
  text: 'transferred the owned items of {subject}',
  data: { accounts: z.int(), machineAccess: z.int(), cases: z.int(), watches: z.int(), to: z.int() },
})
export const deletionConfigured = defineEvent('user-deletion.configured', {
  audience: 'vendor',
  text: 'changed when users are deleted',
  data: {
    changes: changesTo({
      daysSinceLastLogin: z.int(),
      daysSinceCreation: z.int(),
      autoApprove: z.boolean(),
      daysAfterCandidate: z.int(),
    }),
  },
})

const days = z.int().check(z.minimum(1), z.maximum(3650))
/**
 * When users become candidates and what happens to them. Both spans must have passed: since the last sign-in, and since
 * the creation.
 */
export const deletionRule = {
  daysSinceLastLogin: days,
  daysSinceCreation: days,
  autoApprove: z.boolean(),
  daysAfterCandidate: days,
}
export const DeletionConfiguration = z.object({ ...deletionRule, version: z.int(), updated: z.iso.datetime() })
export type DeletionConfiguration = z.output<typeof DeletionConfiguration>

/** Users affected by a configuration in the next nightly run; the first of them by name. */
export const DeletionPreview = z.object({
  /** New candidates. */
  marked: z.int(),
  /** Current candidates that would be approved automatically. */
  approved: z.int(),
  /** Approved users that would be erased. */
  erased: z.int(),
  users: z.array(z.extend(UserRef, { lastLogin: z.nullable(z.iso.datetime()) })),
})
export type DeletionPreview = z.output<typeof DeletionPreview>

const configuration = {
  tag: 'User deletion',
  guard: configureDeletion,
  url: '/api/users/deletion/configuration',
} as const

export const readDeletionConfiguration = endpoint({
  ...configuration,
  name: 'readDeletionConfiguration',
  method: 'GET',
  summary: 'Read when users become candidates for deletion',
  reply: DeletionConfiguration,
  problems: [],
})

export const configureUserDeletion = endpoint({
  ...configuration,
  forbiddenWhileImpersonating: true,
  name: 'configureUserDeletion',
  method: 'PUT',
  summary: 'Configure when users become candidates for deletion, and what happens to them',
  body: z.strictObject(deletionRule),
  reply: DeletionConfiguration,
  problems: [],
})

export const previewDeletion = endpoint({
  ...configuration,
  name: 'previewDeletion',
  method: 'GET',
  url: '/api/users/deletion/preview',
  summary: 'Preview which users a configuration would affect in the next nightly run',
  query: z.strictObject(deletionRule),
  reply: DeletionPreview,
  problems: [],
})

/** Users deleted or approved at once, at most. */
export const MOST_AT_ONCE = 200

const byId = z.strictObject({ id: userId })
const ids = z.strictObject({ ids: z.array(userId).check(z.minLength(1), z.maxLength(MOST_AT_ONCE)) })
const deletionFailures = [
  managedUserProblems['user-not-found'],
  managedUserProblems['insufficient-privilege'],
  managedUserProblems['cannot-target-self'],
  managedUserProblems['last-administrator'],
] as const

export const deleteUser = endpoint({
  tag: 'User deletion',
  guard: deleteUsers,
  forbiddenWhileImpersonating: true,
  name: 'deleteUser',
  method: 'DELETE',
  url: '/api/users/{id}',
  summary: 'Deactivate a user immediately and erase them in the next nightly run',
  params: byId,
  problems: [...deletionFailures],
})

export const deleteManyUsers = endpoint({
  tag: 'User deletion',
  guard: deleteUsers,
  forbiddenWhileImpersonating: true,
  name: 'deleteManyUsers',
  method: 'DELETE',
  url: '/api/users',
  summary: 'Delete several users: all of them, or none if one is rejected',
  body: ids,
  problems: [...deletionFailures],
})

export const approveDeletion = endpoint({
  tag: 'User deletion',
  guard: approveDeletions,
  forbiddenWhileImpersonating: true,
  name: 'approveDeletion',
  method: 'POST',
  url: '/api/users/deletion/{id}/approve',
  summary: 'Approve the deletion of a candidate',
  params: byId,
  reply: User,
  problems: [...deletionFailures, deletionProblems['not-all-candidates']],
})

export const approveManyDeletions = endpoint({
  tag: 'User deletion',
  guard: approveDeletions,
  forbiddenWhileImpersonating: true,
  name: 'approveManyDeletions',
  method: 'DELETE',
  url: '/api/users/deletion/approve',
  summary: 'Approve several deletions: all must be candidates, otherwise nothing changes',
  body: ids,
  problems: [...deletionFailures, deletionProblems['not-all-candidates']],
})

const line = z.object({ key: z.string(), subject: z.string(), account: z.string() })
/** What a user would leave behind. */
export const OwnedItems = z.object({
  assigned: z.array(line),
  reported: z.array(line),
  watched: z.array(line),
  tokens: z.array(
    z.object({ name: z.string(), expiresAt: z.iso.datetime(), lastUsedAt: z.nullable(z.iso.datetime()) }),
  ),
  /** Machine access that they answer for, by kind: it works only while they may make it. */
  machineAccess: z.array(z.object({ kind: z.string(), name: z.string(), account: z.nullable(z.string()) })),
  /** Accounts whose customer-success manager they are. */
  managedAccounts: z.array(z.object({ name: z.string(), displayName: z.string() })),
  /** Users who name them as their manager. */
  reports: z.int(),
  sessions: z.int(),
})
export type OwnedItems = z.output<typeof OwnedItems>

export const readOwnedItems = endpoint({
  tag: 'User deletion',
  guard: approveDeletions,
  name: 'readOwnedItems',
  method: 'GET',
  url: '/api/users/{id}/owned-items',
  summary: 'List the owned items of a user: open cases, watches, tokens, machine access, accounts',
  params: byId,
  reply: OwnedItems,
  problems: [managedUserProblems['user-not-found']],
})

export const transferOwnedItems = endpoint({
  tag: 'User deletion',
  guard: approveDeletions,
  forbiddenWhileImpersonating: true,
  name: 'transferOwnedItems',
  method: 'POST',
  url: '/api/users/{id}/owned-items/transfer',
  summary: 'Transfer the owned items of a user: open cases, watches, machine access, accounts',
  params: byId,
  body: z.strictObject({ to: userId }),
  reply: z.object({ cases: z.int(), watches: z.int(), accounts: z.int(), machineAccess: z.int() }),
  problems: [managedUserProblems['user-not-found'], deletionProblems['invalid-successor']],
})
