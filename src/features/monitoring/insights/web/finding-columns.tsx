import type { Column } from '#kit/web/table/columns.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { formatDuration } from '#kit/web/time/write-span.ts'
import type { Finding, Insight } from '../contract.ts'
import type { useText } from '../texts.ts'
import { FindingStateBadge } from './finding-badges.tsx'
import { formatValue } from './format-value.ts'
import classes from './insights.module.css'

const own = ['value', 'since', 'caseKey']

/** The minutes that a finding lasted, or has lasted until now. */
export function minutesOf({ openedAt, clearedAt }: Finding): number {
  return (Date.parse(clearedAt ?? new Date().toISOString()) - Date.parse(openedAt)) / 60_000
}

/** The columns of the history: those of the insight when one is chosen, else its name and object. */
export function findingColumns(t: ReturnType<typeof useText>, insight: Insight | undefined): Column<Finding>[] {
  const labels = insight?.grid.filter(({ field }) => !own.includes(field)) ?? []
  const object: Column<Finding>[] = insight
    ? labels.map(({ header_name, field, primary }) => ({
        id: field,
        label: header_name,
        ...(primary ? { fixed: true } : { width: 9 }),
        cell: ({ labels }) => <span className={classes.mono}>{labels[field] ?? '–'}</span>,
      }))
    : [
        {
          id: 'insight',
          label: t('history.insight'),
          fixed: true,
          minWidth: 13,
          cell: ({ insightName, color }) => (
            <>
              <span className={classes.swatch} style={{ '--category': color } as Record<string, string>} />
              {insightName}
            </>
          ),
        },
        { id: 'object', label: t('history.object'), width: 11, cell: (one) => one.object || t('history.whole') },
      ]
  return [
    ...object,
    { id: 'deployment', label: t('history.deployment'), width: 10, cell: (one) => one.deployment.displayName },
    {
      id: 'value',
      label: t('history.value'),
      width: 9,
      align: 'right',
      cell: ({ worst, unit, severity }) => (
        <span className={classes.tone} data-severity={severity}>
          {formatValue(worst, unit)}
        </span>
      ),
    },
    { id: 'state', label: t('history.state'), width: 9.5, cell: (one) => <FindingStateBadge state={one.state} /> },
    {
      id: 'opened',
      label: t('history.opened'),
      width: 9,
      sort: 'openedAt',
      cell: ({ openedAt }) => <time dateTime={openedAt}>{formatDateTime(openedAt)}</time>,
    },
    {
      id: 'lasted',
      label: t('history.lasted'),
      width: 6,
      align: 'right',
      cell: (one) => formatDuration(minutesOf(one)),
    },
    { id: 'case', label: t('history.case'), width: 8, cell: ({ caseKey }) => caseKey ?? '–' },
  ]
}
