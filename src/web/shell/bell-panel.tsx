import { Popover } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactElement, Suspense, useState } from 'react'
import { BellInbox } from '#features/messaging/announcements/web/index.ts'
import { Button } from '#kit/web/look/button.tsx'
import { markNotificationsSeen, type Notification, useEvents } from '#kit/web/notices/notifications.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { useText } from '#kit/web/text/kit-text.ts'
import { Age } from '#kit/web/time/age.tsx'
import { useMenuText } from '../texts.ts'
import classes from './bell.module.css'

/** Unread announcements and the notifications of this session, under the bell. */
export function BellPanel({ face }: { face: (onClick: () => void) => ReactElement }) {
  const t = useText()
  const menu = useMenuText()
  const [opened, setOpened] = useState(false)
  const { items, unseen } = useEvents()
  const close = (id: string) => {
    markNotificationsSeen(id)
    setOpened(false)
  }
  return (
    <Popover width={360} position="bottom-end" trapFocus opened={opened} onChange={setOpened}>
      <Popover.Target>{face(() => setOpened(!opened))}</Popover.Target>
      <Popover.Dropdown aria-label={t('shell.bell')} className={classes.panel ?? ''}>
        <Suspense fallback={<LoadingRows rows={2} />}>
          <BellInbox onClose={() => setOpened(false)} />
        </Suspense>
        {items.length > 0 && (
          <>
            <header className={classes.head}>
              <h2>{menu('bellSession')}</h2>
              <Button size="xs" variant="subtle" disabled={unseen.size === 0} onClick={() => markNotificationsSeen()}>
                {menu('bellSeen')}
              </Button>
            </header>
            <ul className={classes.list}>
              {items.map((events) => (
                <Item key={events.id} news={events} isNew={unseen.has(events.id)} onPick={() => close(events.id)} />
              ))}
            </ul>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function Item({ news: events, isNew, onPick }: { news: Notification; isNew: boolean; onPick: () => void }) {
  return (
    <li>
      <Link to={events.to} className={classes.item} data-new={isNew || undefined} onClick={onPick}>
        <span className={classes.title}>
          <span className="el grow">{events.title}</span>
          <span className={classes.at}>
            <Age at={events.at} />
          </span>
        </span>
        <span className={classes.detail}>{events.detail}</span>
      </Link>
    </li>
  )
}
