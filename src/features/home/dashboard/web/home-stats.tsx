import { Stats } from '#kit/web/look/figure.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatAge } from '#kit/web/time/time.ts'
import { formatDuration } from '#kit/web/time/write-span.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { type AccountRow, median } from './account-rows.ts'
import { useText } from './text.ts'

/** The figures above the home grid, summed over the accounts shown. */
export function HomeFigures({ rows }: { rows: readonly AccountRow[] }) {
  const t = useText()
  const phone = useIsMobile()
  const stats = rows.flatMap((row) => row.stats ?? [])
  const sum = (of: (figures: (typeof stats)[number]) => number) => stats.reduce((total, row) => total + of(row), 0)
  const outages = sum(({ outagesOpen }) => outagesOpen)
  const down = stats.filter(({ outagesOpen }) => outagesOpen > 0).map(({ displayName }) => displayName)
  const open = sum((row) => row.open)
  const urgent = sum(({ openByPriority }) => openByPriority.HIGH + openByPriority.CRITICAL)
  const waiting = sum(({ waitingForCustomer }) => waitingForCustomer)
  const oldest = stats.flatMap(({ oldestWaitingSince }) => oldestWaitingSince ?? []).sort()[0]
  const response = median(stats.flatMap(({ medianFirstResponseMinutes: minutes }) => minutes ?? []))
  const production = rows.filter(({ account }) => account.stage === 'PRODUCTION').length
  const monitored = rows.flatMap(({ monitoring }) => (monitoring?.online == null ? [] : monitoring))
  const online = monitored.reduce((total, one) => total + one.online!, 0)
  const known = monitored.reduce((total, one) => total + (one.known ?? 0), 0)
  const active = rows.filter(({ account }) => account.active).length
  return (
    <Stats
      figures={[
        {
          id: 'modems',
          label: t('figure.modems'),
          value: monitored.length === 0 ? t('figure.modemsMissing') : formatCount(online),
          note:
            monitored.length === 0
              ? t('figure.modemsNone')
              : t('figure.modemsNote', {
                  share: `${known > 0 ? ((online / known) * 100).toFixed(2) : '–'} %`,
                  known: formatCount(known),
                }),
        },
        {
          id: 'outages',
          label: t('figure.outages'),
          value: outages,
          tone: outages > 0 ? 'red' : undefined,
          note: downNote(down, t),
        },
        {
          id: 'open',
          label: t('figure.open'),
          value: open,
          note: open > 0 ? t('figure.openNote', { high: urgent }) : t('figure.openNone'),
        },
        {
          id: 'waiting',
          label: t('figure.waiting'),
          value: waiting,
          note: oldest ? t('figure.oldest', { age: formatAge(oldest) }) : t('figure.waitingNone'),
        },
        ...(phone
          ? []
          : [
              {
                id: 'response',
                label: t('figure.response'),
                value: formatDuration(response) ?? t('figure.missing'),
                note: response === null ? t('figure.missingNote') : t('figure.responseNote'),
              },
              {
                id: 'accounts',
                label: t('figure.accounts'),
                value: rows.length,
                note: t('figure.accountsNote', { production, active }),
              },
            ]),
      ]}
    />
  )
}

function downNote([first, ...others]: readonly string[], t: ReturnType<typeof useText>): string {
  if (first === undefined) return t('figure.outagesNone')
  return others.length > 0 ? t('figure.outagesMore', { first, count: others.length }) : first
}
