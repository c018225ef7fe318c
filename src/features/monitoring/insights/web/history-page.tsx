import { useNavigate } from '@tanstack/react-router'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconChecks } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { ColumnMenu } from '#kit/web/table/column-menu.tsx'
import type { Column } from '#kit/web/table/columns.ts'
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
import { formatDateTime, formatTimestamp } from '#kit/web/time/time.ts'
import { formatDuration } from '#kit/web/time/write-span.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { findingStates, severities } from '../contract/insight.ts'
import { type Finding, findingsChanged, type Insight, listFindings, readInsightCards } from '../contract.ts'
import { findingPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { FindingStateBadge } from './finding-badges.tsx'
import { formatValue } from './format-value.ts'
import classes from './insights.module.css'
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
  const [chosenInsight, ...others] = state.filters.insight ?? []
  const insight = others.length === 0 ? cards?.find(({ name }) => name === chosenInsight) : undefined
  const all = findingColumns(t, insight)
  const columns = useColumns('findings', all)
  useTopic(findingsChanged, account ? { account } : undefined, () => void refresh(listFindings))
  const open = ({ id }: Finding) => here && void navigate({ to: findingPath({ account: here, findingId: id }) })
  const categories = new Map(cards?.map(({ category }) => [category.id, category.displayName]))
  const gridProps = {
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
            {...gridProps}
            phone={(one) => ({
              title: one.insightName,
              meta: `${one.object || one.deployment.displayName} · ${formatValue(one.worst, one.unit)} · ${t(`findingState.${one.state}`)}`,
              end: formatTimestamp(one.openedAt),
            })}
          />
        ) : (
          <Grid
            {...gridProps}
            state={state}
            columns={columns.shown}
            name={(one) => `${one.insightName} ${one.object}`}
          />
        )}
      </GridFrame>
    </Page>
  )
}

const own = ['value', 'since', 'caseKey']

/** The minutes that a finding lasted, or has lasted until now. */
function minutesOf({ openedAt, clearedAt }: Finding): number {
  return (Date.parse(clearedAt ?? new Date().toISOString()) - Date.parse(openedAt)) / 60_000
}

/** The columns of the history: those of the insight when one is chosen, else its name and object. */
function findingColumns(t: ReturnType<typeof useText>, insight: Insight | undefined): Column<Finding>[] {
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
