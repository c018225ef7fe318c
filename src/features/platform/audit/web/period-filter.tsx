import { IconCalendarEvent } from '#kit/web/icons/icons.generated.ts'
import { LazyMenu } from '#kit/web/lazy-menu.tsx'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import type { ListState } from '#kit/web/table/list-state.ts'
import { useText } from '../texts.ts'
import { periodWords } from './audit-filter-names.ts'

const load = () => import('./period-menu.tsx')
const PeriodMenu = lazyNamed(load, 'PeriodMenu')

/** The period of the entries: a chip that says it, and a popover to choose it. */
export function PeriodFilter({ state }: { state: ListState }) {
  const t = useText()
  const words = periodWords(t, state.filters.atFrom?.[0], state.filters.atTo?.[0])
  const face = (onClick?: () => void) => (
    <Button
      variant={words ? 'light' : 'default'}
      leftSection={<IconCalendarEvent size={15} aria-hidden />}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={onClick}
    >
      {words ?? t('filter.period')}
    </Button>
  )
  return (
    <LazyMenu face={face} load={load}>
      <PeriodMenu state={state} face={face} />
    </LazyMenu>
  )
}
