import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { bundlePath } from '#features/software/bundle-pages/paths.ts'
import { approvalsPath } from '#features/software/release-pages/paths.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconPackageOff, IconPlayerPause } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { manageRollouts, overrideRollouts, type RolloutDetail, readRollout, rolloutChanged } from '../contract.ts'
import { rolloutsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { ChecksCard } from './checks-card.tsx'
import { RingCard } from './ring-card.tsx'
import classes from './rollout.module.css'
import { ScheduleCard } from './schedule-card.tsx'
import { StateBadge } from './state-badge.tsx'

const StopDialog = lazyNamed(() => import('./stop-dialog.tsx'), 'StopDialog')

/** One rollout: its schedule, rings, checks and decisions. */
export function RolloutPage() {
  const t = useText()
  const { rolloutId = '' } = useParams({ strict: false }) as Record<string, string>
  const query = useQueryOf(readRollout, { params: { id: rolloutId } })
  useTopic(rolloutChanged, {}, (message) => {
    if (!message || message.id === rolloutId) void refresh(readRollout)
  })
  usePageLabel(query.data?.bundleName, { back: rolloutsPath() })
  return (
    <QueryView
      query={query}
      page
      rows={8}
      notFound={
        <NotFoundState
          page
          icon={IconPackageOff}
          title={t('gone')}
          actions={
            <Button variant="default" to={rolloutsPath()}>
              {t('toList')}
            </Button>
          }
        >
          {t('goneText')}
        </NotFoundState>
      }
    >
      {(data) => <RolloutBody rollout={data} />}
    </QueryView>
  )
}

function RolloutBody({ rollout }: { rollout: RolloutDetail }) {
  const t = useText()
  const phone = useIsMobile()
  const me = useMe()
  const [isStopping, setStopping] = useState(false)
  const mayStop = useAllows(manageRollouts) && rollout.state === 'RUNNING'
  const mayOverride = useAllows(overrideRollouts)
  const isOwn = rollout.createdBy.id === me.id
  const current =
    rollout.rings.find(({ state }) => state === 'RELEASING' || state === 'SOAKING') ??
    rollout.rings.find(({ checks, state }) => state === 'HELD' && checks.length > 0)
  const isHeld = current?.checks.some(({ state }) => state === 'FAILED') ?? false
  const isWaiting = rollout.accounts.some(({ state }) => state === 'AWAITING_APPROVAL')
  const deployments = rollout.rings.reduce((sum, { deployed }) => sum + deployed.of, 0)
  const actions = (
    <>
      {isWaiting && rollout.state === 'RUNNING' && (
        <Button variant="default" to={approvalsPath()}>
          {t('approve')}
        </Button>
      )}
      <Button variant="default" to={bundlePath({ bundleId: rollout.bundleId })}>
        {t('toBundle')}
      </Button>
      {mayStop && (
        <Button
          color="red"
          variant="outline"
          leftSection={<IconPlayerPause size={15} aria-hidden />}
          onClick={() => setStopping(true)}
        >
          {t('stop.action')}
        </Button>
      )}
    </>
  )
  return (
    <Page kind="dashboard">
      <PageHeader
        title={t('title', { name: rollout.bundleName })}
        badges={
          <>
            {isHeld ? <StateBadge state="HELD" /> : <StateBadge state={rollout.state} />}
            {rollout.isSecurity && (
              <Badge colour="purple" plain>
                {t('security')}
              </Badge>
            )}
          </>
        }
        note={t('facts', {
          accounts: t('accounts', { count: rollout.accounts.length }),
          deployments: t('deployments', { count: deployments }),
          name: rollout.createdBy.fullName,
        })}
        stacked
        actions={actions}
      />
      {rollout.stopReason && <InlineAlert>{t('stopped', { reason: rollout.stopReason })}</InlineAlert>}
      {isHeld && mayOverride && isOwn && <InlineAlert>{t('override.own')}</InlineAlert>}
      <ScheduleCard rollout={rollout} isHeld={isHeld} />
      <div className={classes.rings}>
        {rollout.rings.map((ring) => (
          <RingWithChecks
            key={ring.position}
            rollout={rollout}
            ring={ring}
            isCurrent={ring === current}
            mayOverride={mayOverride && !isOwn}
          />
        ))}
      </div>
      {rollout.decisions.length > 0 && <DecisionsCard decisions={rollout.decisions} />}
      {phone && <BottomBar>{actions}</BottomBar>}
      <Suspense>{isStopping && <StopDialog rollout={rollout} onClose={() => setStopping(false)} />}</Suspense>
    </Page>
  )
}

function RingWithChecks(props: {
  rollout: RolloutDetail
  ring: RolloutDetail['rings'][number]
  isCurrent: boolean
  mayOverride: boolean
}) {
  const { rollout, ring, isCurrent, mayOverride } = props
  const accounts = rollout.accounts.filter(({ position }) => position === ring.position)
  return (
    <>
      <RingCard ring={ring} accounts={accounts} />
      {isCurrent && rollout.state === 'RUNNING' && (
        <ChecksCard rollout={rollout} ring={ring} mayOverride={mayOverride} />
      )}
    </>
  )
}

type Decision = RolloutDetail['decisions'][number]

/** What was decided, by whom and when, newest first. */
function DecisionsCard({ decisions }: { decisions: readonly Decision[] }) {
  const t = useText()
  return (
    <Card title={t('decisions.title')} note={t('decisions.note')} flush>
      <ol className={classes.decisions}>
        {decisions.map((decision) => (
          <li key={decision.id}>
            <time dateTime={decision.at}>{formatDateTime(decision.at)}</time>
            <span translate="no">{wordsOf(decision, t)}</span>
            <span className={classes.end} translate={decision.by ? 'no' : undefined}>
              {decision.by ?? t('decisions.portal')}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function wordsOf({ event, group, accounts, checks, reason }: Decision, t: ReturnType<typeof useText>): string {
  return t(`decisions.${event.replace('rollout.', '')}` as 'decisions.ring-held', {
    ring: group ?? '',
    count: accounts ?? 0,
    checks: checks.map((check) => t(`checks.name.${check}`)).join(', '),
    reason: reason ?? '',
  })
}
