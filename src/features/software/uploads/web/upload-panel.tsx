import { useEffect, useRef, useState } from 'react'
import { formatBytes } from '#kit/web/form/bytes.ts'
import {
  IconCircleCheck,
  IconMinus,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconRefresh,
  IconX,
} from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { useToastOffset } from '#kit/web/look/use-at-foot.ts'
import { formatCountdown } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import { ProgressRing, percentOf } from './ring.tsx'
import { UploadBar } from './upload-bar.tsx'
import { isOpen, mayPause, type UploadItem } from './upload-item.ts'
import classes from './upload-panel.module.css'
import { uploads, useFolded, useUploads } from './uploads.ts'

/** A finished list closes automatically after this time; not while the pointer or focus is on it, nor with an error in it. */
const CLOSES_MS = 8_000

/** The uploads of this tab at the foot of every page, until the last is removed. */
export function UploadPanel() {
  const items = useUploads()
  return items.length > 0 && <Panel items={items} />
}

/** Progress, pause, cancel and retry of each. */
function Panel({ items }: { items: readonly UploadItem[] }) {
  const t = useText()
  const isFolded = useFolded()
  const panel = useRef<HTMLElement>(null)
  useToastOffset(panel)
  const [isWatched, setWatched] = useState(false)
  const open = items.filter(isOpen)
  const hasFailed = items.some(({ stage }) => stage === 'failed')
  const isPaused = open.length > 0 && open.every(({ stage }) => stage === 'paused')
  const over = open.length === 0 && !hasFailed
  useEffect(() => {
    if (!over || isWatched) return
    const timer = setTimeout(() => uploads.clearDone(), CLOSES_MS)
    return () => clearTimeout(timer)
  }, [over, isWatched])
  const bytesLeft = open.reduce((sum, { size = 0, sent }) => sum + Math.max(0, size - sent), 0)
  return (
    <aside
      ref={panel}
      className={classes.panel}
      aria-label={t('panel.label')}
      onPointerEnter={() => setWatched(true)}
      onPointerLeave={() => setWatched(false)}
      onFocus={() => setWatched(true)}
      onBlur={() => setWatched(false)}
    >
      <header className={classes.head}>
        {!over && <ProgressRing percent={percentOf(items)} failed={hasFailed} />}
        <h2 aria-live="polite">
          {over
            ? t('panel.over', { count: items.length })
            : t('panel.title', { open: open.length, count: items.length })}
        </h2>
        {uploads.perSecond > 0 && open.some(({ stage }) => stage === 'uploading') && (
          <span className={classes.rate}>
            {t('panel.rate', {
              rate: formatBytes(uploads.perSecond),
              left: formatCountdown(Math.ceil(bytesLeft / uploads.perSecond)),
            })}
          </span>
        )}
        {(isPaused || open.some(mayPause)) && (
          <IconButton
            size={24}
            aria-label={t(isPaused ? 'panel.resumeAll' : 'panel.pauseAll')}
            onClick={() => (isPaused ? uploads.resumeAll() : uploads.pauseAll())}
          >
            {isPaused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />}
          </IconButton>
        )}
        <IconButton
          size={24}
          aria-label={t(isFolded ? 'panel.unfold' : 'panel.fold')}
          aria-expanded={!isFolded}
          onClick={() => uploads.fold(!isFolded)}
        >
          {isFolded ? <IconPlus size={14} aria-hidden /> : <IconMinus size={14} aria-hidden />}
        </IconButton>
        {over && (
          <IconButton size={24} aria-label={t('panel.close')} onClick={() => uploads.clearDone()}>
            <IconX size={14} aria-hidden />
          </IconButton>
        )}
      </header>
      {!isFolded && (
        <>
          <ul className={classes.items}>
            {items.map((item) => (
              <UploadRow key={item.key} item={item} />
            ))}
          </ul>
          <footer className={classes.foot}>
            <span className={classes.legend} data-part="upload">
              {t('panel.upload')}
            </span>
            <span className={classes.legend} data-part="save">
              {t('panel.save')}
            </span>
            {hasFailed && (
              <Button size="compact-sm" variant="subtle" onClick={() => uploads.retryFailed()}>
                {t('panel.retryFailed')}
              </Button>
            )}
          </footer>
        </>
      )}
    </aside>
  )
}

/** One upload in the panel: its name, bar, stage and actions. */
function UploadRow({ item }: { item: UploadItem }) {
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
