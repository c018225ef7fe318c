import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Read and change the settings of the portal. */
export const editSettings = permission('settings:edit', 'Change the settings of the portal', roles('ADMIN', 'CENTRAL'))

/** A number, a text, or a list of texts, by the type of the setting. */
export const SettingValue = z.union([
  z.int(),
  z.string().check(z.maxLength(500)),
  z.array(z.string()).check(z.maxLength(200)),
])
export type SettingValue = z.output<typeof SettingValue>

export const SettingType = z.object({
  kind: z.enum(['NUMBER', 'TEXT', 'CHOICE', 'LIST']),
  minimum: z.optional(z.int()),
  maximum: z.optional(z.int()),
  unit: z.optional(z.enum(['HOURS', 'DAYS', 'GB', 'PER_SECOND'])),
  /** The most characters of a text. */
  longest: z.optional(z.int()),
  options: z.optional(z.array(z.string())),
  /** The most entries of a list. */
  most: z.optional(z.int()),
})

/** A change of a setting; the value null put it back to its default. */
export const SettingChange = z.object({
  value: z.nullable(SettingValue),
  by: z.nullable(z.string()),
  at: z.iso.datetime(),
})

/** A value of the portal. The environment counts before a value that is set here, and that before the default. */
export const PortalSetting = z.object({
  key: z.string(),
  type: SettingType,
  value: SettingValue,
  default: SettingValue,
  source: z.enum(['DEFAULT', 'ENVIRONMENT', 'HERE']),
  /** The variable that can set it; while it does, the setting is locked. */
  variable: z.nullable(z.string()),
  /** The value that is set here, also while the environment counts before it. */
  here: z.nullable(SettingValue),
  /** Up to five changes, newest first. */
  history: z.array(SettingChange),
})
export type PortalSetting = z.output<typeof PortalSetting>
