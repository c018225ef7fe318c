import { readCalendar } from '#features/calendar/tags/contract.ts'
import { settingSections } from '#features/platform/settings/web/index.ts'
import { IconCalendarEvent } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'
import { accountCalendarEventPath, accountCalendarPath, calendarEventPath, calendarPath } from '../paths.ts'
import { label } from './label.ts'

const TagsCard = lazyNamed(() => import('./tags-card.tsx'), 'TagsCard')

/** The next events of an account, for its dashboard. */
export const NextEvents = lazyNamed(() => import('./next-events.tsx'), 'NextEvents')

const guard = { only: [readCalendar] }
const load = async () => ({ Page: (await import('./calendar-page.tsx')).CalendarPage })
const page = { label: () => label('calendar'), guard, load }

/** The calendar of an account, and of all accounts. */
export const calendarWeb: FeatureWeb = {
  name: 'calendar',
  pages: [
    { path: calendarPath, ...page },
    { path: calendarEventPath, ...page },
    { path: accountCalendarPath, ...page },
    { path: accountCalendarEventPath, ...page },
  ],
  parts: [partAt(settingSections, 'tags', TagsCard)],
  rail: [
    {
      id: 'calendar',
      section: 'main',
      order: 4,
      label: () => label('calendar'),
      icon: IconCalendarEvent,
      guard,
      to: (account) => (account ? accountCalendarPath({ account }) : calendarPath()),
    },
  ],
}
