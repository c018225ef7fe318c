import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconCalendarEvent } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { timeZoneShown } from '#kit/web/time/time.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { calendarChanged, listInstances } from '../../events/contract.ts'
import { accountCalendarPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './event-lines.module.css'
import { EventLines } from './event-lines.tsx'
import { timeText } from './times.ts'

const MINUTE = 60_000
const DAYS = 14

/** The events of an account in the next 14 days, at most `most`; those that go on now come first. */
export function NextEvents({ account, most }: { account: Pick<AccountChoice, 'name' | 'id'>; most: number }) {
  const t = useText()
  const zone = timeZoneShown()
  const range = useMemo(() => {
    const now = Math.floor(Date.now() / MINUTE) * MINUTE
    return { startTime: new Date(now).toISOString(), endTime: new Date(now + DAYS * 86_400_000).toISOString() }
  }, [])
  const query = useQueryOf(listInstances, { params: { account: account.name }, query: { ...range, size: most } })
  useTopic(calendarChanged, { account: account.name }, () => void refresh(listInstances))
  const calendar = accountCalendarPath({ account }, { view: 'list' })
  const all = query.data?.page.totalElements ?? 0
  return (
    <Card
      flush
      title={t('next.title')}
      note={t('next.note', { days: DAYS, zone })}
      right={<Link to={calendar}>{t('next.calendar')}</Link>}
    >
      <QueryView
        query={query}
        rows={3}
        empty={
          <EmptyState
            colour="grey"
            icon={<IconCalendarEvent size={22} aria-hidden />}
            title={t('next.none')}
            actions={
              <Button to={calendar} variant="default">
                {t('next.open')}
              </Button>
            }
          >
            {t('next.noneText', { days: DAYS })}
          </EmptyState>
        }
      >
        {({ _embedded: { events } }) => (
          <>
            <EventLines events={events} zone={zone} when={(event) => timeText(event, zone, t('allDay'))} />
            {all > events.length && (
              <p className={classes.foot}>
                <Link to={calendar}>{t('next.more', { count: all - events.length })}</Link>
              </p>
            )}
          </>
        )}
      </QueryView>
    </Card>
  )
}
