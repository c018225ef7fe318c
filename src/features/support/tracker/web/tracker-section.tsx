import { connectionsChanged, operateConnections } from '#features/platform/connections/contract.ts'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { configureTracker } from '#features/support/rnd-projects/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { listTrackerPlugins, type TrackerPlugin, type TrackerSystemName } from '../contract.ts'
import { useText } from '../texts.ts'
import { FirstSync } from './first-sync.tsx'
import { MappingForm } from './mapping-form.tsx'
import { TargetChoice } from './target-choice.tsx'
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
