import type { PageAddress } from '#kit/web/pages.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useText } from '../texts.ts'
import { CaseScreen } from './case-screen.tsx'
import { prefetchCases } from './use-case-list.ts'

/** The queue over all accounts, for vendor staff. */
export function Queue() {
  const t = useText()
  return <CaseScreen scope={{ account: null, internal: false }} title={t('queue.title')} note={t('queue.note')} />
}

/** Requests its first cases. */
export const askQueue = (at: PageAddress) => prefetchCases(at, { account: null, internal: false })

/** The cases of one account on the customer side. */
export function CustomerCases() {
  const t = useText()
  const account = useAccount()
  return (
    <CaseScreen
      scope={{ account, internal: false }}
      title={t('cases.title')}
      note={t('cases.note', { account: account?.displayName ?? '' })}
    />
  )
}

/** Requests its first cases. */
export const askCustomerCases = (at: PageAddress) => prefetchCases(at, { account: at.account, internal: false })

/** The cases of one account that no customer sees. */
export function InternalCases() {
  const t = useText()
  const account = useAccount()
  return (
    <CaseScreen
      scope={{ account, internal: true }}
      title={t('internalCases.title')}
      note={t('internalCases.note', { account: account?.displayName ?? '' })}
    />
  )
}

/** Requests its first cases. */
export const askInternalCases = (at: PageAddress) => prefetchCases(at, { account: at.account, internal: true })
