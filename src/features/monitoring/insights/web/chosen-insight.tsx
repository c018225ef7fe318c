import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { useAccount } from '#kit/web/who/account.tsx'
import type { InsightCard } from '../contract.ts'
import { findingsPath, heatMapPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { InsightData } from './insight-data.tsx'
import { InsightGraph } from './insight-graph.tsx'
import classes from './insights.module.css'
import type { useRange } from './ranges.ts'

/** The insight that was chosen on the overview: its graph and newest values, why it matters and the next step. */
export function ChosenInsight({
  account,
  card,
  deployment,
  range,
}: {
  account: string
  card: InsightCard
  deployment: string | undefined
  range: ReturnType<typeof useRange>
}) {
  const t = useText()
  const here = useAccount()
  if (!deployment || !here) return null
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <InsightGraph
          account={account}
          insight={card}
          deployment={deployment}
          range={range.shown}
          onBrush={range.draw}
        />
        <InsightData account={account} name={card.name} deployment={deployment} />
      </div>
      <div className={classes.side}>
        <Card title={t('why')}>
          <div className={classes.words}>
            <p>{card.why}</p>
            <div>
              <h3>{t('next')}</h3>
              <p>{card.next}</p>
            </div>
            <div className="row">
              <Button variant="light" size="compact-sm" to={findingsPath({ account: here }, { insight: card.name })}>
                {t('overview.findings', { count: card.findings })}
              </Button>
              {card.view === 'heatmap' && (
                <Button variant="default" size="compact-sm" to={heatMapPath({ account: here }, { insight: card.name })}>
                  {t('graph.heatMap')}
                </Button>
              )}
              {range.isDrawn && (
                <Button variant="default" size="compact-sm" onClick={() => range.choose(range.name)}>
                  {t('range.back', { range: t(`range.${range.name}`) })}
                </Button>
              )}
            </div>
          </div>
        </Card>
      </div>
    </div>
  )
}
