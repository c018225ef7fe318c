import { Link } from '@tanstack/react-router'
import { plainLine } from '#features/messaging/templates/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { listInbox } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './bell-inbox.module.css'
import { styleOfType } from './type-style.tsx'
import { useAcknowledge } from './use-acknowledge.ts'
import { useMarkSeen } from './use-mark-seen.ts'

/** The newest unread announcements under the bell. */
export function BellInbox({ onClose }: { onClose: () => void }) {
  const t = useText()
  const query = useQueryOf(listInbox, { query: { unread: true, size: 8 } })
  const { acknowledge, pending } = useAcknowledge()
  const items = query.data?._embedded.announcements
  useMarkSeen(items)
  return (
    <>
      <header className={classes.head}>
        <h2>{t('preview.inbox')}</h2>
        <Button size="xs" variant="subtle" loading={pending} disabled={!items?.length} onClick={() => acknowledge()}>
          {t('inbox.acknowledgeAll')}
        </Button>
      </header>
      <QueryView query={query} rows={2} empty={<p className={classes.none}>{t('inbox.emptyUnread')}</p>}>
        {({ _embedded: { announcements: items } }) => (
          <ul className={classes.list}>
            {items.map((item) => {
              const { colour, Icon } = styleOfType(item.type)
              return (
                <li key={item.id}>
                  <Link to={`/me/notifications?id=${item.id}`} className={classes.item} onClick={onClose}>
                    <span className={classes.sign} data-c={colour}>
                      <Icon size={15} aria-hidden />
                    </span>
                    <span className={classes.words}>
                      <strong>{item.title}</strong>
                      <span className={classes.message}>{plainLine(item.message)}</span>
                    </span>
                    <span className={classes.at}>
                      <Age at={item.delivered} />
                    </span>
                  </Link>
                </li>
              )
            })}
          </ul>
        )}
      </QueryView>
      <p className={classes.foot}>
        <Link to="/me/notifications" onClick={onClose}>
          {t('inbox.open')}
        </Link>
      </p>
    </>
  )
}
