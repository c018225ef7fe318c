import type { User } from '#features/users/user-management/contract.ts'
import type { Place } from '#kit/web/parts.tsx'
import type { AccountChoice } from '#kit/web/who/account.tsx'

/** Buttons in the head of the list of users; `account` is the account of the page, null on the page of all users. */
export const usersActions: Place<{ account: AccountChoice | null }> = { name: 'users-actions' }

/** Buttons in the head of the page of a user. */
export const userActions: Place<{ user: User }> = { name: 'user-actions' }
