import * as z from 'zod/mini'

const view = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(80)),
  search: z.record(z.string().check(z.maxLength(64)), z.unknown()),
})
/** Each setting with its possible values; the one list of them. */
export const settingShapes = {
  increaseFontSize: z.boolean(),
  theme: z.enum(['light', 'dark', 'auto']),
  density: z.enum(['compact', 'normal', 'comfortable']),
  /** Whether single-key shortcuts work. */
  keys: z.boolean(),
  /** Whether mail is sent about cases, and about delivered releases. */
  mailCases: z.boolean(),
  /**
   * Which cases mail is about: every case of the user's accounts, their own and watched ones, or outages alone.
   */
  caseMail: z.enum(['all', 'own', 'outages']),
  mailReleases: z.boolean(),
  /** IANA name; null follows the browser. */
  timeZone: z.nullable(z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/), z.maxLength(64))),
  language: z.enum(['en', 'pseudo']),
  /** Saved views of grids, by the grid's name. */
  views: z.record(z.string().check(z.maxLength(64)), z.array(view).check(z.maxLength(50))),
  /** The columns chosen for a grid, by the grid's name. */
  columns: z.record(
    z.string().check(z.maxLength(64)),
    z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100)),
  ),
  /** Ids of the accounts pinned to the top of the user's lists. */
  pinnedAccounts: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(500)),
}
/** The user's settings for appearance and behaviour. */
export const UserSettings = z.object(settingShapes)
export type UserSettings = z.output<typeof UserSettings>

export const usualSettings: UserSettings = {
  increaseFontSize: false,
  theme: 'auto',
  density: 'normal',
  keys: true,
  mailCases: true,
  caseMail: 'own',
  mailReleases: true,
  timeZone: null,
  language: 'en',
  views: {},
  columns: {},
  pinnedAccounts: [],
}
