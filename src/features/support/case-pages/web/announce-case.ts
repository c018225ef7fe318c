import { addNotification } from '#kit/web/notices/notifications.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { text } from '../texts.ts'
import { type Change, notificationTitle } from './notification-title.ts'

/** Puts what happened in a case into the bell, and unless the case is open, into a toast that leads `to` it. */
export function announceCase(
  message: Change & { readonly id: string; readonly subject: string; readonly by: string | null },
  { to, isOpen, open }: { to: string; isOpen: boolean; open: () => void },
): void {
  const { id, subject, by } = message
  const title = notificationTitle(message, by ?? text('bell.somebody'))
  addNotification({ id, title, detail: subject, to, at: new Date().toISOString() })
  if (isOpen) return
  toast({
    tone: 'info',
    title: escapeHtml(title),
    detail: escapeHtml(subject),
    action: { label: text('bell.open'), run: open },
  })
}

function escapeHtml(words: string): string {
  return words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
