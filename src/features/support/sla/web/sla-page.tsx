import { Suspense } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconChartLine, IconPrinter } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { listSlaPeriods, listSlaStats, type SlaViewName, slaViews } from '../contract.ts'
import { useText } from '../texts.ts'
import { SlaMatrix } from './sla-matrix.tsx'
import { SlaPeriods } from './sla-periods.tsx'

const SlaReceiptCard = lazyNamed(() => import('./sla-receipt.tsx'), 'SlaReceiptCard')
const SignedMonths = lazyNamed(() => import('./signed-months.tsx'), 'SignedMonths')

/** The SLA report of an account: months by device family, the outages behind a figure, quarters and years. */
export function SlaPage() {
  const t = useText()
  const account = useAccount()?.name ?? ''
  const phone = useIsMobile()
  const { query, change } = useUrlQuery<'view' | 'month'>()
  const view = slaViews.find((name) => name === query.view) ?? 'vendor'
  const result = useQueryOf(listSlaStats, { query: { account } }, { enabled: account !== '' })
  const together = useQueryOf(
    listSlaPeriods,
    { query: { account, by: 'month', children: true } },
    { enabled: account !== '' },
  )
  const stats = result.data?._embedded.slaStats
  const open = stats?.find(({ yearMonth }) => yearMonth === query.month)
  const actions = (
    <>
      <SegmentedControl<SlaViewName>
        aria-label={t('page.view')}
        value={view}
        onChange={(value) => change({ view: value })}
        options={slaViews.map((value) => ({ value, label: t(`view.${value}`) }))}
      />
      <Button variant="default" leftSection={<IconPrinter size={15} aria-hidden />} onClick={() => window.print()}>
        {t('page.print')}
      </Button>
      <CsvButton endpoint={listSlaStats} input={{ query: { account } }} name={`sla-${account}`} />
    </>
  )
  return (
    <Page>
      <PageHeader
        title={t('page.title')}
        note={t('page.note', { zone: stats?.[0]?.timeZone ?? '' })}
        actions={actions}
      />
      {phone && <div className="row">{actions}</div>}
      <QueryView
        query={result}
        rows={8}
        empty={
          <EmptyState colour="blue" icon={<IconChartLine size={22} aria-hidden />} title={t('page.none')}>
            {t('page.noneText')}
          </EmptyState>
        }
      >
        {({ _embedded: { slaStats: stats } }) => (
          <>
            <SlaMatrix
              stats={stats.toReversed()}
              together={together.data?._embedded.slaPeriods ?? []}
              view={view}
              open={open?.yearMonth}
              onOpen={(month) => change({ month: month === query.month ? undefined : month }, 'step')}
            />
            {open && (
              <Suspense fallback={<LoadingRows rows={5} />}>
                <SlaReceiptCard key={open.id} id={open.id} view={view} />
              </Suspense>
            )}
            <SlaPeriods account={account} />
            <Suspense fallback={<LoadingRows rows={4} />}>
              <SignedMonths account={account} />
            </Suspense>
          </>
        )}
      </QueryView>
    </Page>
  )
}
