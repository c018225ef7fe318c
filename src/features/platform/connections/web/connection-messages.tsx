import { useState } from 'react'
import { listAudit } from '#features/platform/audit/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { CheckBox } from '#kit/web/table/check-box.tsx'
import { formatAge, formatDateTime } from '#kit/web/time/time.ts'
import {
  type Connection,
  type ConnectionMessage,
  dropConnectionMessages,
  listConnectionMessages,
  listConnections,
  readConnection,
  retryConnectionMessages,
} from '../contract.ts'
import classes from './connection.module.css'
import { useText } from './text.ts'

const SHOWN = 100
const refreshes = [listConnectionMessages, readConnection, listConnections, listAudit]

/** The dead letters of a connection, to be sent again or dropped, and the messages that wait. */
export function ConnectionMessages({ connection: { id, waiting: count } }: { connection: Connection }) {
  const t = useText()
  const ask = (state: 'WAITING' | 'FAILED') => ({ params: { id }, query: { state: [state], size: SHOWN } })
  const dead = useQueryOf(listConnectionMessages, ask('FAILED'), { keep: true }).data
  const queue = useQueryOf(listConnectionMessages, ask('WAITING'), { keep: true }).data
  const waiting = queue?._embedded.messages
  return (
    <>
      <DeadLetters id={id} messages={dead?._embedded.messages} />
      <Card flush title={t('queue')} note={count > 0 ? t('queueCount', { count }) : t('queueNote')}>
        {!waiting && <LoadingRows rows={1} />}
        {waiting?.length === 0 && <p className={classes.empty}>{t('noQueue')}</p>}
        <ul className={classes.messages}>
          {waiting?.map(({ id: key, title, error, attempts, nextTryAt, postedAt }) => (
            <li key={key}>
              <span className={classes.message}>
                {title}
                {error && <span className={classes.error}>{error}</span>}
                <span className={classes.quiet}>
                  {[
                    t('waits', { at: formatAge(postedAt) }),
                    attempts > 0 && t('attempts', { count: attempts }),
                    error && nextTryAt && t('nextTry', { at: formatDateTime(nextTryAt) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}

function DeadLetters({ id, messages }: { id: string; messages: readonly ConnectionMessage[] | undefined }) {
  const t = useText()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [dropping, setDropping] = useState(false)
  const all = messages?.map((message) => message.id) ?? []
  const itemIds = all.filter((one) => chosen.includes(one))
  const count = itemIds.length
  const done = (text: 'retried' | 'dropped') => (result: { count: number }) => {
    setChosen([])
    setDropping(false)
    toast({ title: t(text, { count: result.count }) })
  }
  const retry = useMutationOf(retryConnectionMessages, { refreshes, onSuccess: done('retried') })
  const drop = useMutationOf(dropConnectionMessages, { refreshes, onSuccess: done('dropped') })
  const buttons = count > 0 && (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={retry.isPending}
        onClick={() => retry.mutate({ params: { id }, body: { itemIds } })}
      >
        {t('retry', { count })}
      </Button>
      <Button variant="default" color="red" size="compact-sm" onClick={() => setDropping(true)}>
        {t('drop', { count })}
      </Button>
    </>
  )
  return (
    <Card
      flush
      title={
        <span className={classes.badges}>
          {all.length > 0 && (
            <CheckBox
              label={t('selectAll')}
              checked={count === all.length}
              mixed={count > 0 && count < all.length}
              onToggle={() => setChosen(count === all.length ? [] : all)}
            />
          )}
          {t('deadLetters')}
        </span>
      }
      right={buttons}
    >
      {!messages && <LoadingRows rows={1} />}
      {messages?.length === 0 && <p className={classes.empty}>{t('noDeadLetters')}</p>}
      <ul className={classes.messages}>
        {messages?.map(({ id: key, title, error, attempts, postedBy, postedAt }) => (
          <li key={key}>
            <CheckBox
              label={t('select', { title })}
              checked={chosen.includes(key)}
              onToggle={() => setChosen(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key])}
            />
            <span className={classes.message}>
              {title}
              {error && <span className={classes.error}>{error}</span>}
              <span className={classes.quiet}>
                {[t('attempts', { count: attempts }), postedBy, formatAge(postedAt)].filter(Boolean).join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <Confirm
        opened={dropping}
        colour="red"
        title={t('dropTitle', { count })}
        action={t('drop', { count })}
        busy={drop.isPending}
        onConfirm={() => drop.mutate({ params: { id }, body: { itemIds } })}
        onClose={() => setDropping(false)}
      >
        {t('dropText')}
      </Confirm>
    </Card>
  )
}
