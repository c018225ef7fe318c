import { useState } from 'react'
import { formatInZone } from '#features/messaging/delivery-times/web/index.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import type { AnnouncementPreview } from '../contract/announcement.ts'
import { useText } from '../texts.ts'
import type { AnnouncementValues } from './announcement-values.ts'
import classes from './dry-run.module.css'

/** Who would get it now, and when: the server's dry run, while the form is edited. */
export function DryRun(props: {
  values: AnnouncementValues
  preview: AnnouncementPreview | undefined
  error: Error | null
}) {
  const t = useText()
  const { values, preview: data, error } = props
  return (
    <Card title={t('preview.who')} note={t('preview.whoNote')}>
      {error ? (
        <InlineAlert>{t('preview.fix')}</InlineAlert>
      ) : data ? (
        <>
          <Figures preview={data} />
          {data.missing.length > 0 && <Missing preview={data} />}
          {values.when !== 'NOW' && <Times preview={data} zone={values.timeZone} />}
        </>
      ) : (
        <LoadingRows rows={2} />
      )}
    </Card>
  )
}

/** Accounts for which the text would have a gap. */
function Missing({ preview }: { preview: AnnouncementPreview }) {
  const t = useText()
  return (
    <div className={classes.missing}>
      <p className={classes.name}>{t('preview.missing')}</p>
      <ul className={classes.zones}>
        {preview.missing.map(({ account, variables, users }) => (
          <li key={`${account} ${variables.join()}`}>
            <span translate="no">{account ?? t('preview.noAccount')}</span>{' '}
            <span>
              <code translate="no">{variables.join(', ')}</code> · {t('preview.missingUsers', { count: users })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Figures({ preview }: { preview: AnnouncementPreview }) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  const figures = [
    ['users', preview.count],
    ['accounts', preview.accounts],
    ['mails', preview.mails],
    ['muted', preview.muted],
  ] as const
  return (
    <div className="form-stack">
      <dl className={classes.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dd>{value.toLocaleString('en-GB')}</dd>
            <dt>{t(`preview.${name}`)}</dt>
          </div>
        ))}
      </dl>
      {preview.count > 0 && (
        <div>
          <Button size="compact-sm" variant="light" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? t('preview.hide') : t('preview.list')}
          </Button>
        </div>
      )}
      {isShown && (
        <ul className={classes.users}>
          {preview.recipients.map(({ username, fullName, accounts }) => (
            <li key={username}>
              <strong>{fullName}</strong> <span>{[username, ...accounts].join(' · ')}</span>
            </li>
          ))}
        </ul>
      )}
      {isShown && preview.count > preview.recipients.length && (
        <p className="form-words">
          {t('preview.listNote', {
            count: preview.count,
            shown: preview.recipients.length.toLocaleString('en-GB'),
            total: preview.count.toLocaleString('en-GB'),
          })}
        </p>
      )}
      {preview.banners.length > 0 && (
        <div className="form-words">
          <p>{t('preview.banners')}</p>
          <ul>
            {preview.banners.map(({ id, title, users }) => (
              <li key={id}>{t('preview.bannerUsers', { title, count: users })}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function Times({ preview, zone }: { preview: AnnouncementPreview; zone: string }) {
  const t = useText()
  return (
    <div className={classes.times}>
      <p className={classes.name}>{t('preview.next')}</p>
      <ol className={classes.chips}>
        {preview.occurrences.map((at) => (
          <li key={at}>
            <time dateTime={at}>{formatInZone(at, zone)}</time>
          </li>
        ))}
      </ol>
      {preview.lastDayOfMonth && <p className="form-words">{t('preview.lastDay')}</p>}
      {preview.zones.length > 0 && (
        <>
          <p className={classes.name}>{t('preview.zones')}</p>
          <ul className={classes.zones}>
            {preview.zones.map(({ timeZone, first }) => (
              <li key={timeZone}>
                <span>{timeZone.replaceAll('_', ' ')}</span> <time dateTime={first}>{formatInZone(first, zone)}</time>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
