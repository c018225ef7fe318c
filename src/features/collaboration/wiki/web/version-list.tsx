import { IconLock } from '#kit/web/icons/icons.generated.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import type { WikiVersion } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './history.module.css'

type Chosen = { readonly from: number; readonly to: number }

/** The versions, the newest first; two of them are chosen for comparison, the older one in the first column. */
export function VersionList(props: {
  versions: readonly WikiVersion[]
  total: number
  from: number
  to: number
  onChoose: (chosen: Chosen) => void
}) {
  const t = useText()
  const { versions, total, from, to, onChoose } = props
  return (
    <section className={classes.versions} aria-label={t('versions')}>
      <h2>
        {t('versions')} <span className={classes.note}>{t('versionCount', { count: total })}</span>
      </h2>
      <ol>
        {versions.map(({ n, author, saved, note, restored, audience }) => (
          <li key={n} data-chosen={n === from || n === to || undefined}>
            <span className={classes.ends}>
              <input
                type="radio"
                name="from"
                aria-label={t('compareFrom', { n })}
                title={t('compareFrom', { n })}
                checked={n === from}
                onChange={() => onChoose({ from: n, to: Math.max(n, to) })}
              />
              <input
                type="radio"
                name="to"
                aria-label={t('compareTo', { n })}
                title={t('compareTo', { n })}
                checked={n === to}
                onChange={() => onChoose({ from: Math.min(n, from), to: n })}
              />
            </span>
            <span className={classes.versionText}>
              <span>
                <strong>{t('version', { n })}</strong> <span translate="no">{author ?? t('someone')}</span>
                {audience === 'VENDOR' && (
                  <IconLock size={13} className={classes.lock} aria-label={t('internal')} role="img" />
                )}
              </span>
              <span className={classes.note}>
                <time dateTime={saved}>{formatDateTime(saved)}</time>
                {restored !== null && ` · ${t('restoredFrom', { n: restored })}`}
              </span>
              {note && (
                <span className={classes.versionNote} translate="no">
                  {note}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {total > versions.length && <p className={classes.note}>{t('olderVersions', { count: versions.length })}</p>}
    </section>
  )
}
