import { useNavigate } from '@tanstack/react-router'
import { refresh } from '#kit/web/data/query.ts'
import { IconFlask } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { PriorityBars } from '#kit/web/look/bars.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { FilterBar } from '#kit/web/table/filter-bar.tsx'
import { FilterChip } from '#kit/web/table/filter-chip.tsx'
import { Grid } from '#kit/web/table/grid.tsx'
import { GridFrame } from '#kit/web/table/grid-frame.tsx'
import { useListState } from '#kit/web/table/list-state.ts'
import { PhoneList } from '#kit/web/table/phone-list.tsx'
import { SearchField } from '#kit/web/table/search-field.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { useList } from '#kit/web/table/use-list.ts'
import { Age } from '#kit/web/time/age.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useMe } from '#kit/web/who/me.tsx'
import { listRndIssues, type RndIssueRow, rndIssuesUpdated, rndStatuses } from '../contract.ts'
import { rndIssuePath } from '../paths.ts'
import { useText } from '../texts.ts'
import { RndStatusBadge } from './rnd-status-badge.tsx'

/** The R&D issues of all accounts, the last changed first. */
export function RndListPage() {
  const t = useText()
  const phone = useIsMobile()
  const navigate = useNavigate()
  const { vendor } = useMe()
  const state = useListState({ filters: ['q', 'status'], sort: 'updatedAt,DESC' })
  const list = useList(listRndIssues, { query: state.query })
  useTopic(rndIssuesUpdated, { vendor: vendor.id }, () => void refresh(listRndIssues))
  const columns: readonly Column<RndIssueRow>[] = [
    { id: 'key', label: t('list.key'), sort: 'key', width: 7, fixed: true, cell: ({ key }) => <code>{key}</code> },
    { id: 'subject', label: t('list.subject'), minWidth: 14, fixed: true, cell: ({ subject }) => subject },
    { id: 'status', label: t('list.status'), width: 8.5, cell: ({ status }) => <RndStatusBadge status={status} /> },
    {
      id: 'priority',
      label: t('list.priority'),
      width: 5.5,
      cell: ({ priority }) => <PriorityBars priority={priority} label={t(`priority.${priority}`)} />,
    },
    { id: 'cases', label: t('list.cases'), width: 5, align: 'right', cell: ({ caseCount }) => caseCount },
    { id: 'accounts', label: t('list.accounts'), width: 6, align: 'right', cell: ({ accountCount }) => accountCount },
    { id: 'fix', label: t('list.fix'), width: 12, cell: ({ fixBundle }) => fixBundle?.name ?? t('list.none') },
    { id: 'owner', label: t('list.owner'), width: 10, cell: ({ owner }) => owner?.fullName ?? t('list.none') },
    {
      id: 'updated',
      label: t('list.updated'),
      sort: 'updatedAt',
      width: 6,
      align: 'right',
      cell: ({ updated }) => <Age at={updated} />,
    },
  ]
  const gridProps = {
    label: t('list.title'),
    list,
    id: ({ key }: RndIssueRow) => key,
    onOpen: ({ key }: RndIssueRow) => void navigate({ to: rndIssuePath({ rndKey: key }) }),
    empty: (
      <EmptyState colour="blue" icon={<IconFlask size={22} aria-hidden />} title={t('list.empty')}>
        {t('list.emptyText')}
      </EmptyState>
    ),
  }
  return (
    <Page kind="fill">
      <PageHeader title={t('list.title')} note={t('list.note')} />
      <FilterBar
        right={
          <Total list={list} words={(count) => t('list.total', { count: list.total ?? 0 }).replace(/\d+/, count)} />
        }
      >
        <SearchField state={state} label={t('list.search')} />
        <FilterChip
          state={state}
          name="status"
          label={t('list.status')}
          options={rndStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      </FilterBar>
      <GridFrame>
        {phone ? (
          <PhoneList
            {...gridProps}
            phone={({ key, subject, status }) => ({
              title: subject,
              meta: (
                <>
                  <code>{key}</code> <RndStatusBadge status={status} />
                </>
              ),
            })}
          />
        ) : (
          <Grid {...gridProps} state={state} columns={columns} name={({ key, subject }) => `${key} ${subject}`} />
        )}
      </GridFrame>
    </Page>
  )
}
