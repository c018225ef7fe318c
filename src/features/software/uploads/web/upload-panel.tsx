import { useEffect, useRef, useState } from 'react'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { IconMinus, IconPlayerPause, IconPlayerPlay, IconPlus, IconX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { useToastOffset } from '#kit/web/look/use-at-foot.ts'
import { formatCountdown } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import { ProgressRing, percentOf } from './ring.tsx'
import { isOpen, mayPause, type UploadItem } from './upload-item.ts'
import classes from './upload-panel.module.css'
import { UploadRow } from './upload-row.tsx'
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
  const folded = useFolded()
  const panel = useRef<HTMLElement>(null)
  useToastOffset(panel)
  const [watched, setWatched] = useState(false)
  const open = items.filter(isOpen)
  const failed = items.some(({ stage }) => stage === 'failed')
  const paused = open.length > 0 && open.every(({ stage }) => stage === 'paused')
  const over = open.length === 0 && !failed
  useEffect(() => {
    if (!over || watched) return
    const timer = setTimeout(() => uploads.clearDone(), CLOSES_MS)
    return () => clearTimeout(timer)
  }, [over, watched])
  const left = open.reduce((sum, { size = 0, sent }) => sum + Math.max(0, size - sent), 0)
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
        {!over && <ProgressRing percent={percentOf(items)} failed={failed} />}
        <h2 aria-live="polite">
          {over
            ? t('panel.over', { count: items.length })
            : t('panel.title', { open: open.length, count: items.length })}
        </h2>
        {uploads.perSecond > 0 && open.some(({ stage }) => stage === 'uploading') && (
          <span className={classes.rate}>
            {t('panel.rate', {
              rate: formatBytes(uploads.perSecond),
              left: formatCountdown(Math.ceil(left / uploads.perSecond)),
            })}
          </span>
        )}
        {(paused || open.some(mayPause)) && (
          <IconButton
            size={24}
            aria-label={t(paused ? 'panel.resumeAll' : 'panel.pauseAll')}
            onClick={() => (paused ? uploads.resumeAll() : uploads.pauseAll())}
          >
            {paused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />}
          </IconButton>
        )}
        <IconButton
          size={24}
          aria-label={t(folded ? 'panel.unfold' : 'panel.fold')}
          aria-expanded={!folded}
          onClick={() => uploads.fold(!folded)}
        >
          {folded ? <IconPlus size={14} aria-hidden /> : <IconMinus size={14} aria-hidden />}
        </IconButton>
        {over && (
          <IconButton size={24} aria-label={t('panel.close')} onClick={() => uploads.clearDone()}>
            <IconX size={14} aria-hidden />
          </IconButton>
        )}
      </header>
      {!folded && (
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
            {failed && (
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
