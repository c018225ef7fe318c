import type { AnnouncementType } from '#features/messaging/templates/contract.ts'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '#kit/web/icons/icons.generated.ts'

const styles = {
  info: { colour: 'light-blue', Icon: IconInfoCircle },
  success: { colour: 'green', Icon: IconCircleCheck },
  warning: { colour: 'dark-yellow', Icon: IconAlertTriangle },
  error: { colour: 'red', Icon: IconAlertCircle },
} as const

/** The colour and the icon of an announcement's type. */
export function styleOfType(type: AnnouncementType) {
  return styles[type]
}
