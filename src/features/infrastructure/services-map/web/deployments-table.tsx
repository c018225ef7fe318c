import { Link } from '@tanstack/react-router'
import { accountAnalyticsPath } from '#features/monitoring/analytics/paths.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import type { BadgeColour } from '#kit/web/look/colours.ts'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import type { CentralService } from '../contract.ts'
import { useText } from '../texts.ts'
import type { Row } from './service-graph.ts'
import classes from './services.module.css'

const SHOWN = 200
const colours: Readonly<Record<CentralService['state'], BadgeColour>> = {
  OUTAGE: 'red',
  DEGRADED: 'orange',
  MISSING: 'grey',
  FINE: 'green',
  OFF: 'light-grey',
}

/** The deployments that match, those that need attention first; beside the map with fewer columns. */
export function DeploymentsTable(props: { rows: readonly Row[]; isFiltered: boolean; isNarrow?: boolean }) {
  const t = useText()
  const { rows, isFiltered, isNarrow = false } = props
  const shownRows = rows.toSorted(byTrouble).slice(0, SHOWN)
  const columns: readonly PlainColumn<Row>[] = [
    {
      id: 'deployment',
      label: t('deployment'),
      cell: ({ name, account, accountId, accountName }) => (
        <span className={classes.named}>
          <Link to={accountAnalyticsPath({ account, accountId })}>{name}</Link>
          <span translate="no">{accountName}</span>
        </span>
      ),
    },
    ...(isNarrow
      ? []
      : ([
          {
            id: 'service',
            label: t('service'),
            wide: true,
            cell: ({ service }) => <span translate="no">{service}</span>,
          },
          {
            id: 'clusters',
            label: t('clusters'),
            wide: true,
            cell: ({ clusters }) => (clusters.length > 0 ? <span translate="no">{clusters.join(', ')}</span> : '–'),
          },
        ] satisfies PlainColumn<Row>[])),
    {
      id: 'version',
      label: t('version'),
      width: isNarrow ? 6 : 9,
      cell: ({ softwareVersion, isBehind }) => (
        <code translate="no" data-behind={isBehind || undefined} className={classes.version}>
          {softwareVersion ?? '–'}
        </code>
      ),
    },
    {
      id: 'state',
      label: t('stateColumn'),
      width: 9,
      cell: ({ state }) => (
        <Badge colour={colours[state]} blinking={state === 'OUTAGE'}>
          {t(`state.${state}`)}
        </Badge>
      ),
    },
  ]
  return (
    <Card
      className={classes.table}
      title={t(isFiltered ? 'deploymentsOf' : 'all')}
      note={rows.length > SHOWN && t('shown', { count: SHOWN, total: rows.length })}
      right={rows.length}
      flush
    >
      <PlainTable label={t('deploymentsOf')} columns={columns} rows={shownRows} id={({ id }) => id} />
    </Card>
  )
}

const order: readonly Row['state'][] = ['OUTAGE', 'DEGRADED', 'MISSING', 'FINE', 'OFF']

function byTrouble(a: Row, b: Row): number {
  return (
    order.indexOf(a.state) - order.indexOf(b.state) ||
    Number(b.isBehind) - Number(a.isBehind) ||
    a.accountName.localeCompare(b.accountName)
  )
}
