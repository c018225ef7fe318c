import { useEffect, useRef } from 'react'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { Button } from '#kit/web/look/button.tsx'
import { formatDate, formatTime } from '#kit/web/time/time.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import type { Notification } from '../contract.ts'
import { useText } from '../texts.ts'
import { AttachmentLink } from './attachment-link.tsx'
import { DetailsLink } from './details-link.tsx'
import classes from './inbox-page.module.css'
import { signOf } from './notification-sign.tsx'
import { useMarkRead } from './use-mark-read.ts'
import { useMarkSeen } from './use-mark-seen.ts'

/** What a user was notified of, by day; `e` marks the focused one as read and moves to the next unread one. */
export function InboxRows({ items, nameOf }: { items: readonly Notification[]; nameOf: (group: string) => string }) {
  const t = useText()
  const list = useRef<HTMLElement>(null)
  const { markRead } = useMarkRead()
  useMarkSeen(items.flatMap(({ announcement }) => announcement ?? []))
  const { query } = useUrlQuery<'id'>()
  const openedId = query.id
  useEffect(() => {
    if (openedId) list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(openedId)}"]`)?.focus()
  }, [openedId])
  useKeys([
    {
      combo: 'e',
      label: t('inbox.keyRead'),
      group: t('inbox.keys'),
      run: () => {
        const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])]
        const at = rows.findIndex((row) => row.contains(document.activeElement))
        const current = rows[at] ?? rows.find((row) => row.dataset.unread)
        const id = current?.dataset.id
        if (!id) return
        if (current.dataset.unread) markRead(id)
        const next = rows.slice(rows.indexOf(current) + 1).find((row) => row.dataset.unread)
        ;(next ?? current).focus()
      },
    },
  ])
  const days = [...new Set(items.map(({ at }) => formatDate(at)))]
  const today = formatDate(new Date())
  return (
    <section ref={list} aria-label={t('inbox.tab')}>
      {days.map((day) => (
        <section key={day} aria-label={day === today ? t('inbox.today') : day}>
          <h2 className={classes.day}>{day === today ? t('inbox.today') : day}</h2>
          <ul>
            {items
              .filter(({ at }) => formatDate(at) === day)
              .map((item) => (
                <Row key={item.id} item={item} group={nameOf(item.group)} onRead={() => markRead(item.id)} />
              ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

function Row({ item, group, onRead }: { item: Notification; group: string; onRead: () => void }) {
  const t = useText()
  const { colour, Icon } = signOf(item)
  const { announcement, unread: isUnread, link, count } = item
  return (
    <li className={classes.row} data-id={item.id} data-unread={isUnread || undefined} tabIndex={-1}>
      <span className={classes.sign} data-c={colour}>
        <Icon size={17} aria-hidden />
      </span>
      <div className={classes.body}>
        <div className={classes.head}>
          <h3>{link === null ? item.title : <DetailsLink to={link} label={item.title} onClick={onRead} />}</h3>
          {count > 1 && (
            <span className={classes.count} title={t('inbox.count', { count })}>
              {count}
            </span>
          )}
        </div>
        {announcement ? <Markdown text={item.text} /> : <p className={classes.text}>{item.text}</p>}
        <div className={classes.facts}>
          <span>{announcement?.category ?? group}</span>
          {announcement?.test && <span>{t('inbox.test')}</span>}
          {announcement?.muted && <span>{t('inbox.muted')}</span>}
          {announcement?.attachmentsUrls.map((url, index) => (
            <AttachmentLink key={url} url={url} label={t('inbox.attachment', { number: index + 1 })} />
          ))}
        </div>
      </div>
      <div className={classes.end}>
        <span className={classes.when}>
          <time dateTime={item.at}>{formatTime(item.at)}</time>
          {isUnread && <span role="img" aria-label={t('inbox.isUnread')} className={classes.dot} />}
        </span>
        {isUnread && (
          <Button size="compact-sm" variant="light" onClick={onRead}>
            {announcement ? t('acknowledge') : t('inbox.read')}
          </Button>
        )}
      </div>
    </li>
  )
}
