import { Popover, TextInput } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { momentOf, wallTimeOf } from '#kit/contract/wall-time.ts'
import { Button } from '#kit/web/look/button.tsx'
import type { ListState } from '#kit/web/table/list-state.ts'
import { timeZoneShown } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import classes from './audit-filters.module.css'

const DAY_MS = 86_400_000
const spans = [7, 30, 365]

/** Chooses a period: the last days, or any beginning and end in the time zone of the pages. */
export function PeriodMenu({ state, face }: { state: ListState; face: (onClick: () => void) => ReactElement }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover position="bottom-start" trapFocus withinPortal={false} opened={isOpen} onChange={setOpen}>
      <Popover.Target>{face(() => setOpen(!isOpen))}</Popover.Target>
      <Popover.Dropdown className={classes.period}>
        <Choice key={String(isOpen)} state={state} close={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Choice({ state, close }: { state: ListState; close: () => void }) {
  const t = useText()
  const [from, setFrom] = useState(() => inputOf(state.filters.atFrom?.[0]))
  const [to, setTo] = useState(() => inputOf(state.filters.atTo?.[0]))
  const show = (atFrom: string | undefined, atTo?: string) => {
    state.setFilters({ atFrom: atFrom ? [atFrom] : [], atTo: atTo ? [atTo] : [] })
    close()
  }
  const blocked =
    from === '' && to === ''
      ? t('filter.spanEmpty')
      : from !== '' && to !== '' && from >= to
        ? t('filter.spanWrong')
        : undefined
  return (
    <>
      <div className={classes.presets}>
        <Button variant="default" size="compact-sm" onClick={() => show(momentText(midnight()))}>
          {t('filter.today')}
        </Button>
        {spans.map((count) => (
          <Button
            key={count}
            variant="default"
            size="compact-sm"
            onClick={() => show(momentText(midnight() - (count - 1) * DAY_MS))}
          >
            {t('filter.days', { count })}
          </Button>
        ))}
      </div>
      <TextInput
        type="datetime-local"
        label={t('filter.from')}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        label={t('filter.to')}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button variant="subtle" onClick={() => show(undefined)}>
          {t('filter.clear')}
        </Button>
        <Button blocked={blocked} onClick={() => show(isoOf(from), isoOf(to))}>
          {t('filter.show')}
        </Button>
      </div>
    </>
  )
}

/** The last midnight, as a wall time of the shown zone. */
function midnight(): number {
  const now = wallTimeOf(Date.now(), timeZoneShown())
  return now - (now % DAY_MS)
}

function momentText(wall: number): string {
  return new Date(momentOf(wall, timeZoneShown())).toISOString()
}

function isoOf(input: string): string | undefined {
  return input === '' ? undefined : momentText(Date.parse(`${input}Z`))
}

function inputOf(at: string | undefined): string {
  return at === undefined ? '' : new Date(wallTimeOf(Date.parse(at), timeZoneShown())).toISOString().slice(0, 16)
}
