import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { momentOf, wallTimeOf } from '#kit/contract/wall-time.ts'
import type { Reply } from '#kit/web/data/call.ts'
import { type Query, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { AttemptBars } from '#kit/web/look/attempts.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { CheckBox } from '#kit/web/table/check-box.tsx'
import { formatAge, timeZoneShown } from '#kit/web/time/time.ts'
import {
  type Connection,
  dropConnectionMessages,
  listConnectionMessages,
  replayConnectionMessages,
  retryConnectionMessages,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './connection.module.css'
import { MessageQueue } from './message-queue.tsx'
import { messagesChanged as refreshes } from './messages-changed.ts'

const SHOWN = 100

/** The dead letters of a connection, to be sent again or dropped, and the messages that wait. */
export function ConnectionMessages({ connection }: { connection: Connection }) {
  const { id, waiting: count } = connection
  const dead = useMessages(id, 'FAILED')
  const waiting = useMessages(id, 'WAITING')
  return (
    <>
      <DeadLetters id={id} query={dead} />
      <MessageQueue count={count} query={waiting} dead={dead.data?._embedded.messages ?? []} />
      {connection.canReplay && <ReplayDay id={id} />}
    </>
  )
}

/** Reads the oldest messages of a connection in a state. */
export function useMessages(id: string, state: 'WAITING' | 'FAILED') {
  const parameters = { params: { id }, query: { state: [state], size: SHOWN } }
  return useQueryOf(listConnectionMessages, parameters, { keep: true })
}

const DAY_MS = 86_400_000
/** Delivered messages are kept for this long. */
const KEPT_DAYS = 30

/** Sends the messages of one day again, from midnight to midnight in the time zone of the pages. */
function ReplayDay({ id }: { id: string }) {
  const t = useText()
  const [day, setDay] = useState('')
  const zone = timeZoneShown()
  const today = wallTimeOf(Date.now(), zone)
  const replay = useMutationOf(replayConnectionMessages, {
    refreshes,
    onSuccess: ({ count }) => toast({ title: t('replay.done', { count }) }),
  })
  return (
    <Card title={t('replay.title')} note={t('replay.note', { days: KEPT_DAYS })}>
      <p className={classes.quiet}>{t('replay.text')}</p>
      <form
        className={classes.replay}
        onSubmit={(event) => {
          event.preventDefault()
          replay.mutate({ params: { id }, body: hoursOf(day, zone) })
        }}
      >
        <TextInput
          required
          withAsterisk={false}
          type="date"
          label={t('replay.day')}
          min={dateOf(today - KEPT_DAYS * DAY_MS)}
          max={dateOf(today)}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          blocked={day === '' ? t('notYet.day') : undefined}
          loading={replay.isPending}
        >
          {t('replay.send')}
        </Button>
      </form>
    </Card>
  )
}

/** The date of a wall time, as an input has it. */
function dateOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10)
}

function hoursOf(day: string, zone: string): { from: string; to: string } {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const [from, to] = [midnight, midnight + DAY_MS].map((wall) => new Date(momentOf(wall, zone)).toISOString())
  return { from: from!, to: to! }
}

/** The dead letters of a connection: chosen ones are sent again or dropped. */
function DeadLetters({ id, query }: { id: string; query: Query<Reply<typeof listConnectionMessages>> }) {
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
