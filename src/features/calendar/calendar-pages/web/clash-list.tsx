import { useEffect, useState } from 'react'
import { call } from '#kit/web/data/call.ts'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { timeZoneShown } from '#kit/web/time/time.ts'
import { type Clash, findClashes } from '../../events/contract.ts'
import { useText } from '../texts.ts'
import classes from './calendar.module.css'
import { type Draft, NO_ACCOUNT, problemsOf, recurrenceOf, timesOf } from './event-draft.ts'
import { whenText } from './times.ts'

const WAIT = 400
const MOST = 5

/** Other events that the draft overlaps, found while it is typed. An overlap does not prevent saving. */
export function ClashList({ draft, eventId }: { draft: Draft; eventId: string | undefined }) {
  const t = useText()
  const [clashes, setClashes] = useState<readonly Clash[]>([])
  const { account, start, end, timeZone, isAllDay, tags, repeat, until, objects } = draft
  const key = JSON.stringify({ account, start, end, timeZone, isAllDay, tags, repeat, until, objects })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has all parts of the draft that matter
  useEffect(() => {
    const { start: badStart, end: badEnd } = problemsOf(draft)
    if (account === NO_ACCOUNT || account === '' || badStart || badEnd) return setClashes([])
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      const recurrence = recurrenceOf(draft)
      const times = { ...timesOf(draft), timeZone, isAllDay }
      const body = {
        ...{ accountId: account, ...times, tags: [...tags], objects: [...objects] },
        ...(recurrence === undefined ? {} : { recurrence }),
        ...(eventId === undefined ? {} : { eventId }),
      }
      call(findClashes, { body }, { signal: leaving.signal })
        .then((reply) => setClashes(reply.clashes))
        // The form still saves: a clash is only a warning.
        .catch(() => undefined)
    }, WAIT)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [key, eventId])
  if (clashes.length === 0) return null
  return (
    <InlineAlert colour="orange">
      <strong>{t('clash.title', { count: clashes.length })}</strong>
      {clashes.slice(0, MOST).map(({ reason, event }) => (
        <span key={`${reason} ${event.id} ${event.start}`} className={classes.line}>
          {t(`clash.${reason}`, { subject: event.subject, when: whenText(event, timeZoneShown()) })}
        </span>
      ))}
      {clashes.length > MOST && <span className={classes.line}>{t('more', { count: clashes.length - MOST })}</span>}
    </InlineAlert>
  )
}
