import { configureTracker } from '#features/support/rnd-projects/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { listTrackerPlugins, reloadIssues, type TrackerPlugin, type TrackerSync } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './tracker.module.css'
import { useRefreshWhile } from './use-refresh-while.ts'

/** The first sync: how many issues were read, and the button that starts it. */
export function FirstSync({ plugin, sync }: { plugin: TrackerPlugin; sync: TrackerSync | null }) {
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
