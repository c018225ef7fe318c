import { useNavigate } from '@tanstack/react-router'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconChecks } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { ColumnMenu } from '#kit/web/table/column-menu.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { FilterBar } from '#kit/web/table/filter-bar.tsx'
import { FilterChip } from '#kit/web/table/filter-chip.tsx'
import { Grid } from '#kit/web/table/grid.tsx'
import { GridFrame } from '#kit/web/table/grid-frame.tsx'
import { useListState } from '#kit/web/table/list-state.ts'
import { PhoneList } from '#kit/web/table/phone-list.tsx'
import { SearchField } from '#kit/web/table/search-field.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { useColumns } from '#kit/web/table/use-columns.ts'
import { useList } from '#kit/web/table/use-list.ts'
import { formatTimestamp } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { findingStates, severities } from '../contract/insight.ts'
import { type Finding, findingsChanged, listFindings, readInsightCards } from '../contract.ts'
import { findingPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { findingColumns } from './finding-columns.tsx'
import { formatValue } from './format-value.ts'
import { useDeployments } from './use-deployments.ts'

const filters = ['q', 'state', 'severity', 'category', 'insight', 'deployment']

/** The newest 1,000 findings of an account with filters, and with the columns of the chosen insight. */
export function HistoryPage() {
  const t = useText()
  const phone = useIsMobile()
  const navigate = useNavigate()
  const here = useAccount()
  const account = here?.name ?? ''
  const deployments = useDeployments() ?? []
  const state = useListState({ filters, sort: 'openedAt,DESC' })
  const input = { query: { ...state.query, account: [account] } }
  const list = useList(listFindings, input)
  const cards = useQueryOf(readInsightCards, { query: { account } }, { enabled: account !== '' }).data?._embedded.cards
  const [chosen, ...others] = state.filters.insight ?? []
  const insight = others.length === 0 ? cards?.find(({ name }) => name === chosen) : undefined
  const all = findingColumns(t, insight)
  const columns = useColumns('findings', all)
  useTopic(findingsChanged, account ? { account } : undefined, () => void refresh(listFindings))
  const open = ({ id }: Finding) => here && void navigate({ to: findingPath({ account: here, findingId: id }) })
  const categories = new Map(cards?.map(({ category }) => [category.id, category.displayName]))
  const shared = {
    label: t('history.label'),
    list,
    id: ({ id }: Finding) => id,
    onOpen: open,
    empty: (
      <EmptyState colour="green" icon={<IconChecks size={22} aria-hidden />} title={t('history.none')}>
        {t('history.noneText')}
      </EmptyState>
    ),
  }
  return (
    <Page kind="fill">
      <PageHeader
        title={t('history.title')}
        actions={<CsvButton endpoint={listFindings} input={input} name={`findings-${account}`} />}
      />
      <FilterBar
        right={
          <>
            <Total list={list} words={(rows) => t('history.count', { rows })} />
            {!phone && <ColumnMenu columns={all} isShown={columns.isShown} toggle={columns.toggle} />}
          </>
        }
      >
        <SearchField state={state} label={t('history.q')} />
        <FilterChip
          state={state}
          name="state"
          label={t('history.state')}
          options={findingStates.map((value) => ({ value, label: t(`findingState.${value}`) }))}
        />
        <FilterChip
          state={state}
          name="severity"
          label={t('history.severity')}
          options={severities.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
        <FilterChip
          state={state}
          name="category"
          label={t('history.category')}
          options={[...categories].map(([value, label]) => ({ value, label }))}
        />
        <FilterChip
          state={state}
          name="insight"
          label={t('history.insight')}
          options={cards?.map(({ name, displayName }) => ({ value: name, label: displayName })) ?? []}
        />
        {deployments.length > 1 && (
          <FilterChip
            state={state}
            name="deployment"
            label={t('history.deployment')}
            options={deployments.map((value) => ({ value, label: value }))}
          />
        )}
      </FilterBar>
      <GridFrame>
        {phone ? (
          <PhoneList
            {...shared}
            phone={(one) => ({
              title: one.insightName,
              meta: `${one.object || one.deployment.displayName} · ${formatValue(one.worst, one.unit)} · ${t(`findingState.${one.state}`)}`,
              end: formatTimestamp(one.openedAt),
            })}
          />
        ) : (
          <Grid {...shared} state={state} columns={columns.shown} name={(one) => `${one.insightName} ${one.object}`} />
        )}
      </GridFrame>
    </Page>
  )
}
