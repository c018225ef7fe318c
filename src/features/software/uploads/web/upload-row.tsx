import { formatBytes } from '#kit/web/form/bytes.ts'
import { IconCircleCheck, IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { useText } from '../texts.ts'
import { UploadBar } from './upload-bar.tsx'
import { isOpen, mayPause, type UploadItem } from './upload-item.ts'
import classes from './upload-panel.module.css'
import { uploads } from './uploads.ts'

/** One upload in the panel: its name, bar, stage and actions. */
export function UploadRow({ item }: { item: UploadItem }) {
  const t = useText()
  const { key, stage, name } = item
  return (
    <li className={classes.item}>
      <div className={classes.line}>
        <code className="el">{name}</code>
        {mayPause(item) && (
          <IconButton size={24} aria-label={t('panel.pause', { name })} onClick={() => uploads.pause(key)}>
            <IconPlayerPause size={14} aria-hidden />
          </IconButton>
        )}
        {stage === 'paused' && (
          <IconButton size={24} aria-label={t('panel.resume', { name })} onClick={() => uploads.resume(key)}>
            <IconPlayerPlay size={14} aria-hidden />
          </IconButton>
        )}
        {stage === 'failed' && (
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconRefresh size={14} aria-hidden />}
            aria-label={t('panel.retryOne', { name })}
            onClick={() => uploads.retry(key)}
          >
            {t('panel.retry')}
          </Button>
        )}
        {stage === 'done' && <IconCircleCheck size={16} className={classes.done} aria-hidden />}
        <IconButton
          size={24}
          aria-label={isOpen(item) ? t('panel.cancel', { name }) : t('panel.remove', { name })}
          onClick={() => uploads.remove(key)}
        >
          <IconX size={14} aria-hidden />
        </IconButton>
      </div>
      <UploadBar
        percent={item.percent}
        tone={stage === 'failed' || stage === 'paused' || stage === 'done' ? stage : undefined}
        label={name}
      />
      <p className={classes.note} data-failed={stage === 'failed' || undefined}>
        <Words item={item} />
      </p>
    </li>
  )
}

function Words({ item }: { item: UploadItem }) {
  const t = useText()
  const { stage, size } = item
  const sent = formatBytes(item.sent)
  if (stage === 'failed') return item.error
  if (stage === 'uploading' && size === undefined) return t('panel.fetching', { sent })
  if (stage === 'uploading') return t('panel.sent', { sent, size: formatBytes(size ?? 0) })
  if (stage === 'paused') return t('panel.paused', { sent, size: formatBytes(size ?? 0) })
  return t(`panel.${stage}`)
}
