import { useEventWords } from '#features/platform/audit/web/index.ts'
import { readBundleHistory } from '#features/software/bundles/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Avatar } from '#kit/web/look/face.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAccounts } from '#kit/web/who/account.tsx'
import { useText } from '../texts.ts'
import classes from './bundle-page.module.css'

/** The history of a bundle, its files, notes and releases. */
export function HistoryTab({ bundleId }: { bundleId: string }) {
  const t = useText()
  const words = useEventWords()
  const accounts = useAccounts()
  const result = useQueryOf(readBundleHistory, { params: { id: bundleId }, query: { size: 200 } })
  return (
    <QueryView query={result}>
      {({ _embedded: { entries } }) => (
        <ol className={`${classes.frame} ${classes.entries}`} aria-label={t('tab.history')}>
          {entries.map(({ id, name, at, by, what, account }) => (
            <li key={id} className={classes.entry}>
              <Avatar name={by ?? t('history.portal')} size={24} />
              <div>
                <strong>{by ?? t('history.portal')}</strong> {words(name, what ?? t('history.bundle'))}
                {account && (
                  <span className={classes.quiet}>
                    {' '}
                    · {accounts.find(({ name }) => name === account)?.displayName ?? account}
                  </span>
                )}
              </div>
              <time dateTime={at}>{formatDateTime(at)}</time>
            </li>
          ))}
        </ol>
      )}
    </QueryView>
  )
}
