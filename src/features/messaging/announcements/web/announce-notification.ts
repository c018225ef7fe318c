import { call } from '#kit/web/data/call.ts'
import { escapeHtml } from '#kit/web/notices/escape-html.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { listNotifications } from '../contract.ts'
import { text } from '../texts.ts'

/** Groups with toasts of their own, or with none. */
const others = ['cases', 'announcements', 'account']

/** Shows the newest notification of the group in a toast that leads to what it is about. */
export async function announceNotification(group: string, open: (to: string) => void): Promise<void> {
  if (others.includes(group)) return
  const { _embedded } = await call(listNotifications, { query: { group: [group], unread: true, size: 1 } })
  const [newest] = _embedded.notifications
  if (!newest) return
  const { title, text: detail, link } = newest
  toast({
    tone: 'info',
    title: escapeHtml(title),
    detail: escapeHtml(detail),
    ...(link?.startsWith('/') ? { action: { label: text('inbox.go'), run: () => open(link) } } : {}),
  })
}
