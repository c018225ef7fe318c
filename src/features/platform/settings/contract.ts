import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { changesByName, defineEvent } from '#kit/contract/event.ts'
import { halList } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'
import { editSettings, PortalSetting, SettingValue } from './contract/setting.ts'

export { editSettings, PortalSetting, SettingValue } from './contract/setting.ts'

export const settingProblems = problems({
  'setting-locked': {
    status: 409,
    text: '{key} is set by the environment variable {variable}. Change it there, or remove the variable and restart the portal.',
  },
})

/** One event for all settings that were saved together. */
export const settingsEdited = defineEvent('settings.edited', {
  audience: 'vendor',
  text: 'changed settings of the portal',
  data: {
    /** By the name of each setting. */
    changes: changesByName,
  },
})

const settings = {
  url: '/api/settings',
  tag: 'Settings',
  guard: editSettings,
  /** `version` is the number of the last change, for `If-Match`. */
  reply: z.extend(halList('settings', PortalSetting), { version: z.int() }),
} as const

export const listSettings = endpoint({
  ...settings,
  name: 'listSettings',
  method: 'GET',
  summary: 'List the settings of the portal with their values and where these come from',
  problems: [],
})
export const changeSettings = endpoint({
  ...settings,
  name: 'changeSettings',
  method: 'PUT',
  summary: 'Change settings, all or none; null puts one back to its default',
  body: z.strictObject({
    values: z.record(z.string().check(z.maxLength(100)), z.nullable(SettingValue)),
  }),
  problems: [settingProblems['setting-locked']],
})
