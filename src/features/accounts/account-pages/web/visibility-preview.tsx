import { useEffect } from 'react'
import type { Account } from '#features/accounts/accounts/contract.ts'
import { previewFederation } from '#features/accounts/accounts/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { useText } from '../texts.ts'
import classes from './account-page.module.css'

/** Who would gain or lose sight of the account by a change, before it is made; `onKnown` gets whether that is known. */
export function VisibilityPreview(props: {
  account: Account
  change: { readonly parentAccount?: string; readonly viewOnly?: boolean }
  onKnown?: (isKnown: boolean) => void
}) {
  const t = useText()
  const { account, change, onKnown } = props
  const { data, error } = useQueryOf(previewFederation, { params: { id: account.id }, query: change })
  const isKnown = data !== undefined
  useEffect(() => onKnown?.(isKnown), [isKnown, onKnown])
  if (error) return <p className={classes.error}>{error.message}</p>
  const users = data?._embedded.users
  return (
    <section aria-label={t('federation.preview')}>
      {users?.length === 0 && <p>{t('federation.nobody')}</p>}
      <ul className={classes.lines}>
        {users?.map(({ user, change: scope, cases, releases }) => (
          <li key={user.id}>
            <span>
              {user.fullName} <small>{t('federation.counts', { cases, releases })}</small>
            </span>
            <Badge colour={scope === 'GAINS' ? 'green' : 'orange'} plain>
              {t(scope === 'GAINS' ? 'federation.gains' : 'federation.loses')}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}
