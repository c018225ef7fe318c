import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'

const Settings = z.object({
  increaseFontSize: z.boolean(),
  theme: z.enum(['light', 'dark', 'auto']),
  density: z.enum(['compact', 'normal', 'comfortable']),
  keys: z.boolean(),
  timeZone: z.nullable(z.string()),
  language: z.enum(['en', 'pseudo']),
  /** Saved views of lists. */
  views: z.optional(z.array(z.object({ list: z.string(), name: z.string(), search: z.string() }))),
})
/** How the person wants the portal to look and behave. */
export type Settings = z.output<typeof Settings>

const Me = z.object({
  id: z.string(),
  username: z.string(),
  fullName: z.string(),
  userAcl: z.object({
    groupsByRole: z.record(z.string(), z.array(z.string())),
    rolesByGroup: z.record(z.string(), z.array(z.string())),
  }),
  assignedAccounts: z.array(z.string()),
  expires_in: z.number(),
  session_duration_in_hours: z.number(),
  refresh_count: z.number(),
  impersonateMode: z.nullable(
    z.object({ username: z.string(), fullName: z.string(), reason: z.string(), expiresAt: z.string() }),
  ),
})

const common = { tag: 'Session', guard: 'signed-in', problems: [] } as const

export const getMe = endpoint({
  ...common,
  name: 'getMe',
  method: 'GET',
  url: '/api/users/me',
  summary: 'Me',
  reply: Me,
})
export const getSettings = endpoint({
  ...common,
  name: 'getMySettings',
  method: 'GET',
  url: '/api/users/me/settings',
  summary: 'My settings',
  reply: Settings,
})
export const changeSettings = endpoint({
  ...common,
  name: 'changeMySettings',
  method: 'PATCH',
  url: '/api/users/me/settings',
  summary: 'Change my settings',
  body: z.partial(Settings),
  reply: Settings,
})
export const exitImpersonation = endpoint({
  ...common,
  name: 'exitImpersonation',
  method: 'DELETE',
  url: '/api/users/impersonate',
  summary: 'Exit',
})
