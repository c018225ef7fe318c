import { lazy, Suspense, useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { ErrorState } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDate } from '#kit/web/time/time.ts'
import { readBurnDown } from '../contract.ts'
import { useText } from './burn-down-text.ts'

const ModemCounts = lazy(async () => ({ default: (await import('./modem-counts.tsx')).ModemCounts }))

/** When the modems of the contract are reached. Each figure opens the counts that it comes from. */
export function BurnDownCard({ id }: { id: string }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useQueryOf(readBurnDown, { params: { id } })
  const figure = (text: string | null) =>
    text !== null && (
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        {text}
      </Button>
    )
  const crossing = () => {
    if (!data || data.crossing === null) return data?.perDay == null ? null : t('never')
    const { day, from, to } = data.crossing
    return t('range', {
      day: formatDate(day),
      from: formatDate(from),
      to: to ? formatDate(to) : t('later'),
    })
  }
  return (
    <Card title={t('title')} note={data?.tooFewDays ? t('tooFew') : undefined}>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingRows rows={4} />}
      {data && (
        <DescriptionList
          lines={[
            [t('contracted'), data.contracted !== null && formatCount(data.contracted)],
            [t('counted'), figure(data.counted === null ? null : formatCount(data.counted))],
            [
              t('highest'),
              figure(
                data.highest &&
                  t('onDay', { count: formatCount(data.highest.counted), day: formatDate(data.highest.day) }),
              ),
            ],
            [t('perDay'), figure(data.perDay === null ? null : formatCount(Math.round(data.perDay)))],
            [t('crossing'), figure(crossing())],
            [t('fittingPlan'), data.fittingPlan],
          ]}
        />
      )}
      <Suspense>{open && data && <ModemCounts days={data.days} onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  )
}
