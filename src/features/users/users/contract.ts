import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
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

export const userCreated = defineEvent('user.created', {
  audience: 'person',
  text: 'invited {subject}',
  selfText: 'signed up',
  data: { email: z.string(), fullName: z.string(), provider: z.optional(z.string()) },
})
export const userActivated = defineEvent('user.activated', {
  audience: 'person',
  text: 'activated their user account',
  data: { issuer: z.optional(z.string()) },
})
/**
 * A user with existing access came through an external provider for the first time; it authenticates them from now on.
 */
export const userBound = defineEvent('user.linked-to-provider', {
  audience: 'person',
  text: 'first signed in with the identity provider',
  data: { issuer: z.string() },
})
export const userLockedOut = defineEvent('user.locked-out', { audience: 'person', text: 'was locked out' })
export const userUnlocked = defineEvent('user.unlocked', { audience: 'person', text: 'was unlocked' })
/**
 * Roles were granted or revoked: `data.given` and `data.taken` are `ROLE` or `ROLE:account`; one event for each
 * account.
 */
export const rolesChangedBy = defineEvent('user.roles-set', {
  audience: 'account',
  text: 'changed the roles of {subject}',
  data: { given: z.array(z.string()), taken: z.array(z.string()) },
})
export const passwordResetAsked = defineEvent('user.password-reset-requested', {
  audience: 'person',
  text: 'requested a new password',
})
export const emailChangeAsked = defineEvent('user.email-change-requested', {
  audience: 'person',
  text: 'asked for a new e-mail address of {subject}',
})
export const tokenCreated = defineEvent('user.token-created', {
  audience: 'person',
  text: 'created an API token',
  data: { token: z.int(), name: z.string(), permissions: z.optional(z.nullable(z.array(z.string()))) },
})
export const tokenRevoked = defineEvent('user.token-revoked', {
  audience: 'person',
  text: 'revoked an API token',
  data: { token: z.int(), name: z.string() },
})
/** Everything ended that works for a user without a new sign-in. */
export const accessEnded = defineEvent('user.access-ended', {
  audience: 'person',
  text: 'ended all access of {subject}',
})
export const settingsChanged = defineEvent('user.settings-changed', {
  audience: 'person',
  text: 'changed the settings',
  data: {
    changes: changesTo({
      increaseFontSize: z.boolean(),
      theme: z.enum(['auto', 'dark', 'light']),
      density: z.enum(['comfortable', 'compact', 'normal']),
      keys: z.boolean(),
      mailCases: z.boolean(),
      caseMail: z.enum(['all', 'outages', 'own']),
      mailReleases: z.boolean(),
      timeZone: z.string(),
      language: z.enum(['en', 'pseudo']),
      views: z.record(z.string(), z.array(z.unknown())),
      columns: z.record(z.string(), z.array(z.string())),
      pinnedAccounts: z.array(z.string()),
    }),
    through: z.optional(z.string()),
  },
})

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
