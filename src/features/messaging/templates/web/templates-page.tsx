import { useNavigate } from '@tanstack/react-router'
import { announcementEventsPath } from '#features/messaging/announcements/paths.ts'
import { IconPlus, IconTemplate } from '#kit/web/icons/icons.generated.ts'
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
import type { BindableEvent } from '../contract/backend-variables.ts'
import { deliveryMethods } from '../contract/message-enums.ts'
import type { Template } from '../contract/template.ts'
import { listTemplates } from '../contract.ts'
import { templatePath } from '../paths.ts'
import { useText } from '../texts.ts'
import { useLabel } from './label.ts'
import { TemplateState } from './template-state.tsx'

/** Every template by name. */
export function TemplatesPage() {
  const t = useText()
  const label = useLabel()
  const phone = useIsMobile()
  const navigate = useNavigate()
  const state = useListState({ filters: ['q', 'deliveryMethod'], sort: 'name,ASC' })
  const list = useList(listTemplates, { query: state.query })
  const usesOf = ({ announcements }: Template) =>
    announcements === 0
      ? '–'
      : t('list.usesText', { announcements: announcements.toLocaleString('en-GB'), count: announcements })
  const columns: readonly Column<Template>[] = [
    {
      id: 'name',
      label: t('list.name'),
      minWidth: 14,
      fixed: true,
      sort: 'name',
      cell: ({ name }) => <TitleCell>{name}</TitleCell>,
    },
    { id: 'method', label: t('list.method'), width: 7, cell: ({ deliveryMethod }) => t(`method.${deliveryMethod}`) },
    { id: 'status', label: t('list.status'), width: 7, cell: ({ enabled }) => <TemplateState enabled={enabled} /> },
    { id: 'uses', label: t('list.uses'), width: 10, cell: usesOf },
    {
      id: 'events',
      label: t('list.events'),
      width: 16,
      cell: ({ events }) => events.map((event) => t(`event.${event as BindableEvent}`)).join(', ') || '–',
    },
    { id: 'updated', label: t('list.updated'), width: 9, cell: ({ updated }) => formatDateTime(updated) },
  ]
  const gridProps = {
    label: label('templates'),
    list,
    id: ({ id }: Template) => id,
    onOpen: ({ id }: Template) => void navigate({ to: templatePath({ templateId: id }) }),
    empty: (
      <EmptyState colour="blue" icon={<IconTemplate size={22} aria-hidden />} title={t('list.empty')}>
        {t('list.emptyText')}
      </EmptyState>
    ),
  }
  const add = (
    <>
      <Button variant="default" to={announcementEventsPath()}>
        {t('list.events')}
      </Button>
      <Button leftSection={<IconPlus size={15} aria-hidden />} to={templatePath({ templateId: 'new' })}>
        {t('list.new')}
      </Button>
    </>
  )
  return (
    <Page kind="fill">
      <PageHeader title={label('templates')} note={t('list.note')} actions={add} />
      <FilterBar
        right={<Total list={list} words={(templates) => t('list.count', { templates, count: list.total ?? 0 })} />}
      >
        <SearchField state={state} label={t('list.search')} />
        <FilterChip
          state={state}
          name="deliveryMethod"
          label={t('list.method')}
          options={deliveryMethods.map((value) => ({ value, label: t(`method.${value}`) }))}
        />
      </FilterBar>
      <GridFrame>
        {phone ? (
          <PhoneList
            {...gridProps}
            phone={(one) => ({
              title: one.name,
              meta: <TemplateState enabled={one.enabled} />,
              end: usesOf(one),
            })}
          />
        ) : (
          <Grid {...gridProps} state={state} columns={columns} name={({ name }) => name} />
        )}
      </GridFrame>
      {phone && <BottomBar>{add}</BottomBar>}
    </Page>
  )
}
