import {
  IconAlertCircle,
  IconBell,
  IconCalendarEvent,
  IconCheck,
  IconCreditCard,
  IconHeadset,
  IconLock,
  IconMessage,
  IconPackage,
  IconPlugConnected,
  IconUserPlus,
} from '#kit/web/icons/icons.generated.ts'
import type { Notification } from '../contract.ts'
import { styleOfType } from './type-style.tsx'

const signs = {
  cases: { colour: 'light-blue', Icon: IconHeadset },
  chat: { colour: 'light-blue', Icon: IconMessage },
  approvals: { colour: 'dark-yellow', Icon: IconCheck },
  requests: { colour: 'light-blue', Icon: IconUserPlus },
  releases: { colour: 'green', Icon: IconPackage },
  calendar: { colour: 'light-blue', Icon: IconCalendarEvent },
  subscriptions: { colour: 'dark-yellow', Icon: IconCreditCard },
  alerts: { colour: 'red', Icon: IconAlertCircle },
  integrations: { colour: 'dark-yellow', Icon: IconPlugConnected },
  account: { colour: 'light-blue', Icon: IconLock },
} as const

/** The colour and the icon of a notification: those of its group, of an announcement those of its type. */
export function signOf({ group, announcement }: Pick<Notification, 'group' | 'announcement'>) {
  if (announcement) return styleOfType(announcement.type)
  return group in signs ? signs[group as keyof typeof signs] : { colour: 'light-blue', Icon: IconBell }
}
