import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { createCases } from '#features/support/case-access/contract.ts'
import { type ListedCase, searchCases } from '#features/support/cases/contract.ts'
import { IconPlus } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { whenIdle } from '#kit/web/page-idle.ts'
import type { PageAddress } from '#kit/web/pages.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { Grid } from '#kit/web/table/grid.tsx'
import { PhoneList } from '#kit/web/table/phone-list.tsx'
import { SplitView } from '#kit/web/table/split-view.tsx'
import { type Selection, useSelection } from '#kit/web/table/use-selection.ts'
import { Age } from '#kit/web/time/age.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import { CaseBadge, CaseBars } from './case-badge.tsx'
import { CaseBulkBar } from './case-bulk-bar.tsx'
import { useCaseColumns } from './case-columns.tsx'
import { CaseFilters, FilterControls } from './case-filters.tsx'
import { type CaseScope, newCaseIn } from './case-scope.ts'
import classes from './case-screen.module.css'
import { CasesEmpty } from './cases-empty.tsx'
import { useLabel } from './label.ts'
import { type CaseList, prefetchCases, useCaseList } from './use-case-list.ts'

/** The queue over all accounts, for vendor staff. */
export function Queue() {
  const t = useText()
  return <CaseScreen scope={{ account: null, internal: false }} title={t('queue.title')} note={t('queue.note')} />
}

/** Requests its first cases. */
export const askQueue = (at: PageAddress) => prefetchCases(at, { account: null, internal: false })

/** The cases of one account on the customer side. */
export function CustomerCases() {
  const t = useText()
  const account = useAccount()
  return (
    <CaseScreen
      scope={{ account, internal: false }}
      title={t('cases.title')}
      note={t('cases.note', { account: account?.displayName ?? '' })}
    />
  )
}

/** Requests its first cases. */
export const askCustomerCases = (at: PageAddress) => prefetchCases(at, { account: at.account, internal: false })

/** The cases of one account that no customer sees. */
export function InternalCases() {
  const t = useText()
  const account = useAccount()
  return (
    <CaseScreen
      scope={{ account, internal: true }}
      title={t('internalCases.title')}
      note={t('internalCases.note', { account: account?.displayName ?? '' })}
    />
  )
}

/** Requests its first cases. */
export const askInternalCases = (at: PageAddress) => prefetchCases(at, { account: at.account, internal: true })

const loadDetail = () => import('./case-detail.tsx')
const CaseDetail = lazyNamed(loadDetail, 'CaseDetail')
const PhoneFilters = lazyNamed(() => import('./phone-filters.tsx'), 'PhoneFilters')

/** A list of cases with the open one beside it: queue, customer side and internal side are the same screen. */
function CaseScreen({ scope, title, note }: { scope: CaseScope; title: string; note: string }) {
  const t = useText()
  const label = useLabel()
  const phone = useIsMobile()
  const navigate = useNavigate()
  const cases = useCaseList(scope)
  const { list, openKey } = cases
  const columns = useCaseColumns(scope, openKey !== undefined)
  const selection = useSelection((index) => list.rowAt(index)?.key, cases.query)
  const mayFile = useAllows(createCases, scope.account?.name)
  const file = newCaseIn(scope)
  useKeys(
    mayFile
      ? [{ combo: 'c', label: t('list.new'), group: label('queue'), run: () => void navigate({ to: file }) }]
      : [],
  )
  // Most users read the list first: the code of a case loads after it, before it is requested.
  useEffect(() => void whenIdle().then(loadDetail), [])
  const detail = openKey ? (
    <Suspense fallback={<LoadingRows rows={6} />}>
      <CaseDetail
        key={openKey}
        caseKey={openKey}
        place={{ position: cases.position, step: cases.step, close: () => cases.open(null), back: cases.back }}
      />
    </Suspense>
  ) : null
  if (phone && detail) return <Page kind="fill">{detail}</Page>
  return (
    <Page kind="fill">
      <div className={classes.screen} data-internal={scope.internal || undefined}>
        <PageHeader
          title={title}
          note={note}
          actions={
            <>
              <CsvButton endpoint={searchCases} input={{ query: cases.query }} name="cases" />
              {mayFile && (
                <Button
                  to={file}
                  leftSection={<IconPlus size={15} aria-hidden />}
                  rightSection={<Shortcut combo="c" />}
                >
                  {t('list.new')}
                </Button>
              )}
            </>
          }
        />
        <CaseFilters scope={scope} cases={cases} columns={columns} />
        <SplitView
          name="cases"
          list={
            <>
              <CaseGrid scope={scope} cases={cases} columns={columns.shown} selection={selection} />
              <CaseBulkBar selection={selection} />
            </>
          }
          detail={detail}
        />
        {phone && (
          <BottomBar>
            <Suspense>
              <PhoneFilters count={Object.keys(cases.state.filters).length}>
                <FilterControls scope={scope} cases={cases} />
              </PhoneFilters>
            </Suspense>
            {mayFile && (
              <Button to={file} leftSection={<IconPlus size={16} aria-hidden />}>
                {t('list.new')}
              </Button>
            )}
          </BottomBar>
        )}
      </div>
    </Page>
  )
}

/** The rows of a list of cases; moving the cursor opens, on a phone two lines per case. */
function CaseGrid(props: {
  scope: CaseScope
  cases: CaseList
  columns: readonly Column<ListedCase>[]
  selection: Selection
}) {
  const t = useText()
  const phone = useIsMobile()
  const { cases, scope } = props
  const shared = {
    label: t('list.label'),
    list: cases.list,
    id: (row: ListedCase) => row.key,
    open: cases.openKey,
    onOpen: (row: ListedCase) => cases.open(row.key),
    unread: (row: ListedCase) => row.unread,
    empty: <CasesEmpty scope={scope} cases={cases} />,
  }
  if (phone) return <PhoneList {...shared} phone={phoneRow} />
  return (
    <Grid
      {...shared}
      state={cases.state}
      columns={props.columns}
      name={(row) => `${row.key} ${row.subject}`}
      selection={props.selection}
      follow={cases.openKey !== undefined}
    />
  )
}

function phoneRow(row: ListedCase) {
  return {
    lead: <Monogram name={row.accountDisplayName} size={28} />,
    title: row.subject,
    meta: (
      <>
        <CaseBadge row={row} />
        <CaseBars row={row} />
        <code>{row.key}</code>
      </>
    ),
    end: <Age at={row.updated} />,
  }
}
