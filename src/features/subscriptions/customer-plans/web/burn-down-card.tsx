import { type ReactNode, Suspense, useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDate } from '#kit/web/time/time.ts'
import { type BurnDown, readBurnDown } from '../contract.ts'
import { useBurnDownText } from '../texts.ts'
import classes from './burn-down-card.module.css'

const ModemCounts = lazyNamed(() => import('./modem-counts.tsx'), 'ModemCounts')
const CountedDeployments = lazyNamed(() => import('./counted-deployments.tsx'), 'CountedDeployments')
const BurnDownChart = lazyNamed(() => import('./burn-down-chart.tsx'), 'BurnDownChart')

/** When the modems of the contract are reached. Each figure opens the rows that it comes from. */
export function BurnDownCard({ id }: { id: string }) {
  const t = useBurnDownText()
  const [open, setOpen] = useState<'days' | 'deployments' | null>(null)
  const query = useQueryOf(readBurnDown, { params: { id } })
  const figure = (text: string | null, rows: 'days' | 'deployments' = 'days') =>
    text !== null && (
      <Button variant="subtle" size="compact-sm" className={classes.figure} onClick={() => setOpen(rows)}>
        {text}
      </Button>
    )
  const close = () => setOpen(null)
  return (
    <Card title={t('title')} note={query.data?.tooFewDays ? t('tooFew') : undefined}>
      <QueryView query={query} rows={4}>
        {(data) => (
          <>
            {data.days.length > 1 && (
              <Suspense fallback={<LoadingRows rows={6} />}>
                <BurnDownChart data={data} />
              </Suspense>
            )}
            <DescriptionList lines={linesOf(data, t, figure)} />
          </>
        )}
      </QueryView>
      <Suspense>
        {open === 'days' && query.data && (
          <ModemCounts days={query.data.days} highest={query.data.highest} onClose={close} />
        )}
        {open === 'deployments' && query.data && (
          <CountedDeployments deployments={query.data.deployments} onClose={close} />
        )}
      </Suspense>
    </Card>
  )
}

type Figure = (text: string | null, rows?: 'days' | 'deployments') => ReactNode

function linesOf(data: BurnDown, t: ReturnType<typeof useBurnDownText>, figure: Figure) {
  const { contracted: contractedModems, counted: countedModems, highest, perDay, perDayRange, fittingPlan } = data
  const roundedText = (value: number) => formatCount(Math.round(value))
  const growth =
    perDay === null || perDayRange === null
      ? null
      : t('growth', {
          perDay: roundedText(perDay),
          from: roundedText(perDayRange.from),
          to: roundedText(perDayRange.to),
        })
  const modemsLeft = contractedModems === null || countedModems === null ? null : contractedModems - countedModems
  return [
    [t('contracted'), figure(contractedModems === null ? null : formatCount(contractedModems))],
    [t('counted'), figure(countedModems === null ? null : formatCount(countedModems), 'deployments')],
    [t('left'), figure(modemsLeft === null ? null : formatCount(modemsLeft))],
    [
      t('highest'),
      figure(highest && t('onDay', { count: formatCount(highest.counted), day: formatDate(highest.day) })),
    ],
    [t('perDay'), figure(growth)],
    [t('crossing'), figure(crossingText(data, t))],
    [t('fittingPlan'), fittingPlan && <span translate="no">{fittingPlan}</span>],
  ] as const
}

function crossingText({ crossing, perDay }: BurnDown, t: ReturnType<typeof useBurnDownText>): string | null {
  if (crossing === null) return perDay === null ? null : t('never')
  const { day, from, to } = crossing
  return t('range', { day: formatDate(day), from: formatDate(from), to: to ? formatDate(to) : t('later') })
}
