import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { accountCalendarEventPath } from '#features/calendar/calendar-pages/paths.ts'
import { releasePath } from '#features/software/release-pages/paths.ts'
import { casePath } from '#features/support/case-pages/paths.ts'
import { outagePath } from '#features/support/outages/paths.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconMapQuestion } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import { type FindingChange, type FindingDetail, findingsChanged, readFinding } from '../contract.ts'
import { findingPath, findingsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { FindingActions } from './finding-actions.tsx'
import { FindingStateBadge, SeverityBadge } from './finding-badges.tsx'
import { formatValue } from './format-value.ts'
import { InsightGraph } from './insight-graph.tsx'
import classes from './insights.module.css'
import type { ShownRange } from './ranges.ts'

const STEP = 300_000
const DAY_MS = 86_400_000

/** One finding: its graph, what happened before, and what can be done. */
export function FindingPage() {
  const t = useText()
  const { findingId } = useParams({ strict: false }) as { findingId: string }
  const here = useAccount()
  const query = useQueryOf(readFinding, { params: { id: findingId } }, { refetchInterval: 60_000 })
  useTopic(findingsChanged, here ? { account: here.name } : undefined, () => void refresh(readFinding))
  usePageLabel(query.data?.insightName, here ? { back: findingsPath({ account: here }) } : {})
  return (
    <QueryView
      query={query}
      page
      loading={
        <Page>
          <PageHeader title={t('history.title')} />
          <LoadingRows rows={8} />
        </Page>
      }
      notFound={
        <NotFoundState page icon={IconMapQuestion} title={t('finding.notFound')}>
          {t('finding.notFoundText')}
        </NotFoundState>
      }
    >
      {(data) => <FindingBody finding={data} />}
    </QueryView>
  )
}

function FindingBody({ finding }: { finding: FindingDetail }) {
  const t = useText()
  const phone = useIsMobile()
  const graph = useRef<HTMLDivElement>(null)
  const range = useMemo(() => rangeAround(finding.openedAt, finding.clearedAt), [finding.openedAt, finding.clearedAt])
  const marks = useMemo(
    () => [
      { at: Date.parse(finding.openedAt), label: t('finding.openedMark') },
      ...(finding.clearedAt ? [{ at: Date.parse(finding.clearedAt), label: t('finding.clearedMark') }] : []),
      ...finding.changes
        .filter(({ kind }) => kind !== 'finding')
        .map(({ kind, at, until, ref, title }) => ({
          at: Math.max(Date.parse(at), range.from),
          ...(until ? { until: Date.parse(until) } : {}),
          label: kind === 'outage' ? ref : title,
        })),
    ],
    [finding, range, t],
  )
  const object = finding.object || finding.deployment.displayName
  const actions = <FindingActions finding={finding} graph={graph} />
  return (
    <Page>
      <PageHeader
        stacked
        title={t('finding.title', { insight: finding.insightName, value: formatValue(finding.worst, finding.unit) })}
        badges={
          <>
            <SeverityBadge severity={finding.severity} />
            <FindingStateBadge state={finding.state} />
          </>
        }
        note={`${t('finding.on', { object, deployment: finding.deployment.displayName })} · ${
          finding.clearedAt
            ? t('finding.cleared', { time: formatDateTime(finding.clearedAt) })
            : t('finding.since', { time: formatDateTime(finding.openedAt) })
        }`}
        actions={actions}
      />
      <div className={classes.columns}>
        <div className={classes.main}>
          <div ref={graph}>
            <InsightGraph
              account={finding.account}
              insight={finding.definition}
              deployment={finding.deployment.displayName}
              object={finding.object || undefined}
              range={range}
              marks={marks}
            />
          </div>
          <FindingChanges finding={finding} />
        </div>
        <div className={classes.side}>
          <FindingSide finding={finding} />
        </div>
      </div>
      {phone && <BottomBar>{actions}</BottomBar>}
    </Page>
  )
}

/** The day up to two hours after the finding was opened or cleared, or up to now. */
function rangeAround(openedAt: string, clearedAt: string | null): ShownRange {
  const end = Math.min(Date.parse(clearedAt ?? new Date().toISOString()) + DAY_MS / 12, Date.now())
  const to = Math.floor(end / STEP) * STEP
  const from = Math.min(to - DAY_MS, Math.floor((Date.parse(openedAt) - DAY_MS / 4) / STEP) * STEP)
  const long = to - from > 6 * DAY_MS
  return { from: long ? to - 30 * DAY_MS : from, to, granularity: long ? '1h' : '5m', step: long ? 12 * STEP : STEP }
}

const colours = { outage: 'red', finding: 'orange', release: 'blue', maintenance: 'grey' } as const
/** What happened in the 24 hours before a finding was opened, newest first. */
function FindingChanges({ finding: { changes } }: { finding: FindingDetail }) {
  const t = useText()
  const here = useAccount()
  return (
    <Card title={t('finding.changes')} note={t('finding.changesNote', { count: changes.length })} flush>
      {changes.length === 0 ? (
        <p className={classes.preview}>{t('finding.noChanges')}</p>
      ) : (
        <ul className={classes.changes}>
          {changes.map((change) => (
            <li key={`${change.kind} ${change.ref}`}>
              <Badge colour={colours[change.kind]}>{t(`finding.kind.${change.kind}`)}</Badge>
              {here && <Link to={pathOf(change, here)}>{change.title}</Link>}
              <time dateTime={change.at}>{formatDateTime(change.at)}</time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function pathOf({ kind, ref }: FindingChange, account: AccountChoice): string {
  if (kind === 'outage') return outagePath({ account, outageKey: ref })
  if (kind === 'finding') return findingPath({ account, findingId: ref })
  if (kind === 'release') return releasePath({ account, releaseId: ref })
  return accountCalendarEventPath({ account, eventId: ref })
}

/** Beside a finding: who acknowledged it, why it matters, its facts. */
function FindingSide({ finding }: { finding: FindingDetail }) {
  const t = useText()
  const here = useAccount()
  const { acknowledgement, definition, unit } = finding
  return (
    <>
      {finding.state === 'ACKNOWLEDGED' && acknowledgement && (
        <Card
          title={t('finding.acknowledged')}
          right={
            <Badge colour="light-blue">{t('finding.until', { time: formatDateTime(acknowledgement.until) })}</Badge>
          }
        >
          <p>{acknowledgement.reason}</p>
          <p className={classes.counts}>
            {t('finding.by', {
              name: acknowledgement.by?.fullName ?? '–',
              time: formatDateTime(acknowledgement.at),
            })}
          </p>
        </Card>
      )}
      <Card title={t('why')}>
        <div className={classes.words}>
          <p>{definition.why}</p>
          <div>
            <h3>{t('next')}</h3>
            <p>{definition.next}</p>
          </div>
        </div>
      </Card>
      <Card title={t('finding.facts')}>
        <DescriptionList
          lines={[
            [t('finding.object'), finding.object || t('history.whole')],
            [t('finding.deployment'), finding.deployment.displayName],
            [t('finding.opened'), formatDateTime(finding.openedAt)],
            [t('finding.worst'), formatValue(finding.worst, unit)],
            [t('finding.now'), finding.state === 'CLEARED' ? null : formatValue(finding.value, unit)],
            [
              t('finding.case'),
              finding.caseKey && here && (
                <Link to={casePath({ account: here, key: finding.caseKey })}>{finding.caseKey}</Link>
              ),
            ],
          ]}
        />
      </Card>
    </>
  )
}
