import { createCases } from '#features/support/case-access/contract.ts'
import { accountNewCasePath } from '#features/support/case-pages/paths.ts'
import type { HeatMapCell } from '#kit/web/chart/chart-types.ts'
import { HeatScale } from '#kit/web/chart/heat-scale.tsx'
import { Sparkline } from '#kit/web/chart/sparkline.tsx'
import { IconHeadset } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import type { HeatMapRow, Insight } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './insights.module.css'
import { timeOf } from './use-heat-map.ts'

const MOST_ROWS = 8

/** Beside a heat map: its scale, the rows that are worst, and the chosen cell. */
export function HeatMapSide({
  insight,
  rows,
  cell,
  scale,
  format,
  onOpen,
  level,
}: {
  insight: Insight
  rows: readonly HeatMapRow[]
  cell: HeatMapCell | undefined
  scale: { readonly from: number; readonly to: number }
  format: (value: number) => string
  onOpen: (cell: HeatMapCell) => void
  level: 'cluster' | 'segment' | 'domain'
}) {
  const t = useText()
  const here = useAccount()
  const mayFile = useAllows(createCases, here?.name)
  const limit = insight.threshold?.warn ?? Number.POSITIVE_INFINITY
  const worst = rows
    .map((row) => ({ row, value: Math.max(...row.values.map((value) => value ?? Number.NEGATIVE_INFINITY)) }))
    .filter(({ value }) => value >= limit)
    .sort((a, b) => b.value - a.value)
  const chosenRow = cell && rows[cell.row]
  const value = cell && chosenRow?.values[cell.column]
  return (
    <div className={classes.side}>
      <Card title={t('map.scale')}>
        <HeatScale from={format(scale.from)} to={format(scale.to)} />
      </Card>
      {worst.length > 0 && (
        <Card title={t('map.above', { value: format(limit) })}>
          <div className={classes.rank}>
            {worst.slice(0, MOST_ROWS).map(({ row, value }) => (
              <div key={`${row.deployment} ${row.name}`} className={classes.rankRow}>
                <span>{row.name}</span>
                <span>{format(value)}</span>
              </div>
            ))}
          </div>
        </Card>
      )}
      {!chosenRow && <p className={classes.counts}>{t('map.hint')}</p>}
      {cell && chosenRow && (
        <Card title={chosenRow.name} note={timeOf(chosenRow, cell.column)}>
          <div className={classes.words}>
            <Sparkline
              points={chosenRow.values.map((one, index) => [chosenRow.from + index * chosenRow.step, one])}
              colour="var(--series-1)"
            />
            <DescriptionList
              lines={[
                [insight.displayName, typeof value === 'number' ? format(value) : t('missing')],
                [t('map.beyondSteps'), String(chosenRow.values.filter((one) => one !== null && one >= limit).length)],
              ]}
            />
            <div className="row">
              {level !== 'domain' && (
                <Button variant="light" onClick={() => onOpen(cell)}>
                  {t('map.open', { row: chosenRow.name })}
                </Button>
              )}
              {mayFile && here && (
                <Button
                  variant="default"
                  leftSection={<IconHeadset size={16} aria-hidden />}
                  to={accountNewCasePath(
                    { account: here },
                    {
                      subject: `${insight.displayName}: ${chosenRow.name}`,
                      description: `${insight.displayName}: ${typeof value === 'number' ? format(value) : t('missing')} (${chosenRow.name}, ${timeOf(chosenRow, cell.column)})`,
                    },
                  )}
                >
                  {t('map.file')}
                </Button>
              )}
            </div>
          </div>
        </Card>
      )}
    </div>
  )
}
