import { useLocation, useNavigate } from '@tanstack/react-router'
import { caseNotified } from '#features/support/cases/contract.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { addNotification } from '#kit/web/notices/notifications.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { useAccounts } from '#kit/web/who/account.tsx'
import { caseLink } from './case-scope.ts'
import { notificationTitle } from './notification-title.ts'
import { text } from './text.ts'

/**
 * Listens, on every page, for comments in cases that concern the user: into the bell, and as a toast on other pages.
 */
export function CaseListener() {
  const accounts = useAccounts()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useTopic(caseNotified, {}, (message) => {
    if (message === null) return
    const { key, subject, by, internal } = message
    const account = accounts.find(({ name }) => name === message.account)
    if (!account) return
    const to = caseLink({ key, account: account.name, accountId: account.id, internal })
    const title = notificationTitle(message, by ?? text('bell.somebody'))
    addNotification({ id: message.id, title, detail: subject, to, at: new Date().toISOString() })
    const here = (search as { id?: string }).id === key || pathname.endsWith(`/case/${key}`)
    if (here) return
    toast({
      tone: 'info',
      title: escapeHtml(title),
      detail: escapeHtml(subject),
      action: { label: text('bell.open'), run: () => void navigate({ to }) },
    })
  })
  return null
}

function escapeHtml(words: string): string {
  return words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
