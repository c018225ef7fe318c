import type { Setting } from '#kit/server/settings/setting.ts'

/** Whether browsers can subscribe to notifications, which go through the push services of their makers. */
export const pushSetting: Setting<string> = {
  key: 'notifications.push',
  type: { kind: 'CHOICE', options: ['off', 'on'] },
  default: 'off',
}
