import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { createCases } from '#features/support/case-access/contract.ts'
import { searchCases } from '#features/support/cases/contract.ts'
import { IconPlus } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { whenIdle } from '#kit/web/page-idle.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { SplitView } from '#kit/web/table/split-view.tsx'
import { useSelection } from '#kit/web/table/use-selection.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import { CaseBulkBar } from './case-bulk-bar.tsx'
import { useCaseColumns } from './case-columns.tsx'
import { CaseFilters, FilterControls } from './case-filters.tsx'
import { CaseGrid } from './case-grid.tsx'
import { type CaseScope, newCaseIn } from './case-scope.ts'
import classes from './case-screen.module.css'
import { useLabel } from './label.ts'
import { useCaseList } from './use-case-list.ts'

const loadDetail = () => import('./case-detail.tsx')
const CaseDetail = lazyNamed(loadDetail, 'CaseDetail')
const PhoneFilters = lazyNamed(() => import('./phone-filters.tsx'), 'PhoneFilters')

/** A list of cases with the open one beside it: queue, customer side and internal side are the same screen. */
export function CaseScreen({ scope, title, note }: { scope: CaseScope; title: string; note: string }) {
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
