import { useLocation, useNavigate } from '@tanstack/react-router'
import { caseNotified } from '#features/support/cases/contract.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { useAccounts } from '#kit/web/who/account.tsx'
import { caseLink } from './case-scope.ts'

/**
 * Listens, on every page, for events of cases that concern the user: a toast on other pages.
 */
export function CaseListener() {
  const accounts = useAccounts()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useTopic(caseNotified, {}, (message) => {
    if (message === null) return
    const { key, internal } = message
    const account = accounts.find(({ name }) => name === message.account)
    if (!account) return
    const to = caseLink({ key, account: account.name, accountId: account.id, internal })
    const isOpen = (search as { id?: string }).id === key || pathname.endsWith(`/case/${key}`)
    // With the texts of cases, which a page without cases does not load.
    void import('./announce-case.ts').then(({ announceCase }) =>
      announceCase(message, { isOpen, open: () => void navigate({ to }) }),
    )
  })
  return null
}
