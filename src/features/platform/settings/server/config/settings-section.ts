import { recordEvent } from '#kit/server/events/event.ts'
import { type SettingRules, storedSettings } from '#kit/server/settings/setting-values.ts'
import { type SettingValue, settingsEdited } from '../../contract.ts'
import { applySettings, settingFlaws } from '../change-settings.ts'
import { lockSettings } from '../setting-store.ts'
import type { ConfigSection } from './config-section.ts'

/** The settings in a configuration file. */
export function settingsSection(rules: SettingRules): ConfigSection {
  return {
    name: 'settings',
    read: async (db) => {
      const knownSettings = (await storedSettings(db)).filter(({ key }) =>
        rules.all.some((setting) => setting.key === key),
      )
      return Object.fromEntries(knownSettings.map(({ key, value }) => [key, value]))
    },
    flawsOf: (values) => settingFlaws(rules, values),
    lockOf: (key) => {
      const setting = rules.all.find((one) => one.key === key)
      return setting ? rules.lockOf(setting) : null
    },
    lock: lockSettings,
    async apply(tx, changes, actor) {
      const wantedValues = changes as Readonly<Record<string, SettingValue | null>>
      const changedSettings = await applySettings(tx, rules, { wanted: wantedValues, userId: null })
      if (Object.keys(changedSettings).length > 0)
        await recordEvent(tx, settingsEdited, actor, { data: { changes: changedSettings } })
    },
  }
}
