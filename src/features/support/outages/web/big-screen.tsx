import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconX } from '#kit/web/icons/icons.generated.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import type { Outage } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './big-screen.module.css'
import { ElapsedTime, useSecond } from './elapsed.tsx'

/** The current outages over the whole screen, to be read from across a room; stays on until it is closed. */
export function BigScreen(props: { outages: readonly Outage[]; scope: string; onClose: () => void }) {
  const t = useText()
  const { outages, scope, onClose } = props
  const box = useFullScreen(onClose)
  const now = useSecond()
  return createPortal(
    <section
      ref={box}
      className={classes.screen}
      aria-label={t('board.bigScreen')}
      data-calm={outages.length === 0 || undefined}
    >
      <header className={classes.head}>
        <h2>{outages.length === 0 ? t('board.none') : t('board.count', { count: outages.length })}</h2>
        <span translate="no">{scope}</span>
        <time>{formatDateTime(new Date(now).toISOString())}</time>
        <IconButton size={44} aria-label={t('board.closeBigScreen')} onClick={onClose}>
          <IconX size={24} aria-hidden />
        </IconButton>
      </header>
      <ul className={classes.tiles}>
        {outages.map((outage) => (
          <li key={outage.key} className={classes.tile} data-overdue={isOverdue(outage, now) || undefined}>
            <span className={classes.account} translate="no">
              {outage.accountDisplayName}
            </span>
            <span className={classes.subject} translate="no">
              {outage.subject}
            </span>
            <strong className={classes.clock}>
              <ElapsedTime since={outage.started} />
            </strong>
            <span className={classes.facts}>
              <span>
                {outage.totalCmsAffected === 0
                  ? t('board.modemsUnknown')
                  : t('board.modems', { count: outage.totalCmsAffected, number: formatCount(outage.totalCmsAffected) })}
              </span>
              <span>{t(`reason.${outage.reason}`)}</span>
              {versionsOf(outage) && <span translate="no">{versionsOf(outage)}</span>}
              <span translate="no">{outage.key}</span>
            </span>
            {outage.updateDue && isOverdue(outage, now) && (
              <strong>{t('page.overdue', { at: formatDateTime(outage.updateDue) })}</strong>
            )}
          </li>
        ))}
      </ul>
    </section>,
    document.body,
  )
}

/** The versions of an outage as one text. */
function versionsOf({ cmtsVersion, rpdVersion }: Outage): string {
  return [cmtsVersion, rpdVersion].filter(Boolean).join(' · ')
}

function isOverdue({ updateDue }: Outage, now: number): boolean {
  return updateDue !== null && Date.parse(updateDue) < now
}

/** Shows an element alone on the screen and keeps the screen on; Esc, and leaving full screen, close it. */
function useFullScreen(onClose: () => void) {
  const box = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let hasEnded = false
    // Where the browser permits neither, the list still covers the page.
    void box.current?.requestFullscreen?.().catch(() => undefined)
    const keepOn = async () => {
      const grantedLock = await navigator.wakeLock?.request('screen')
      if (hasEnded) await grantedLock?.release()
      else lock = grantedLock
    }
    keepOn().catch(() => undefined)
    box.current?.querySelector('button')?.focus()
    const onFullScreenChange = () => document.fullscreenElement === null && close.current()
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && close.current()
    document.addEventListener('fullscreenchange', onFullScreenChange)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      hasEnded = true
      document.removeEventListener('fullscreenchange', onFullScreenChange)
      document.removeEventListener('keydown', onKeyDown)
      void lock?.release()
      if (document.fullscreenElement) void document.exitFullscreen()
    }
  }, [])
  return box
}
