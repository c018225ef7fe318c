import { readSigningRoot } from '#features/platform/signing/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { CopyableText } from '#kit/web/look/to-copy.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import classes from './verification.module.css'

/** The fingerprint of the vendor's offline root. */
export function RootCard() {
  const t = useText()
  const query = useQueryOf(readSigningRoot, {})
  return (
    <Card title={t('root.title')}>
      <QueryView query={query} rows={2}>
        {({ root }) => (
          <>
            {!root && <p className={classes.quiet}>{t('root.none')}</p>}
            {root && (
              <div className={classes.stack}>
                <p className={classes.quiet}>{t('root.text')}</p>
                {root.fingerprints.map((fingerprint) => (
                  <CopyableText key={fingerprint} label={t('root.fingerprint')} text={fingerprint} copy={t('copy')} />
                ))}
                <p className={classes.quiet}>
                  {t('root.until', { version: root.version, date: formatDate(root.expires) })}{' '}
                  <a href="/.well-known/headend-keys.list" download>
                    {t('root.list')}
                  </a>
                </p>
              </div>
            )}
          </>
        )}
      </QueryView>
    </Card>
  )
}
