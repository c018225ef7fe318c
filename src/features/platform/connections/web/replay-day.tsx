import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { momentOf, wallTimeOf } from '#kit/contract/wall-time.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { timeZoneShown } from '#kit/web/time/time.ts'
import { replayConnectionMessages } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './connection.module.css'
import { messagesChanged as refreshes } from './messages-changed.ts'

const DAY_MS = 86_400_000
/** Delivered messages are kept for this long. */
const KEPT_DAYS = 30

/** Sends the messages of one day again, from midnight to midnight in the time zone of the pages. */
export function ReplayDay({ id }: { id: string }) {
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
