import type { Setting } from '#kit/server/settings/setting.ts'
import type { SettingValues } from '#kit/server/settings/setting-values.ts'

/** Whether the inventory of accounts is collected that have no settings of their own. */
export const inventoryCollected: Setting<string> = {
  key: 'inventory.collected',
  type: { kind: 'CHOICE', options: ['on', 'off'] },
  default: 'on',
}

/** The local time of such an account at which it is collected. */
export const inventoryTime: Setting<string> = {
  key: 'inventory.time',
  type: { kind: 'TEXT', longest: 5 },
  default: '02:00',
  accepts: (text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text),
}

export type InventoryDefaults = { readonly enabled: boolean; readonly at: string }

/** What counts for accounts that have no settings of their own. */
export function inventoryDefaults(settings: SettingValues): InventoryDefaults {
  return { enabled: settings.valueOf(inventoryCollected) === 'on', at: settings.valueOf(inventoryTime) }
}
