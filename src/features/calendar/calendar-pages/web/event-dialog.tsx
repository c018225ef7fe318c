import { Suspense, useState } from 'react'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconCalendarDown, IconPencil, IconTrash } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { timeZoneShown } from '#kit/web/time/time.ts'
import {
  answerEvent,
  type CalendarEvent,
  type EventInstance,
  listInstances,
  listInstancesOfAccounts,
  listInstancesOfEvent,
  parseRule,
  readEvent,
  weekdays,
} from '../../events/contract.ts'
import { type Text, useText } from '../texts.ts'
import classes from './calendar.module.css'
import { DeleteEvent } from './delete-event.tsx'
import { EventFiles } from './event-files.tsx'
import { whenText } from './times.ts'

const EventForm = lazyNamed(() => import('./event-form.tsx'), 'EventForm')

/** An event with everything about it; `at` names the instance of a series. */
export function EventDialog({ id, at, onClose }: { id: string; at: string | undefined; onClose: () => void }) {
  const t = useText()
  const [mode, setMode] = useState<'read' | 'edit' | 'delete'>('read')
  const query = useQueryOf(readEvent, { params: { id } })
  const instance = useInstance(query.data, at)
  if (query.data && mode === 'edit')
    return (
      <Suspense fallback={null}>
        <EventForm event={query.data} instance={instance} onClose={onClose} />
      </Suspense>
    )
  if (query.data && mode === 'delete') return <DeleteEvent event={query.data} instance={instance} onClose={onClose} />
  return (
    <Modal
      opened
      centered
      size={560}
      title={<span translate="no">{query.data?.subject ?? ''}</span>}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('event.close') }}
    >
      <QueryView query={query}>
        {(event) => (
          <div className="form-stack">
            <EventFacts event={event} instance={instance} />
            <EventFiles event={event} />
            {event.myAnswer && <MyAnswer event={event} />}
            <div className={classes.actions}>
              <Button
                variant="default"
                href={`/api/plugins/calendar/events/${event.id}/ics`}
                leftSection={<IconCalendarDown size={15} aria-hidden />}
              >
                {t('event.ics')}
              </Button>
              {event.isEditable && (
                <>
                  <Button
                    color="red"
                    variant="outline"
                    leftSection={<IconTrash size={15} aria-hidden />}
                    onClick={() => setMode('delete')}
                  >
                    {t('event.delete')}
                  </Button>
                  <Button leftSection={<IconPencil size={15} aria-hidden />} onClick={() => setMode('edit')}>
                    {t('event.edit')}
                  </Button>
                </>
              )}
            </div>
          </div>
        )}
      </QueryView>
    </Modal>
  )
}

/** The instance of a series that the address names. */
function useInstance(event: CalendarEvent | undefined, at: string | undefined): EventInstance | undefined {
  const isSeries = event?.recurrence != null && at !== undefined
  // A day before: the start of the instance may have been moved to an earlier one.
  const startTime = at && `${new Date(Date.parse(`${at}Z`) - 86_400_000).toISOString().slice(0, 19)}`
  const { data } = useQueryOf(
    listInstancesOfEvent,
    { params: { id: event?.id ?? '0' }, query: { startTime, size: 50 } },
    { enabled: isSeries },
  )
  return data?._embedded.events.find(({ recurrenceId }) => recurrenceId === at)
}

function EventFacts({ event, instance }: { event: CalendarEvent; instance: EventInstance | undefined }) {
  const t = useText()
  const { tags, recurrence, location, description, accountName, deployments, maintenance, people, organizer } = event
  const eventTime = instance ?? event
  const zone = timeZoneShown()
  const own = whenText(eventTime, zone)
  const theirs = event.isAllDay || zone === event.timeZone ? null : whenText(eventTime, event.timeZone)
  return (
    <>
      {tags.length > 0 && (
        <div className={classes.bar}>
          {tags.map(({ id, name, holdsOutages }) => (
            <Badge key={id} colour={holdsOutages ? 'orange' : 'blue'}>
              <span translate="no">{name}</span>
            </Badge>
          ))}
        </div>
      )}
      <DescriptionList
        lines={[
          [
            t('event.when'),
            <>
              <time>{own}</time>
              {theirs && (
                <div className={classes.quiet}>{t('event.zoneOfEvent', { when: theirs, zone: event.timeZone })}</div>
              )}
              {(event.seriesMasterId && !recurrence) || instance?.isChanged ? (
                <div className={classes.quiet}>{t('event.changed')}</div>
              ) : null}
            </>,
          ],
          [t('event.repeats'), recurrence?.rule ? ruleText(t, recurrence.rule, recurrence.exdates.length) : null],
          [t('event.where'), location && <Name text={location} />],
          [t('event.account'), <Name key="account" text={accountName ?? t('vendorAlone')} />],
          [
            t('event.deployments'),
            deployments.length > 0 && <span translate="no">{deployments.map(({ name }) => name).join(', ')}</span>,
          ],
          [
            t('event.maintenance'),
            maintenance && (
              <span translate="no">
                {[maintenance.id, maintenance.impact, maintenance.status, ...maintenance.objects]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            ),
          ],
          [t('event.organizer'), organizer && <Name text={organizer.fullName} />],
          [
            t('event.people'),
            people.length > 0 && (
              <ul className={classes.people}>
                {people.map(({ email, fullName, answer }) => (
                  <li key={email}>
                    <span translate="no">{fullName ?? email}</span>{' '}
                    <span className={classes.quiet}>{t(`event.someone_${answer}`)}</span>
                  </li>
                ))}
              </ul>
            ),
          ],
        ]}
      />
      {description && (
        <p className={classes.description} translate="no">
          {description}
        </p>
      )}
    </>
  )
}

function Name({ text }: { text: string }) {
  return <span translate="no">{text}</span>
}

function MyAnswer({ event }: { event: CalendarEvent }) {
  const t = useText()
  const answer = useMutationOf(answerEvent, {
    refreshes: [readEvent, listInstances, listInstancesOfAccounts],
    onSuccess: () => toast({ title: t('event.answered') }),
  })
  return (
    <div>
      <div className={classes.quiet}>{t('event.answer')}</div>
      <SegmentedControl
        aria-label={t('event.answer')}
        value={event.myAnswer ?? 'NEEDS-ACTION'}
        disabled={answer.isPending}
        onChange={(next) =>
          next !== 'NEEDS-ACTION' && answer.mutate({ params: { id: event.id }, body: { answer: next } })
        }
        options={[
          { value: 'ACCEPTED', label: t('event.accept') },
          { value: 'TENTATIVE', label: t('event.tentative') },
          { value: 'DECLINED', label: t('event.decline') },
        ]}
      />
    </div>
  )
}

/** A recurrence in words; a rule with parts that have no words is shown as it is. */
function ruleText(t: Text, rule: string, exceptions: number): string {
  const parsed = parseRule(rule)
  if ('error' in parsed) return rule
  const { frequency, interval, byDay, byMonthDay, byMonth, bySetPosition, until, count } = parsed.rule
  if (byMonth.length + bySetPosition.length > 0 || byMonthDay.length > 1) return rule
  let text = t(`rule.${frequency}`, { count: interval })
  if (byDay.length > 0)
    text = t('rule.on', {
      rule: text,
      days: byDay.map(({ day, position }) => dayText(t, weekdays.indexOf(day), position)).join(', '),
    })
  if (until !== null) text = t('rule.until', { rule: text, date: dateText(until) })
  if (count !== null) text = t('rule.times', { rule: text, count })
  return exceptions > 0 ? t('rule.except', { rule: text, count: exceptions }) : text
}

function dayText(t: Text, index: number, position: number | null): string {
  // 5 January 1970 was a Monday.
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(1970, 0, 5 + index),
  )
  if (position === null) return day
  return position === -1 ? t('rule.last', { day }) : t('rule.position', { position, day })
}

function dateText(local: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return format.format(Date.parse(`${local.slice(0, 10)}T00:00:00Z`))
}
