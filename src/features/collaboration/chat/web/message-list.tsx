import { Fragment, type ReactNode, type UIEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { Button } from '#kit/web/look/button.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import classes from './chat.module.css'
import type { AnyMessage } from './face-calls.ts'

const NEAR = 240

/**
 * The messages by day, with a line before the first unread one. It stays at the end while the user is there, loads older
 * messages as the user scrolls up, and keeps its place when they arrive.
 */
export function MessageList(props: {
  /** The side of the chat that the messages are on. */
  side: string
  messages: readonly AnyMessage[]
  complete: boolean
  /** The user's read mark when the list was opened. */
  readUpTo: string
  myId: string
  onOlder: () => Promise<void>
  /** The end is on screen. */
  onEnd: () => void
  rowOf: (message: AnyMessage) => ReactNode
  foot: ReactNode
  empty: ReactNode
}) {
  const t = useText()
  const { side, messages, complete, readUpTo, myId, onOlder, onEnd, rowOf, foot, empty } = props
  const box = useRef<HTMLElement>(null)
  const atEnd = useRef(true)
  const loading = useRef(false)
  const before = useRef({ first: '', height: 0 })
  const first = messages[0]?.timestamp ?? ''
  useLayoutEffect(() => {
    const at = box.current
    if (!at) return
    const growth = at.scrollHeight - before.current.height
    if (atEnd.current) at.scrollTop = at.scrollHeight
    else if (before.current.first !== '' && first !== before.current.first) at.scrollTop += growth
    before.current = { first, height: at.scrollHeight }
  })
  // Texts become taller when their Markdown is drawn, and a composer when it is written in.
  useEffect(() => {
    const at = box.current
    if (!at) return
    const watcher = new ResizeObserver(() => {
      if (atEnd.current) at.scrollTop = at.scrollHeight
    })
    watcher.observe(at)
    for (const child of at.children) watcher.observe(child)
    return () => watcher.disconnect()
  }, [])
  const newest = messages.at(-1)?.timestamp
  useEffect(() => {
    if (newest !== undefined && atEnd.current) onEnd()
  }, [newest, onEnd])
  const scroll = ({ currentTarget: at }: UIEvent<HTMLElement>) => {
    atEnd.current = at.scrollHeight - at.scrollTop - at.clientHeight < 40
    if (atEnd.current) onEnd()
    if (at.scrollTop > NEAR || complete || loading.current) return
    loading.current = true
    void onOlder().finally(() => {
      loading.current = false
    })
  }
  const firstUnread = messages.find(
    ({ timestamp, author }) => Number(timestamp) > Number(readUpTo) && author.id !== myId,
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard
    <section ref={box} className={classes.list} aria-label={t('messages', { side })} onScroll={scroll} tabIndex={0}>
      <div className={classes.rows}>
        {!complete && (
          <div className={classes.older}>
            <Button size="xs" variant="default" onClick={() => void onOlder()}>
              {t('loadOlder')}
            </Button>
          </div>
        )}
        {messages.length === 0 && empty}
        {messages.map((message, index) => {
          const day = formatDate(message.created)
          const previous = messages[index - 1]
          return (
            <Fragment key={message.timestamp}>
              {(!previous || formatDate(previous.created) !== day) && (
                <p className={classes.day}>
                  <span>{day}</span>
                </p>
              )}
              {message === firstUnread && (
                <p className={classes.new}>
                  <span>{t('new')}</span>
                </p>
              )}
              {rowOf(message)}
            </Fragment>
          )
        })}
        {foot}
      </div>
    </section>
  )
}
