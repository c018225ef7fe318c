import { switchService } from '#features/support/rnd-projects/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  listTrackerPlugins,
  switchTracker,
  type TrackerPlugin,
  type TrackerTarget,
  trackerTargets,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './tracker.module.css'

/** Switches the cases of an account between the portal alone and a tracker. */
export function TargetChoice({ plugin: { account, target, configs, version } }: { plugin: TrackerPlugin }) {
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
