import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '#kit/web/icons/icons.generated.ts'
import type { ToastVariant } from './toast-text.ts'

const icons = { success: IconCircleCheck, info: IconInfoCircle, warning: IconAlertTriangle, error: IconAlertCircle }

/** The icon before a toast's text. */
export function ToastIcon({ tone }: { tone: ToastVariant }) {
  const Icon = icons[tone]
  return <Icon size={18} aria-hidden />
}
