import { useEffect, useRef } from 'react'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { Button } from '#kit/web/look/button.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import type { InboxItem } from '../contract/inbox-shapes.ts'
import { useText } from '../texts.ts'
import { AttachmentLink } from './attachment-link.tsx'
import { DetailsLink } from './details-link.tsx'
import classes from './inbox-page.module.css'
import { styleOfType } from './type-style.tsx'
import { useAcknowledge } from './use-acknowledge.ts'
import { useMarkSeen } from './use-mark-seen.ts'

/** The announcements of an inbox; `e` acknowledges the focused one and moves to the next. */
export function InboxRows({ items }: { items: readonly InboxItem[] }) {
  const t = useText()
  const list = useRef<HTMLUListElement>(null)
  const { acknowledge } = useAcknowledge()
  useMarkSeen(items)
  const { query } = useUrlQuery<'id'>()
  const opened = query.id
  useEffect(() => {
    if (opened) list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(opened)}"]`)?.focus()
  }, [opened])
  useKeys([
    {
      combo: 'e',
      label: t('inbox.keyAcknowledge'),
      group: t('inbox.keys'),
      run: () => {
        const rows = [...(list.current?.children ?? [])] as HTMLElement[]
        const at = rows.findIndex((row) => row.contains(document.activeElement))
        const current = rows[at] ?? rows.find((row) => row.dataset.unread)
        const id = current?.dataset.id
        if (!id) return
        if (current.dataset.unread) acknowledge(id)
        const next = rows.slice(rows.indexOf(current) + 1).find((row) => row.dataset.unread)
        ;(next ?? current).focus()
      },
    },
  ])
  return (
    <ul ref={list} aria-label={t('inbox.list')}>
      {items.map((item) => (
        <Row key={item.id} item={item} onAcknowledge={() => acknowledge(item.id)} />
      ))}
    </ul>
  )
}

function Row({ item, onAcknowledge }: { item: InboxItem; onAcknowledge: () => void }) {
  const t = useText()
  const { colour, Icon } = styleOfType(item.type)
  const unread = item.acknowledged === null && !item.muted
  return (
    <li className={classes.row} data-id={item.id} data-unread={unread || undefined} tabIndex={-1}>
      <span className={classes.sign} data-c={colour}>
        <Icon size={17} aria-hidden />
      </span>
      <div className={classes.body}>
        <div className={classes.head}>
          <h2>{item.title}</h2>
        </div>
        <Markdown text={item.message} />
        <div className={classes.facts}>
          <span>{item.category}</span>
          <time dateTime={item.delivered}>{formatDateTime(item.delivered)}</time>
          {item.test && <span>{t('inbox.test')}</span>}
          {item.muted && <span>{t('inbox.muted')}</span>}
          {item.acknowledged && <span>{t('inbox.acknowledged', { at: formatDateTime(item.acknowledged) })}</span>}
          {item.link !== null && <DetailsLink to={item.link} label={t('details')} />}
          {item.attachmentsUrls.map((url, index) => (
            <AttachmentLink key={url} url={url} label={t('inbox.attachment', { number: index + 1 })} />
          ))}
        </div>
      </div>
      {unread && (
        <Button size="compact-sm" variant="light" onClick={onAcknowledge}>
          {t('acknowledge')}
        </Button>
      )}
    </li>
  )
}
