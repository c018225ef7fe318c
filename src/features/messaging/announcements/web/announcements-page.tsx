import { useNavigate } from '@tanstack/react-router'
import { announcementTypes, deliveryMethods } from '#features/messaging/templates/contract.ts'
import { IconBell, IconPlus } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
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
import { TitleCell } from '#kit/web/table/subject.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { useList } from '#kit/web/table/use-list.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { type Announcement, announcementStatuses } from '../contract/announcement.ts'
import { listAnnouncements } from '../contract.ts'
import { announcementPath, categoriesPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { useLabel } from './label.ts'
import { StatusBadge } from './status-badge.tsx'
import { styleOfType } from './type-style.tsx'

/** Every announcement that the user may manage, newest first. */
export function AnnouncementsPage() {
  const t = useText()
  const label = useLabel()
  const phone = useIsMobile()
  const navigate = useNavigate()
  const state = useListState({ filters: ['q', 'type', 'deliveryMethod', 'status'], sort: 'id,DESC' })
  const list = useList(listAnnouncements, { query: state.query })
  const typeOf = ({ type }: Announcement) => <Badge colour={styleOfType(type).colour}>{t(`type.${type}`)}</Badge>
  const columns: readonly Column<Announcement>[] = [
    {
      id: 'title',
      label: t('list.title'),
      minWidth: 14,
      fixed: true,
      cell: ({ title }) => <TitleCell>{title}</TitleCell>,
    },
    { id: 'type', label: t('list.type'), width: 7.5, cell: typeOf },
    { id: 'method', label: t('list.method'), width: 6, cell: ({ deliveryMethod }) => t(`method.${deliveryMethod}`) },
    { id: 'status', label: t('list.status'), width: 8, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      id: 'recurrence',
      label: t('list.recurrence'),
      width: 6,
      cell: ({ recurrence }) => t(`recurrence.${recurrence}`),
    },
    {
      id: 'recipients',
      label: t('list.recipients'),
      width: 14,
      cell: ({ recipientsType }) => t(`who.${recipientsType}`),
    },
    {
      id: 'next',
      label: t('list.next'),
      width: 9,
      cell: ({ nextDelivery }) => (nextDelivery ? formatDateTime(nextDelivery) : '–'),
    },
    {
      id: 'delivered',
      label: t('list.delivered'),
      width: 6,
      align: 'right',
      cell: ({ delivered }) => delivered.toLocaleString('en-GB'),
    },
  ]
  const gridProps = {
    label: label('announcements'),
    list,
    id: ({ id }: Announcement) => id,
    onOpen: ({ id }: Announcement) => void navigate({ to: announcementPath({ announcementId: id }) }),
    empty: (
      <EmptyState colour="blue" icon={<IconBell size={22} aria-hidden />} title={t('list.empty')}>
        {t('list.emptyText')}
      </EmptyState>
    ),
  }
  const add = (
    <Button leftSection={<IconPlus size={15} aria-hidden />} to={announcementPath({ announcementId: 'new' })}>
      {t('list.new')}
    </Button>
  )
  const options = <Value extends string>(values: readonly Value[], textOf: (value: Value) => string) =>
    values.map((value) => ({ value, label: textOf(value) }))
  return (
    <Page kind="fill">
      <PageHeader
        title={label('announcements')}
        note={t('list.note')}
        actions={
          <>
            <Button variant="default" to={categoriesPath()}>
              {t('list.categories')}
            </Button>
            {add}
          </>
        }
      />
      <FilterBar
        right={
          <Total list={list} words={(announcements) => t('list.count', { announcements, count: list.total ?? 0 })} />
        }
      >
        <SearchField state={state} label={t('list.search')} />
        <FilterChip
          state={state}
          name="type"
          label={t('list.type')}
          options={options(announcementTypes, (type) => t(`type.${type}`))}
        />
        <FilterChip
          state={state}
          name="deliveryMethod"
          label={t('list.method')}
          options={options(deliveryMethods, (method) => t(`method.${method}`))}
        />
        <FilterChip
          state={state}
          name="status"
          label={t('list.status')}
          options={options(announcementStatuses, (status) => t(`status.${status}`))}
        />
      </FilterBar>
      <GridFrame>
        {phone ? (
          <PhoneList
            {...gridProps}
            phone={(one) => ({ title: one.title, meta: <StatusBadge status={one.status} />, end: typeOf(one) })}
          />
        ) : (
          <Grid {...gridProps} state={state} columns={columns} name={({ title }) => title} />
        )}
      </GridFrame>
      {phone && <BottomBar>{add}</BottomBar>}
    </Page>
  )
}
