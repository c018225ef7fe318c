import { useMemo } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconServer2 } from '#kit/web/icons/icons.generated.ts'
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
import { type Filter, isFiltering, passes } from './filter.ts'
import { FilterLine } from './filter-line.tsx'
import { graphOf, rowsOf } from './service-graph.ts'
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
