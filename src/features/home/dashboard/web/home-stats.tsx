import { endsSoon } from '#features/subscriptions/customer-plans/contract.ts'
import { Sparkline } from '#kit/web/chart/sparkline.tsx'
import { Stats } from '#kit/web/look/figure.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDuration } from '#kit/web/time/write-span.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useText } from '../texts.ts'
import { type AccountRow, median } from './account-rows.ts'
import { homeTrends, type Trend } from './home-trends.ts'

/** The figures above the home grid, summed over the accounts shown. */
export function HomeFigures({ rows }: { rows: readonly AccountRow[] }) {
  const t = useText()
  const phone = useIsMobile()
  const trends = homeTrends(rows)
  const stats = rows.flatMap((row) => row.stats ?? [])
  const sum = (of: (figures: (typeof stats)[number]) => number) => stats.reduce((total, row) => total + of(row), 0)
  const outages = sum(({ outagesOpen }) => outagesOpen)
  const down = stats.filter(({ outagesOpen }) => outagesOpen > 0).map(({ displayName }) => displayName)
  const open = sum((row) => row.open)
  const high = sum(({ openByPriority }) => openByPriority.HIGH + openByPriority.CRITICAL)
  const waiting = sum(({ waitingForCustomer }) => waitingForCustomer)
  const response = median(stats.flatMap(({ medianFirstResponseMinutes: minutes }) => minutes ?? []))
  const ending = rows.filter(({ plan }) => plan && endsSoon(plan))
  return (
    <Stats
      figures={[
        { id: 'modems', label: t('figure.modems'), trend: <TrendLine values={trends.modems} />, ...modemsOf(rows, t) },
        {
          id: 'outages',
          label: t('figure.outages'),
          value: outages,
          tone: outages > 0 ? 'red' : undefined,
          trend: <TrendLine values={trends.outages} red={outages > 0} />,
          note: downNote(down, t),
        },
        {
          id: 'open',
          label: t('figure.open'),
          value: open,
          trend: <TrendLine values={trends.open} />,
          note: open > 0 ? t('figure.openNote', { high, waiting }) : t('figure.openNone'),
        },
        ...(phone
          ? []
          : [
              {
                id: 'response',
                label: t('figure.response'),
                value: formatDuration(response) ?? t('figure.missing'),
                trend: <TrendLine values={trends.response} />,
                note: response === null ? t('figure.missingNote') : t('figure.responseNote'),
              },
            ]),
        {
          id: 'plans',
          label: t('figure.plans'),
          value: ending.length,
          tone: ending.length > 0 ? 'orange' : undefined,
          note: plansNote(ending, t),
        },
      ]}
    />
  )
}

function TrendLine({ values, red = false }: { values: Trend; red?: boolean }) {
  const points = values.map((value, step) => [step, value] as const)
  return <Sparkline points={points} colour={red ? 'var(--badge-red-text)' : 'var(--series-1)'} filled />
}

function modemsOf(rows: readonly AccountRow[], t: ReturnType<typeof useText>) {
  const monitoredRows = rows.flatMap(({ monitoring }) => (monitoring?.online == null ? [] : monitoring))
  if (monitoredRows.length === 0) return { value: t('figure.modemsMissing'), note: t('figure.modemsNone') }
  const online = monitoredRows.reduce((total, one) => total + (one.online ?? 0), 0)
  const knownModems = monitoredRows.reduce((total, one) => total + (one.known ?? 0), 0)
  const share = `${knownModems > 0 ? ((online / knownModems) * 100).toFixed(2) : '–'} %`
  return { value: formatCount(online), note: t('figure.modemsNote', { share, known: formatCount(knownModems) }) }
}

function downNote([first, ...others]: readonly string[], t: ReturnType<typeof useText>): string {
  if (first === undefined) return t('figure.outagesNone')
  return others.length > 0 ? t('figure.outagesMore', { first, count: others.length }) : first
}

/** The accounts whose plans end first. */
function plansNote(ending: readonly AccountRow[], t: ReturnType<typeof useText>): string {
  if (ending.length === 0) return t('figure.plansNone')
  const inOrder = [...ending].sort((a, b) => (a.plan?.daysLeft ?? 0) - (b.plan?.daysLeft ?? 0))
  const names = inOrder
    .slice(0, 2)
    .map(({ account }) => account.displayName)
    .join(', ')
  return inOrder.length > 2 ? t('figure.plansMore', { names, count: inOrder.length - 2 }) : names
}
