import { useParams } from '@tanstack/react-router'
import { Page } from '#kit/web/look/page.tsx'
import { useAccount } from '#kit/web/who/account.tsx'
import { CaseDetail } from './case-detail.tsx'
import { refreshCase, useCaseMessages } from './use-fresh-cases.ts'

/** A case as a page of its own. */
export function CasePage() {
  const account = useAccount()
  const { key = '' } = useParams({ strict: false }) as { key?: string }
  useCaseMessages(account?.name, (message) => {
    if (message === null || message.key === key) refreshCase(key)
  })
  return (
    <Page kind="fill">
      <CaseDetail key={key} caseKey={key} place={null} />
    </Page>
  )
}
