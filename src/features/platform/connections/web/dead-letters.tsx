import { useState } from 'react'
import type { Reply } from '#kit/web/data/call.ts'
import type { Query } from '#kit/web/data/query.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { AttemptBars } from '#kit/web/look/attempts.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { CheckBox } from '#kit/web/table/check-box.tsx'
import { formatAge } from '#kit/web/time/time.ts'
import type { listConnectionMessages } from '../contract.ts'
import { dropConnectionMessages, retryConnectionMessages } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './connection.module.css'
import { messagesChanged as refreshes } from './messages-changed.ts'

/** The dead letters of a connection: chosen ones are sent again or dropped. */
export function DeadLetters({ id, query }: { id: string; query: Query<Reply<typeof listConnectionMessages>> }) {
  const t = useText()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [dropping, setDropping] = useState(false)
  const all = query.data?._embedded.messages.map((message) => message.id) ?? []
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
      <QueryView query={query} rows={1} empty={<p className={classes.empty}>{t('noDeadLetters')}</p>}>
        {({ _embedded: { messages } }) => (
          <ul className={classes.messages}>
            {messages.map(({ id: key, title, error, attempts, postedBy, postedAt }) => (
              <li key={key}>
                <CheckBox
                  label={t('select', { title })}
                  checked={chosen.includes(key)}
                  onToggle={() =>
                    setChosen(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key])
                  }
                />
                <span className={classes.message}>
                  <span className={classes.line}>
                    {title}
                    <AttemptBars count={attempts} succeeded={false} label={t('attempts', { count: attempts })} />
                  </span>
                  {error && <span className={classes.error}>{error}</span>}
                  <span className={classes.quiet}>{[postedBy, formatAge(postedAt)].filter(Boolean).join(' · ')}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
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
