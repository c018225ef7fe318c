import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { listFieldOptions } from '#features/support/cases/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconAlertTriangle, IconPlus } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
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
import { Age } from '#kit/web/time/age.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  type KnownIssue,
  knownIssueSeverities,
  knownIssueStates,
  listKnownIssues,
  manageKnownIssues,
  readEveryKnownIssue,
} from '../contract.ts'
import { knownIssuePath } from '../paths.ts'
import { useText } from '../texts.ts'
import { FixedBadge, SeverityBadge, UnpublishedBadge } from './known-issue-badges.tsx'
import { useLabel } from './label.ts'

const KnownIssueForm = lazyNamed(() => import('./known-issue-form.tsx'), 'KnownIssueForm')

/** The catalogue of known issues: staff read every one, or those of the chosen account; customers those that affect them. */
export function KnownIssuesPage() {
  const t = useText()
  const label = useLabel()
  const phone = useIsMobile()
  const navigate = useNavigate()
  const account = useAccount()
  const isStaff = useAllows(readEveryKnownIssue, '*')
  const mayDeclare = useAllows(manageKnownIssues)
  const [declaring, setDeclaring] = useState(false)
  const state = useListState({ filters: ['q', 'product', 'severity', 'state'], sort: 'updated,DESC' })
  const list = useList(listKnownIssues, { query: { ...state.query, ...(account ? { account: account.name } : {}) } })
  const products = useQueryOf(listFieldOptions, { query: { field: 'product' } }).data?._embedded.options ?? []
  const gridProps = {
    label: label('knownIssues'),
    list,
    id: ({ key }: KnownIssue) => key,
    onOpen: ({ key }: KnownIssue) => void navigate({ to: knownIssuePath({ issueKey: key }) }),
    empty: (
      <EmptyState colour="grey" icon={<IconAlertTriangle size={22} aria-hidden />} title={t('empty')}>
        {t('emptyText')}
      </EmptyState>
    ),
  }
  const declare = mayDeclare && (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setDeclaring(true)}>
      {t('declare')}
    </Button>
  )
  return (
    <Page kind="fill">
      <PageHeader title={label('knownIssues')} note={t(isStaff ? 'note' : 'noteCustomer')} actions={declare} />
      <FilterBar right={<Total list={list} words={(rows) => t('count', { rows, count: list.total ?? 0 })} />}>
        <SearchField state={state} label={t('search')} />
        <FilterChip
          state={state}
          name="product"
          label={t('product')}
          options={products.map(({ value, label: name }) => ({ value, label: name }))}
        />
        <FilterChip
          state={state}
          name="severity"
          label={t('severity')}
          options={knownIssueSeverities.map((value) => ({ value, label: t(`severities.${value}`) }))}
        />
        <FilterChip
          state={state}
          name="state"
          label={t('state')}
          options={knownIssueStates.map((value) => ({ value, label: t(`states.${value}`) }))}
        />
      </FilterBar>
      <GridFrame>
        {phone ? (
          <PhoneList
            {...gridProps}
            phone={(one) => ({
              title: `${one.key} ${one.title}`,
              meta: `${one.product} ${one.affected}`,
              end: <SeverityBadge {...one} />,
            })}
          />
        ) : (
          <Grid {...gridProps} state={state} columns={knownIssueColumns(t)} name={({ title }) => title} />
        )}
      </GridFrame>
      {phone && declare && <BottomBar>{declare}</BottomBar>}
      {declaring && (
        <Suspense>
          <KnownIssueForm
            onClose={() => setDeclaring(false)}
            onSaved={({ key }) => void navigate({ to: knownIssuePath({ issueKey: key }) })}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** The columns of the list of known issues. */
function knownIssueColumns(t: ReturnType<typeof useText>): readonly Column<KnownIssue>[] {
  return [
    { id: 'key', label: t('key'), width: 5.5, fixed: true, sort: 'key', cell: ({ key }) => <code>{key}</code> },
    {
      id: 'title',
      label: t('title'),
      minWidth: 14,
      cell: ({ title }) => (
        <TitleCell>
          <span translate="no">{title}</span>
        </TitleCell>
      ),
    },
    { id: 'product', label: t('product'), width: 9, cell: ({ product }) => <span translate="no">{product}</span> },
    { id: 'affected', label: t('affected'), width: 10, cell: ({ affected }) => <code>{affected}</code> },
    {
      id: 'state',
      label: t('state'),
      width: 12,
      cell: (one) => (one.published ? <FixedBadge {...one} /> : <UnpublishedBadge {...one} />),
    },
    { id: 'severity', label: t('severity'), width: 6.5, cell: (one) => <SeverityBadge {...one} /> },
    { id: 'cases', label: t('cases'), width: 5, align: 'right', cell: ({ caseCount }) => caseCount || '–' },
    {
      id: 'updated',
      label: t('updated'),
      width: 6,
      align: 'right',
      sort: 'updated',
      cell: ({ updated }) => <Age at={updated} />,
    },
  ]
}
