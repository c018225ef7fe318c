import { useMemo } from 'react'
import { Sparkline } from '#kit/web/chart/sparkline.tsx'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { IconRadar } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { findingsChanged, type InsightCard, listFindings, readInsightCards } from '../contract.ts'
import { useText } from '../texts.ts'
import { ChosenInsight } from './chosen-insight.tsx'
import { formatFigure, unitName } from './format-value.ts'
import classes from './insights.module.css'
import { rangeNames, useRange } from './ranges.ts'
import { useDeployments } from './use-deployments.ts'

const order = { CRITICAL: 0, WARNING: 1, OK: 2, NONE: 3, MISSING: 4 } as const

/** The insights of an account: cards by category, and the graph and newest values of the chosen one. */
export function OverviewPage() {
  const t = useText()
  const account = useAccount()?.name ?? ''
  const deployments = useDeployments()
  const range = useRange()
  const { query, change } = useUrlQuery<'category' | 'deployment' | 'insight' | 'order'>()
  const input = { query: { account, ...(query.deployment ? { deployment: query.deployment } : {}) } }
  const result = useQueryOf(readInsightCards, input, {
    enabled: account !== '',
    keep: true,
    refetchInterval: 60_000,
  })
  useTopic(findingsChanged, account ? { account } : undefined, () => void refresh(readInsightCards, listFindings))
  const all = result.data?._embedded.cards
  const cards = useMemo(() => sortCards(all ?? [], query.category, query.order), [all, query.category, query.order])
  const chosenCard = cards.find(({ name }) => name === query.insight) ?? cards[0]
  const isEvaluated = all?.some(({ evaluatedAt }) => evaluatedAt !== null)
  const count = (state: InsightCard['state']) => String(all?.filter((one) => one.state === state).length ?? 0)
  return (
    <Page>
      <PageHeader
        title={t('overview.title')}
        note={deployments ? t('overview.note', { count: deployments.length }) : ''}
        actions={
          <SegmentedControl
            aria-label={t('range.label')}
            value={range.name}
            onChange={range.choose}
            options={rangeNames.map((value) => ({ value, label: t(`range.${value}`) }))}
          />
        }
      />
      <QueryView query={result} rows={8}>
        {({ _embedded: { cards: all } }) => (
          <>
            {!isEvaluated && (
              <EmptyState colour="blue" icon={<IconRadar size={22} aria-hidden />} title={t('overview.none')}>
                {t('overview.noneText')}
              </EmptyState>
            )}
            {isEvaluated && (
              <>
                <div className={classes.tools}>
                  <Select
                    aria-label={t('overview.category')}
                    data={[{ value: '', label: t('overview.all') }, ...categoriesOf(all)]}
                    value={query.category ?? ''}
                    onChange={(category) => change({ category: category || undefined, insight: undefined })}
                  />
                  <Select
                    aria-label={t('overview.deployment')}
                    data={[{ value: '', label: t('overview.allDeployments') }, ...(deployments ?? [])]}
                    value={query.deployment ?? ''}
                    onChange={(deployment) => change({ deployment: deployment || undefined })}
                  />
                  <SegmentedControl
                    aria-label={t('overview.order')}
                    value={query.order === 'priority' ? 'priority' : 'attention'}
                    onChange={(value) => change({ order: value === 'priority' ? value : undefined })}
                    options={[
                      { value: 'attention', label: t('overview.attention') },
                      { value: 'priority', label: t('overview.priority') },
                    ]}
                  />
                  <span className={classes.counts}>
                    {t('overview.counts', {
                      critical: count('CRITICAL'),
                      warning: count('WARNING'),
                      missing: count('MISSING'),
                    })}
                  </span>
                </div>
                <section className={classes.cards} aria-label={t('overview.cards')}>
                  {cards.map((card) => (
                    <InsightCardButton
                      key={card.name}
                      card={card}
                      chosen={card.name === chosenCard?.name}
                      onChoose={() => change({ insight: card.name }, 'step')}
                    />
                  ))}
                </section>
                {chosenCard && (
                  <ChosenInsight
                    key={chosenCard.name}
                    account={account}
                    card={chosenCard}
                    deployment={query.deployment ?? chosenCard.deployment ?? deployments?.[0]}
                    range={range}
                  />
                )}
              </>
            )}
          </>
        )}
      </QueryView>
    </Page>
  )
}

function sortCards(cards: readonly InsightCard[], category: string | undefined, by: string | undefined): InsightCard[] {
  const shownCards = cards.filter((card) => !category || card.category.id === category)
  return by === 'priority' ? shownCards : shownCards.sort((a, b) => order[a.state] - order[b.state])
}

function categoriesOf(cards: readonly InsightCard[]) {
  const names = new Map(cards.map(({ category }) => [category.id, category.displayName]))
  return [...names].map(([value, label]) => ({ value, label }))
}

/** An insight as a button: its name, newest value, and the line of the last 24 hours. */
function InsightCardButton({ card, chosen, onChoose }: { card: InsightCard; chosen: boolean; onChoose: () => void }) {
  const t = useText()
  const { value, unit, state, beyond, object, deployment } = card
  const place = [object, deployment].filter(Boolean)[0] ?? ''
  const note =
    state === 'MISSING'
      ? t('overview.noData')
      : beyond > 0
        ? `${t('overview.beyond', { count: beyond })}${place ? `, ${place}` : ''}`
        : state === 'OK'
          ? t('overview.within')
          : place
  return (
    <button
      type="button"
      className={classes.card}
      data-state={state}
      aria-pressed={chosen}
      style={{ '--category': card.color } as Record<string, string>}
      onClick={onChoose}
    >
      <span className={classes.cardName}>{card.displayName}</span>
      <span className={classes.dot} role="img" aria-label={t(`state.${state}`)} />
      <span className={classes.cardValue}>
        {value === null ? (
          <span className={classes.missing}>{t('missing')}</span>
        ) : (
          <>
            <b>{unit === 'modems' ? formatCount(Math.round(value)) : formatFigure(value, unit)}</b> {unitName(unit)}
          </>
        )}
      </span>
      <span className={classes.cardLine}>
        <Sparkline points={card.points} colour="var(--shown)" />
      </span>
      <span className={classes.cardNote}>{note}</span>
    </button>
  )
}
