import { TextInput } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconFilter, IconServer2, IconX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { type CentralService, listCentralServices } from '../contract.ts'
import { useText } from '../texts.ts'
import { DeploymentsTable } from './deployments-table.tsx'
import { graphOf, type Row, rowsOf } from './service-graph.ts'
import { ServiceMap } from './service-map.tsx'
import classes from './services.module.css'

const refetchInterval = 60_000

/** The services of all accounts as a map or a table. */
export function ServicesPage() {
  const t = useText()
  const query = useQueryOf(listCentralServices, {}, { refetchInterval })
  return (
    <QueryView query={query} page rows={8}>
      {(data) => {
        const { services } = data._embedded
        if (services.length === 0)
          return (
            <EmptyState page colour="grey" icon={<IconServer2 size={22} aria-hidden />} title={t('empty')}>
              {t('emptyText')}
            </EmptyState>
          )
        return <Services services={services} />
      }}
    </QueryView>
  )
}

function Services({ services }: { services: readonly CentralService[] }) {
  const t = useText()
  const phone = useIsMobile()
  const { query, change } = useUrlQuery<'q' | 'behind' | 'trouble' | 'node' | 'view'>()
  const rows = useMemo(() => rowsOf(services), [services])
  const graph = useMemo(() => graphOf(services, rows), [services, rows])
  const filter: Filter = {
    q: query.q ?? '',
    isBehind: query.behind === 'true',
    isInTrouble: query.trouble === 'true',
    node: query.node,
  }
  const isFiltered = isFiltering(filter)
  const lit = new Set(rows.filter((row) => passes(row, filter)))
  const accountsOf = (some: Iterable<{ accountId: string }>) =>
    new Set([...some].map(({ accountId }) => accountId)).size
  // A map of three columns does not fit a phone.
  const isTable = phone || query.view === 'table'
  return (
    <Page kind="fill">
      <PageHeader
        title={t('title')}
        note={t('note', {
          services: t('services', { count: services.length }),
          deployments: t('deployments', { count: rows.length }),
          accounts: t('accounts', { count: graph.accounts.length }),
        })}
        actions={
          <SegmentedControl
            aria-label={t('view')}
            options={[
              { value: 'map', label: t('map') },
              { value: 'table', label: t('table') },
            ]}
            value={isTable ? 'table' : 'map'}
            onChange={(view) => change({ view: view === 'map' ? undefined : view })}
          />
        }
      />
      <FilterLine filter={filter} change={change}>
        {isFiltered && !isTable && (
          <p className={classes.matches} aria-live="polite">
            {lit.size === 0
              ? t('noMatch')
              : t('match', {
                  accounts: t('accounts', { count: accountsOf(lit) }),
                  deployments: t('deployments', { count: lit.size }),
                })}
          </p>
        )}
      </FilterLine>
      {isTable ? (
        <DeploymentsTable rows={[...lit]} isFiltered={isFiltered} />
      ) : (
        <div className={classes.columns}>
          <ServiceMap
            graph={graph}
            lit={isFiltered ? lit : undefined}
            chosen={filter.node}
            onChoose={(node) => change({ node: node === filter.node ? undefined : node })}
          />
          <DeploymentsTable rows={[...lit]} isFiltered={isFiltered} isNarrow />
        </div>
      )}
    </Page>
  )
}

/** The filter: words, and two switches for what needs attention. */
function FilterLine(props: {
  filter: Filter
  change: (parts: Record<string, string | undefined>) => void
  children: ReactNode
}) {
  const t = useText()
  const { filter, change, children } = props
  const [typed, setTyped] = useState(filter.q)
  const clear = () => {
    setTyped('')
    change({ q: undefined, behind: undefined, trouble: undefined, node: undefined })
  }
  return (
    <search className={classes.filter}>
      <TextInput
        aria-label={t('filter')}
        placeholder={t('filter')}
        leftSection={<IconFilter size={15} aria-hidden />}
        rightSection={
          isFiltering(filter) && (
            <IconButton size={24} aria-label={t('clear')} onClick={clear}>
              <IconX size={14} aria-hidden />
            </IconButton>
          )
        }
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          change({ q: value === '' ? undefined : value })
        }}
        onKeyDown={({ key }) => key === 'Escape' && clear()}
      />
      {(['behind', 'trouble'] as const).map((name) => {
        const isOn = name === 'behind' ? filter.isBehind : filter.isInTrouble
        return (
          <Button
            key={name}
            variant={isOn ? 'light' : 'default'}
            aria-pressed={isOn}
            onClick={() => change({ [name]: isOn ? undefined : 'true' })}
          >
            {t(name)}
          </Button>
        )
      })}
      {children}
    </search>
  )
}

type Filter = {
  readonly q: string
  readonly isBehind: boolean
  readonly isInTrouble: boolean
  /** The id of a chosen node. */
  readonly node: string | undefined
}

const trouble: ReadonlySet<Row['state']> = new Set(['OUTAGE', 'DEGRADED', 'MISSING'])

/** Whether any part of the filter is set. */
function isFiltering({ q, isBehind, isInTrouble, node }: Filter): boolean {
  return q.trim() !== '' || isBehind || isInTrouble || node !== undefined
}

/** Whether a deployment passes: every word is part of one of its names. */
function passes(row: Row, { q, isBehind, isInTrouble, node }: Filter): boolean {
  const { service, name, accountName, account, softwareVersion, clusters, accountId } = row
  const names = [service, name, accountName, account, softwareVersion ?? '', ...clusters].map((one) =>
    one.toLowerCase(),
  )
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return (
    words.every((word) => names.some((one) => one.includes(word))) &&
    (!isBehind || row.isBehind) &&
    (!isInTrouble || trouble.has(row.state)) &&
    (node === undefined || [service, `${service} ${softwareVersion ?? ''}`, accountId].includes(node))
  )
}
