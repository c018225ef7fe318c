import { Link } from '@tanstack/react-router'
import { plainLine } from '#features/messaging/templates/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { listNotifications } from '../contract.ts'
import { notificationsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './bell-inbox.module.css'
import { signOf } from './notification-sign.tsx'
import { useMarkRead } from './use-mark-read.ts'
import { useMarkSeen } from './use-mark-seen.ts'

/** The newest unread notifications under the bell; each leads to what it is about. */
export function BellInbox({ onClose }: { onClose: () => void }) {
  const t = useText()
  const query = useQueryOf(listNotifications, { query: { unread: true, size: 8 } })
  const { markRead, pending } = useMarkRead()
  const items = query.data?._embedded.notifications
  useMarkSeen(items?.flatMap(({ announcement }) => announcement ?? []))
  return (
    <>
      <header className={classes.head}>
        <h2>{t('preview.inbox')}</h2>
        <Button size="xs" variant="subtle" loading={pending} disabled={!items?.length} onClick={() => markRead()}>
          {t('inbox.readAll')}
        </Button>
      </header>
      <QueryView query={query} rows={2} empty={<p className={classes.none}>{t('inbox.emptyUnread')}</p>}>
        {({ _embedded: { notifications } }) => (
          <ul className={classes.list}>
            {notifications.map((item) => {
              const { colour, Icon } = signOf(item)
              // An announcement is read in the inbox; other notifications lead to their page, and are read with it.
              const leads = item.announcement === null && item.link?.startsWith('/')
              return (
                <li key={item.id}>
                  <Link
                    to={leads ? item.link! : notificationsPath({ id: item.id })}
                    className={classes.item}
                    onClick={() => {
                      if (leads) markRead(item.id)
                      onClose()
                    }}
                  >
                    <span className={classes.sign} data-c={colour}>
                      <Icon size={15} aria-hidden />
                    </span>
                    <span className={classes.words}>
                      <strong>{item.title}</strong>
                      <span className={classes.message}>
                        {item.announcement ? plainLine(item.text) : item.text.replace(/\s+/g, ' ')}
                      </span>
                    </span>
                    <span className={classes.at}>
                      <Age at={item.at} />
                    </span>
                  </Link>
                </li>
              )
            })}
          </ul>
        )}
      </QueryView>
      <p className={classes.foot}>
        <Link to={notificationsPath()} onClick={onClose}>
          {t('inbox.open')}
        </Link>
      </p>
    </>
  )
}
