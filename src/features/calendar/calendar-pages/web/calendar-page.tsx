import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { IconPlus, IconRss } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { timeZoneShown } from '#kit/web/time/time.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  calendarChanged,
  changeEvent,
  type EventInstance,
  everyCalendarChanged,
  listInstances,
  listInstancesOfAccounts,
  listInstancesOfEvent,
  readEvent,
  searchEvents,
  writeCalendar,
} from '../../events/contract.ts'
import { accountCalendarEventPath, accountCalendarPath, calendarEventPath, calendarPath } from '../paths.ts'
import { type Text, useText } from '../texts.ts'
import { CalendarBar } from './calendar-bar.tsx'
import type { Range } from './calendar-grid.tsx'
import { label } from './label.ts'
import { addDays, daysOf, type View, views, wallIn } from './times.ts'

const CalendarGrid = lazyNamed(() => import('./calendar-grid.tsx'), 'CalendarGrid')
const EventSearch = lazyNamed(() => import('./event-search.tsx'), 'EventSearch')
const EventDialog = lazyNamed(() => import('./event-dialog.tsx'), 'EventDialog')
const EventForm = lazyNamed(() => import('./event-form.tsx'), 'EventForm')
const ImportDialog = lazyNamed(() => import('./import-dialog.tsx'), 'ImportDialog')
const SubscribeDialog = lazyNamed(() => import('./subscribe-dialog.tsx'), 'SubscribeDialog')

/** The events of an account, or of all accounts, as month, week or agenda. */
export function CalendarPage() {
  const t = useText()
  const phone = useIsMobile()
  const account = useAccount()
  const navigate = useNavigate()
  const { eventId } = useParams({ strict: false }) as { eventId?: string }
  const { query, change } = useUrlQuery<'view' | 'date' | 'tags' | 'at' | 'subject' | 'description' | 'q'>()
  const zone = timeZoneShown()
  const today = wallIn(new Date(), zone).slice(0, 10)
  const view: View = views.find((one) => one === query.view) ?? (phone ? 'list' : 'week')
  const day = /^20\d\d-\d\d-\d\d$/.test(query.date ?? '') ? query.date! : today
  const tags = query.tags?.split('.') ?? []
  const words = query.q?.trim() ?? ''
  const seesAll = useAllows(seeInternal)
  const mayWrite = useAllows(writeCalendar, account?.name)
  const [isSubscribing, setSubscribing] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const [chosenRange, setChosenRange] = useState<Range | null>(() => (query.subject ? nextHour() : null))
  const events = useEvents({ view, day, zone, tags })
  const move = useMove(t)
  const go = (parts: { view?: View; date?: string }) => change(parts, 'step')
  const eventAt = (eventId: string, search: typeof query) =>
    account ? accountCalendarEventPath({ account, eventId }, search) : calendarEventPath({ eventId }, search)
  const open = ({ id, recurrenceId }: EventInstance) =>
    void navigate({ href: eventAt(id, { ...query, ...(recurrenceId ? { at: recurrenceId } : {}) }) })
  const close = () => {
    const search = { ...query, at: undefined }
    void navigate({ href: account ? accountCalendarPath({ account }, search) : calendarPath(search) })
  }
  const create = () => setChosenRange(nextHour())
  const closeForm = () => {
    setChosenRange(null)
    if (query.subject) change({ subject: undefined, description: undefined })
  }
  useKeys([
    { combo: 't', label: t('today'), group: label('calendar'), run: () => go({ date: today }) },
    { combo: 'm', label: t('view_month'), group: label('calendar'), run: () => go({ view: 'month' }) },
    { combo: 'w', label: t('view_week'), group: label('calendar'), run: () => go({ view: 'week' }) },
    ...(mayWrite ? [{ combo: 'n', label: t('newEvent'), group: label('calendar'), run: create }] : []),
  ])
  const { from } = daysOf(view, day)
  const title = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${view === 'week' ? addDays(from, 3) : day}T00:00:00Z`),
  )
  const subscribe = (
    <Button variant="default" leftSection={<IconRss size={15} aria-hidden />} onClick={() => setSubscribing(true)}>
      {t('subscribe')}
    </Button>
  )
  const importFiles = mayWrite && (
    <Button variant="default" onClick={() => setImporting(true)}>
      {t('import.open')}
    </Button>
  )
  const add = mayWrite && (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={create}>
      {t('newEvent')}
    </Button>
  )
  return (
    <Page kind="fill">
      <PageHeader
        title={words === '' ? t('title', { month: title }) : t('search.title')}
        note={t('zone', { zone })}
        actions={
          <>
            {subscribe}
            {importFiles}
            {add}
          </>
        }
      />
      <CalendarBar
        view={view}
        day={day}
        today={today}
        tags={tags}
        isSearching={words !== ''}
        onGo={go}
        onTags={(next) => change({ tags: next.length === 0 ? undefined : next.join('.') })}
      />
      {words === '' ? (
        <QueryView query={events} rows={8}>
          {({ _embedded }) => (
            <Suspense fallback={<LoadingRows rows={8} />}>
              <CalendarGrid
                view={view}
                day={day}
                zone={zone}
                events={_embedded.events}
                showsAccount={account === null && seesAll}
                onOpen={open}
                onMove={move}
                {...(mayWrite ? { onChoose: setChosenRange } : {})}
              />
            </Suspense>
          )}
        </QueryView>
      ) : (
        <Suspense fallback={<LoadingRows rows={6} />}>
          <EventSearch q={words} zone={zone} onClear={() => change({ q: undefined })} />
        </Suspense>
      )}
      {phone && (
        <BottomBar>
          {subscribe}
          {importFiles}
          {add}
        </BottomBar>
      )}
      <Suspense fallback={null}>
        {eventId !== undefined && (
          <EventDialog key={`${eventId} ${query.at}`} id={eventId} at={query.at} onClose={close} />
        )}
        {chosenRange && mayWrite && <EventForm range={chosenRange} proposed={query} onClose={closeForm} />}
        {isImporting && mayWrite && <ImportDialog onClose={() => setImporting(false)} />}
        {isSubscribing && <SubscribeDialog onClose={() => setSubscribing(false)} />}
      </Suspense>
    </Page>
  )
}

/** The events of a view, and a day on either side: the days of the grid are those of another zone. */
function useEvents({ view, day, zone, tags }: { view: View; day: string; zone: string; tags: string[] }) {
  const account = useAccount()
  const isStaff = useAllows(seeInternal)
  const { from, to } = daysOf(view, day)
  const range = {
    startTime: `${from}T00:00:00`,
    endTime: `${to}T00:00:00`,
    timeZone: zone,
    ...(tags.length === 0 ? {} : { tags }),
  }
  const one = useQueryOf(
    listInstances,
    { params: { account: account?.name ?? '' }, query: range },
    { enabled: account !== null },
  )
  const all = useQueryOf(listInstancesOfAccounts, { query: range }, { enabled: account === null })
  const again = () =>
    void refresh(listInstances, listInstancesOfAccounts, listInstancesOfEvent, readEvent, searchEvents)
  useTopic(calendarChanged, account ? { account: account.name } : undefined, again)
  useTopic(everyCalendarChanged, !account && isStaff ? {} : undefined, again)
  return account ? one : all
}

/** Moves an event that was dragged; of a series only the one instance. It can be undone. */
function useMove(t: Text) {
  const save = useMutationOf(changeEvent, {
    refreshes: [listInstances, listInstancesOfAccounts, listInstancesOfEvent, readEvent],
  })
  return (event: EventInstance, range: Range, revert: () => void) => {
    const { id, recurrenceId, subject, version } = event
    const query = recurrenceId ? { scope: 'THIS' as const, recurrenceId } : {}
    const back = { start: event.start, end: event.end, isAllDay: event.isAllDay }
    save.mutate(
      { params: { id }, query, body: bodyOf(range, event.timeZone), version },
      {
        onSuccess: (changedEvent) =>
          toast({
            title: t('form.moved', { subject }),
            action: {
              label: t('form.undo'),
              run: () => save.mutate({ params: { id: changedEvent.id }, query, body: back }),
            },
          }),
        onError: (problem) => {
          revert()
          showError(problem)
        },
      },
    )
  }
}

function bodyOf({ start, end, allDay }: Range, zone: string) {
  const wall = (at: Date) => (allDay ? `${at.toISOString().slice(0, 10)}T00:00:00` : wallIn(at, zone))
  return { start: wall(start), end: wall(end), isAllDay: allDay }
}

function nextHour(): Range {
  const start = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000)
  return { start, end: new Date(start.getTime() + 3_600_000), allDay: false }
}
