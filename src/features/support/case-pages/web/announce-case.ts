import { escapeHtml } from '#kit/web/notices/escape-html.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { text } from '../texts.ts'
import { type Change, notificationTitle } from './notification-title.ts'

/** Shows what happened in a case in a toast that leads to it, unless the case is open. */
export function announceCase(
  message: Change & { readonly subject: string; readonly by: string | null },
  { isOpen, open }: { isOpen: boolean; open: () => void },
): void {
  if (isOpen) return
  const { subject, by } = message
  const title = notificationTitle(message, by ?? text('bell.somebody'))
  toast({
    tone: 'info',
    title: escapeHtml(title),
    detail: escapeHtml(subject),
    action: { label: text('bell.open'), run: open },
  })
}
