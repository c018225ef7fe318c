import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { Me } from './contract/me.ts'
import { settingShapes, UserSettings } from './contract/settings.ts'

export { changeMyEmail, email } from './contract/email-calls.ts'
export { impersonationChanged } from './contract/impersonation-topics.ts'
export { ImpersonateMode, Me } from './contract/me.ts'
export { changeMyPassword } from './contract/password-calls.ts'
export { permissionsChanged } from './contract/permissions-changed.ts'
export { UserSettings, usualSettings } from './contract/settings.ts'
export { createMyToken, listMyTokens, revokeMyToken, TokenRow, tokenProblems } from './contract/token.ts'
export { UserState } from './contract/user-state-enum.ts'
export { userStates } from './contract/user-states.ts'
export {
  canTransition,
  type StateAction,
  stateActions,
  takesSeat,
  type UserMove,
  userTransitions,
} from './contract/user-transitions.ts'

export const userCreated = defineEvent('user.created', 'person')
export const userActivated = defineEvent('user.activated', 'person')
/**
 * A user with existing access came through an external provider for the first time; it authenticates them from now on.
 */
export const userBound = defineEvent('user.linked-to-provider', 'person', 'user.bound')
export const userLockedOut = defineEvent('user.locked-out', 'person')
export const userUnlocked = defineEvent('user.unlocked', 'person')
/**
 * Roles were granted or revoked: `data.given` and `data.taken` are `ROLE` or `ROLE:account`; one event for each
 * account.
 */
export const rolesChangedBy = defineEvent('user.roles-set', 'account')
export const passwordResetAsked = defineEvent('user.password-reset-requested', 'person', 'user.password-reset-asked')
export const emailChangeAsked = defineEvent('user.email-change-requested', 'person')
export const tokenCreated = defineEvent('user.token-created', 'person')
export const tokenRevoked = defineEvent('user.token-revoked', 'person')
/** Everything ended that works for a user without a new sign-in. */
export const accessEnded = defineEvent('user.access-ended', 'person')
export const settingsChanged = defineEvent('user.settings-changed', 'person')

export const readMe = endpoint({
  tag: 'Me',
  guard: 'signed-in',
  name: 'readMe',
  method: 'GET',
  url: '/api/users/me',
  summary: 'Read my user, roles and session time',
  reply: Me,
  problems: [],
})

export const readMySettings = endpoint({
  tag: 'Me',
  guard: 'signed-in',
  name: 'readMySettings',
  method: 'GET',
  url: '/api/users/me/settings',
  summary: 'Read my settings',
  reply: UserSettings,
  problems: [],
})

export const changeMySettings = endpoint({
  tag: 'Me',
  guard: 'signed-in',
  name: 'changeMySettings',
  method: 'PATCH',
  url: '/api/users/me/settings',
  summary: 'Change some of my settings',
  body: z.partial(z.strictObject(settingShapes)),
  reply: UserSettings,
  problems: [],
})
