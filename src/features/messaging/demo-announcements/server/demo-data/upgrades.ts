import type { InputValues } from '#features/messaging/templates/contract.ts'
import type { DemoAnnouncement } from './announcements.ts'

const DAY = 86_400_000
type DemoUpgrade = Omit<DemoAnnouncement, 'title' | 'message'> & {
  readonly template: 'Planned upgrade'
  readonly inputs: InputValues
}

/** Announcements of the demo that have a template. */
export function demoUpgrades(): readonly DemoUpgrade[] {
  return [
    upgrade('nordfeld-kabel', { days: 9, window: '01:00 to 05:00', minutes: '6' }),
    upgrade('maplegrid', { days: 16, window: '00:30 to 03:00', minutes: '4' }),
  ]
}

function upgrade(account: string, plan: { days: number; window: string; minutes: string }): DemoUpgrade {
  const { days, window, minutes } = plan
  const day = new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
  return {
    template: 'Planned upgrade',
    inputs: { day, window, minutes, version: 'cOS-CN-DOCSIS 3.24.2' },
    ...{
      type: 'warning',
      deliveryMethod: 'BellAlert',
      category: 'Maintenance',
      hoursAgo: 3,
      expiresInHours: days * 24,
    },
    ...{ recipientsType: 'FILTER', recipients: { accounts: [account] }, state: 'ENABLED' },
  }
}
