import type { Setting } from '#kit/server/settings/setting.ts'

/** How often a session of one hour may be refreshed; a session keeps the value with which it began. */
export const sessionHours: Setting<number> = {
  key: 'sign-in.session-hours',
  type: { kind: 'NUMBER', minimum: 1, maximum: 168, unit: 'HOURS' },
  default: 8,
  environment: { name: 'SESSION_HOURS', valueIn: (config) => config.sessionHours },
}
