import { useEffect } from 'react'
import { connectionsChanged, operateConnections } from '#features/platform/connections/contract.ts'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { configureTracker, switchService } from '#features/support/rnd-projects/contract.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  listTrackerPlugins,
  reloadIssues,
  switchTracker,
  type TrackerPlugin,
  type TrackerSync,
  type TrackerSystemName,
  type TrackerTarget,
  trackerTargets,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { MappingForm } from './mapping-form.tsx'
import classes from './tracker.module.css'

/** What the cases of an account are kept in step with: the system, the mapping of its project, and the first sync. */
export function TrackerSection({ name, account }: { name: string; account: string }) {
  const maySee = useAllows(seeInternal)
  if (!maySee || (name !== 'jira' && name !== 'jsm')) return null
  return <Section system={name} account={account} />
}

function Section({ system, account }: { system: TrackerSystemName; account: string }) {
  const mayConfigure = useAllows(configureTracker)
  const mayOperate = useAllows(operateConnections)
  const query = useQueryOf(listTrackerPlugins, { query: { account } })
  useTopic(connectionsChanged, mayOperate ? {} : undefined, () => void refresh(listTrackerPlugins))
  return (
    <QueryView query={query} rows={3}>
      {({
        _embedded: {
          configs: [plugin],
        },
      }) => {
        const config = plugin?.configs.find((one) => one.system === system)
        return (
          plugin && (
            <div className={classes.columns}>
              <MappingForm
                key={plugin.version}
                system={system}
                plugin={plugin}
                config={config}
                readOnly={!mayConfigure}
              />
              <div className={classes.side}>
                <TargetChoice plugin={plugin} />
                {plugin.target === system && <FirstSync plugin={plugin} sync={config?.sync ?? null} />}
                {plugin.target === system && <Waiting plugin={plugin} />}
              </div>
            </div>
          )
        )
      }}
    </QueryView>
  )
}

function Waiting({ plugin: { waiting, waitingCases, failed } }: { plugin: TrackerPlugin }) {
  const t = useText()
  return (
    <Card title={t('waiting')}>
      <DescriptionList
        lines={[
          [
            t('waitingMessages'),
            t('inCases', { count: waitingCases, waiting: formatCount(waiting), cases: formatCount(waitingCases) }),
          ],
          [t('failedMessages'), formatCount(failed)],
        ]}
      />
      <p className={classes.note}>{t('waitingNote')}</p>
    </Card>
  )
}

/** Switches the cases of an account between the portal alone and a tracker. */
function TargetChoice({ plugin: { account, target, configs, version } }: { plugin: TrackerPlugin }) {
  const t = useText()
  const maySwitch = useAllows(switchService)
  const change = useMutationOf(switchTracker, {
    refreshes: [listTrackerPlugins],
    onSuccess: (changed) => toast({ title: t('switched', { target: t(`target.${changed.target}`) }) }),
  })
  const isConnected = target === 'embedded' || configs.some((one) => one.system === target && one.connection !== null)
  return (
    <Card title={t('targetTitle')}>
      <SegmentedControl<TrackerTarget>
        aria-label={t('targetTitle')}
        options={trackerTargets.map((value) => ({ value, label: t(`target.${value}`) }))}
        value={target}
        disabled={!maySwitch || change.isPending}
        onChange={(wanted) => change.mutate({ params: { account, target: wanted }, version })}
      />
      <p className={classes.note}>{t(isConnected ? 'targetNote' : 'targetUnconnected')}</p>
    </Card>
  )
}

/** The first sync: how many issues were read, and the button that starts it. */
function FirstSync({ plugin, sync }: { plugin: TrackerPlugin; sync: TrackerSync | null }) {
  const t = useText()
  const mayStart = useAllows(configureTracker)
  const isRunning = sync?.state === 'QUEUED' || sync?.state === 'IN_PROGRESS'
  useRefreshWhile(isRunning)
  const start = useMutationOf(reloadIssues, {
    refreshes: [listTrackerPlugins],
    onSuccess: () => toast({ title: t('syncStarted') }),
  })
  const button = mayStart && (
    <Button
      variant="default"
      size="compact-sm"
      loading={start.isPending}
      disabled={isRunning}
      onClick={() => start.mutate({ query: { account: plugin.account } })}
    >
      {t(sync ? 'syncAgain' : 'syncStart')}
    </Button>
  )
  return (
    <Card title={t('sync')} note={t('syncNote')} right={button}>
      {sync ? <Progress sync={sync} /> : <p className={classes.note}>{t('syncNone')}</p>}
    </Card>
  )
}

function Progress({ sync: { state, error, total, read, created, finishedAt } }: { sync: TrackerSync }) {
  const t = useText()
  const most = total ?? 0
  return (
    <>
      <p className={classes.figure}>
        <strong>{formatCount(read)}</strong>{' '}
        {total === null ? t('issues') : t('ofIssues', { count: total, total: formatCount(total) })}
      </p>
      {state !== 'FAILED' && (
        <progress
          className={classes.progress}
          aria-label={t('sync')}
          max={Math.max(1, most)}
          value={Math.min(read, most)}
        />
      )}
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <p className={classes.note}>
        {state === 'DONE' && finishedAt
          ? t('syncDone', { count: created, created: formatCount(created), at: formatDateTime(finishedAt) })
          : t(`syncState.${state}`)}
      </p>
    </>
  )
}

const EVERY_MS = 2_000

/** Reads the trackers again every two seconds while a sync runs. */
function useRefreshWhile(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void refresh(listTrackerPlugins), EVERY_MS)
    return () => clearInterval(timer)
  }, [isRunning])
}
