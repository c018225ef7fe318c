import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconBuilding, IconInbox, IconPlus, IconServer2 } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { StateBadge, useStateLabel } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { FilterBar } from '#kit/web/table/filter-bar.tsx'
import { FilterChip } from '#kit/web/table/filter-chip.tsx'
import { Grid } from '#kit/web/table/grid.tsx'
import { type ListState, useListState } from '#kit/web/table/list-state.ts'
import { PhoneList } from '#kit/web/table/phone-list.tsx'
import { SplitView } from '#kit/web/table/split-view.tsx'
import { TitleCell } from '#kit/web/table/subject.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { useList } from '#kit/web/table/use-list.ts'
import { Age } from '#kit/web/time/age.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  type AccountRequest,
  askForAccounts,
  countAccountRequests,
  listAccountRequests,
  myAccountRequestChanged,
  RequestStatus,
  RequestType,
  readAccountRequest,
} from '../contract.ts'
import { newAccountRequestPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { useLabel } from './label.ts'
import { shownState, useRequestName } from './request-text.ts'

const RequestDetail = lazyNamed(() => import('./request-detail.tsx'), 'RequestDetail')

/** The queue of requests, latest first; one is open beside it. */
export function RequestsPage() {
  const t = useText()
  const nameOf = useRequestName()
  const label = useLabel()
  const phone = useIsMobile()
  const navigate = useNavigate()
  const { query, change } = useUrlQuery<'id'>()
  const { id: openedId } = query
  const state = useListState({ filters: ['requestStatus', 'requestType'], sort: 'updatedAt,DESC' })
  const list = useList(listAccountRequests, { query: state.query })
  const columns = useRequestColumns()
  useMyEvents()
  const open = (id: string | undefined) => change({ id })
  const mayAsk = useAllows(askForAccounts)
  const add = mayAsk && (
    <Button
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={() => void navigate({ to: newAccountRequestPath() })}
    >
      {t('list.new')}
    </Button>
  )
  const gridProps = {
    label: t('list.grid'),
    list,
    id: ({ id }: AccountRequest) => id,
    open: openedId,
    onOpen: ({ id }: AccountRequest) => open(id),
    empty: <Empty filtered={Object.keys(state.filters).length > 0} />,
  }
  return (
    <Page kind="fill">
      <PageHeader title={label('asked')} note={t('list.note')} badges={<Counters />} actions={add} />
      <Filters state={state} total={<Total list={list} words={(count) => t('list.count', { count })} />} />
      <SplitView
        name="account-requests"
        list={
          phone ? (
            <PhoneList
              {...gridProps}
              phone={(row) => ({
                title: nameOf(row),
                meta: <StateBadge kind="request" state={shownState(row)} />,
                end: <Age at={row.updatedAt} />,
              })}
            />
          ) : (
            <Grid {...gridProps} follow state={state} columns={columns} name={nameOf} />
          )
        }
        detail={
          openedId ? (
            <Suspense fallback={<LoadingRows rows={6} />}>
              <RequestDetail key={openedId} id={openedId} onClose={() => open(undefined)} />
            </Suspense>
          ) : null
        }
      />
      {phone && add && <BottomBar>{add}</BottomBar>}
    </Page>
  )
}

function Counters() {
  const t = useText()
  const { data } = useQueryOf(countAccountRequests, {})
  if (!data) return null
  const { NEW, REJECTED } = data.requestCounters
  return (
    <>
      <StateBadge kind="request" state="NEW" plain>
        {t('list.newCount', { count: NEW })}
      </StateBadge>
      <StateBadge kind="request" state="REJECTED" plain>
        {t('list.rejectedCount', { count: REJECTED })}
      </StateBadge>
    </>
  )
}

function Filters({ state, total }: { state: ListState; total: React.ReactNode }) {
  const t = useText()
  const label = useStateLabel()
  return (
    <FilterBar right={total}>
      <FilterChip
        state={state}
        name="requestStatus"
        label={t('column.status')}
        options={RequestStatus.options.map((value) => ({ value, label: label('request', value) }))}
      />
      <FilterChip
        state={state}
        name="requestType"
        label={t('column.type')}
        options={RequestType.options.map((value) => ({ value, label: t(`type.${value}`) }))}
      />
    </FilterBar>
  )
}

function Empty({ filtered }: { filtered: boolean }) {
  const t = useText()
  return (
    <EmptyState colour="grey" icon={<IconInbox size={22} aria-hidden />} title={t('list.empty')}>
      {t(filtered ? 'list.filteredText' : 'list.emptyText')}
    </EmptyState>
  )
}

/** Refetches when one of the user's own requests changed: users who see all requests are notified of all (`useNewCount`). */
function useMyEvents(): void {
  useTopic(
    myAccountRequestChanged,
    {},
    () => void refresh(countAccountRequests, listAccountRequests, readAccountRequest),
  )
}

/** The columns of the queue. */
function useRequestColumns(): readonly Column<AccountRequest>[] {
  const t = useText()
  const nameOf = useRequestName()
  return [
    {
      id: 'what',
      label: t('column.what'),
      minWidth: 14,
      fixed: true,
      cell: (row) => <TitleCell lead={<Sign type={row.requestType} />}>{nameOf(row)}</TitleCell>,
    },
    {
      id: 'type',
      label: t('column.type'),
      width: 8,
      sort: 'requestType',
      cell: ({ requestType }) => t(`type.${requestType}`),
    },
    {
      id: 'status',
      label: t('column.status'),
      width: 9,
      sort: 'requestStatus',
      cell: (row) => <StateBadge kind="request" state={shownState(row)} />,
    },
    { id: 'by', label: t('column.by'), width: 11, cell: ({ requestedBy }) => requestedBy.fullName },
    {
      id: 'updated',
      label: t('column.updated'),
      width: 6,
      sort: 'updatedAt',
      align: 'right',
      cell: ({ updatedAt }) => <Age at={updatedAt} />,
    },
  ]
}

function Sign({ type }: { type: AccountRequest['requestType'] }) {
  return type === 'ACCOUNT' ? <IconBuilding size={16} aria-hidden /> : <IconServer2 size={16} aria-hidden />
}
