import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { eventKind } from '#kit/contract/event.ts'
import { halList } from '#kit/contract/hal.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { Me } from './contract/me.ts'
import { Passkey } from './contract/passkey-calls.ts'
import { proof, reauthentication } from './contract/proof.ts'
import { settingShapes, UserSettings } from './contract/settings.ts'
import { userProblems } from './contract/user-problems.ts'

export { ImpersonateMode, impersonationChanged, Me } from './contract/me.ts'
export { addPasskey, beginPasskey, Passkey, removePasskey, renamePasskey } from './contract/passkey-calls.ts'
export { type PasswordOwner, type PasswordRule, passwordRules, passwordRuleTexts } from './contract/password-rule.ts'
export { UserSettings, usualSettings } from './contract/settings.ts'
export { canMove, type StateAction, stateActions, type UserMove, UserState, userMoves } from './contract/user-moves.ts'
export { userProblems } from './contract/user-problems.ts'

export const userCreated = eventKind('user.created', 'person')
export const userActivated = eventKind('user.activated', 'person')
/** Somebody who had access already came through an outside provider for the first time; it vouches for them from now on. */
export const userBound = eventKind('user.bound', 'person')
export const userLockedOut = eventKind('user.locked-out', 'person')
export const userUnlocked = eventKind('user.unlocked', 'person')
export const rolesChanged = eventKind('user.roles-changed', 'person')
export const passwordChanged = eventKind('user.password-changed', 'person')
export const passwordResetAsked = eventKind('user.password-reset-asked', 'person')
export const factorAdded = eventKind('user.factor-added', 'person')
export const factorRenamed = eventKind('user.factor-renamed', 'person')
export const factorRemoved = eventKind('user.factor-removed', 'person')
export const recoveryCodesMade = eventKind('user.recovery-codes-made', 'person')
export const recoveryCodeUsed = eventKind('user.recovery-code-used', 'person')
export const tokenCreated = eventKind('user.token-created', 'person')
export const tokenRevoked = eventKind('user.token-revoked', 'person')
export const settingsChanged = eventKind('user.settings-changed', 'person')

export const readMe = endpoint({
  tag: 'Me',
  guard: 'signed-in',
  name: 'readMe',
  method: 'GET',
  url: '/api/users/me',
  summary: 'Who I am, with my roles in both directions and the time my session has',
  reply: Me,
  problems: [],
})

export const readMySettings = endpoint({
  tag: 'Me',
  guard: 'signed-in',
  name: 'readMySettings',
  method: 'GET',
  url: '/api/users/me/settings',
  summary: 'My settings',
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

/** An API token as its holder sees it: never the secret. */
export const TokenRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Names of the rights it is narrowed to; null is all of its holder's. */
  permissions: z.nullable(z.array(z.string())),
  expiresAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
})

export const listMyTokens = endpoint({
  tag: 'API tokens',
  guard: 'signed-in',
  name: 'listMyTokens',
  method: 'GET',
  url: '/api/users/me/tokens',
  summary: 'My API tokens, the newest first',
  reply: halList('tokens', TokenRow),
  problems: [],
})

export const createMyToken = endpoint({
  tag: 'API tokens',
  guard: 'signed-in',
  name: 'createMyToken',
  secretReply: true,
  method: 'POST',
  url: '/api/users/me/tokens',
  summary: 'Make an API token; its secret is told here and never again',
  body: z.strictObject({
    name: z.string().check(z.regex(/\S/), z.maxLength(80)),
    permissions: z.optional(
      z.nullable(z.array(z.string().check(z.maxLength(64))).check(z.minLength(1), z.maxLength(100))),
    ),
    /** At most a year ahead. */
    expiresAt: z.iso.datetime(),
  }),
  reply: z.extend(TokenRow, { token: z.string() }),
  status: 201,
  problems: [userProblems['token-permission-unknown'], kitProblems['fresh-sign-in-required']],
})

export const revokeMyToken = endpoint({
  tag: 'API tokens',
  guard: 'signed-in',
  name: 'revokeMyToken',
  method: 'DELETE',
  url: '/api/users/me/tokens/{id}',
  summary: 'Revoke an API token at once',
  params: z.strictObject({ id: z.string().check(z.regex(/^\d{1,18}$/)) }),
  problems: [userProblems['token-not-found'], kitProblems['fresh-sign-in-required']],
})

/** What a person signs in with. */
export const Factors = z.object({
  password: z.object({ set: z.boolean(), changedAt: z.nullable(z.iso.datetime()) }),
  totp: z.object({ enabled: z.boolean(), since: z.nullable(z.iso.datetime()) }),
  recoveryCodes: z.object({ left: z.int() }),
  passkeys: z.array(Passkey),
  /** Whether passkeys can be added here: not where the portal is reached by a bare network address. */
  passkeysPossible: z.boolean(),
  /** Whether a role or an account of the person demands a second factor. */
  required: z.boolean(),
  /** The identity provider that looks after all of these; null where the portal does. */
  provider: z.nullable(z.string()),
})

export const readMyFactors = endpoint({
  tag: 'Sign-in factors',
  guard: 'signed-in',
  name: 'readMyFactors',
  method: 'GET',
  url: '/api/users/me/factors',
  summary: 'What I sign in with',
  reply: Factors,
  problems: [],
})

export const changeMyPassword = endpoint({
  tag: 'Sign-in factors',
  guard: 'signed-in',
  name: 'changeMyPassword',
  method: 'POST',
  url: '/api/users/me/factors/password',
  summary: 'Change my password; my other sessions can end with it',
  body: z.strictObject({
    currentPassword: z.string().check(z.maxLength(1024)),
    newPassword: z.string().check(z.maxLength(1024)),
    endOtherSessions: z.optional(z.boolean()),
  }),
  problems: [userProblems['password-wrong'], userProblems['password-unfit'], userProblems['managed-elsewhere']],
})

export const beginTotp = endpoint({
  tag: 'Sign-in factors',
  guard: 'signed-in',
  name: 'beginTotp',
  secretReply: true,
  method: 'POST',
  url: '/api/users/me/factors/totp',
  summary: 'Begin to set up an authenticator; it counts once a code has confirmed it',
  body: z.strictObject(proof),
  reply: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
  problems: [...reauthentication, userProblems['factor-exists'], userProblems['managed-elsewhere']],
})

export const confirmTotp = endpoint({
  tag: 'Sign-in factors',
  guard: 'signed-in',
  name: 'confirmTotp',
  secretReply: true,
  method: 'POST',
  url: '/api/users/me/factors/totp/confirm',
  summary: 'Confirm the authenticator with a code; answers the recovery codes, once',
  body: z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/)) }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  problems: [userProblems['code-wrong'], userProblems['factor-not-found'], userProblems['factor-exists']],
})

export const removeTotp = endpoint({
  tag: 'Sign-in factors',
  guard: 'signed-in',
  name: 'removeTotp',
  method: 'DELETE',
  url: '/api/users/me/factors/totp',
  summary: 'Remove my authenticator and its recovery codes; within 10 minutes of sign-in',
  problems: [kitProblems['fresh-sign-in-required'], userProblems['factor-not-found'], userProblems['factor-required']],
})

export const renewRecoveryCodes = endpoint({
  tag: 'Sign-in factors',
  guard: 'signed-in',
  name: 'renewRecoveryCodes',
  secretReply: true,
  method: 'POST',
  url: '/api/users/me/factors/recovery-codes',
  summary: 'Make new recovery codes; the old ones are void',
  body: z.strictObject(proof),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  problems: [...reauthentication, userProblems['factor-not-found']],
})
