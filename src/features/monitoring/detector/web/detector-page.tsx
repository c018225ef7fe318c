import { Suspense, useMemo, useState } from 'react'
import { configureMonitoring } from '#features/monitoring/analytics/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconRadar, IconSettings } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatTime } from '#kit/web/time/time.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { IfAllowed } from '#kit/web/who/allowed.tsx'
import {
  listDetectorDecisions,
  listScannerConfigs,
  readDetectorState,
  type ScannerConfig,
  saveScannerConfig,
  simulateScanner,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { DecisionCard } from './decision-card.tsx'
import { DecisionsTable } from './decisions-table.tsx'
import classes from './detector.module.css'
import { RuleFields, rulesOf } from './rule-fields.tsx'
import { ScannerTest } from './scanner-test.tsx'

const SettingsDialog = lazyNamed(() => import('./settings-dialog.tsx'), 'SettingsDialog')

const hours = { hours6: 6, hours24: 24, days7: 168 } as const
type Range = keyof typeof hours
const SHOWN = 100

/** The decisions of the detector in an account, the samples behind each, and other settings on past samples. */
export function DetectorPage() {
  const t = useText()
  const account = useAccount()?.name ?? ''
  const { query, change } = useUrlQuery<'range' | 'decision'>()
  const range: Range = query.range && query.range in hours ? (query.range as Range) : 'hours24'
  const from = useMemo(() => new Date(Date.now() - hours[range] * 3_600_000).toISOString(), [range])
  const state = useQueryOf(readDetectorState, { query: { account } }, { refetchInterval: 60_000 })
  const config = useQueryOf(listScannerConfigs, { query: { account } }).data?._embedded.configs[0]
  const log = useQueryOf(
    listDetectorDecisions,
    { query: { account, from, size: SHOWN } },
    { refetchInterval: 60_000, keep: true },
  )
  const [edits, setEdits] = useState(false)
  const turnOn = useMutationOf(saveScannerConfig, { refreshes: [readDetectorState, listScannerConfigs] })
  const rows = log.data?._embedded.decisions
  const chosenDecision = rows?.find(({ id }) => id === query.decision) ?? rows?.find(({ value }) => value !== null)
  const { data } = state
  return (
    <Page>
      <PageHeader
        title={t('title')}
        note={
          data?.judgedAt
            ? t('note', {
                segments: formatCount(data.segments),
                at: formatTime(data.judgedAt),
                seconds: (data.milliseconds / 1000).toFixed(1),
              })
            : t('noteNever')
        }
        actions={
          <>
            <SegmentedControl
              aria-label={t('range')}
              options={(Object.keys(hours) as Range[]).map((value) => ({ value, label: t(value) }))}
              value={range}
              onChange={(value) => change({ range: value, decision: undefined })}
            />
            {config && <ScannerTest account={account} />}
            {config && (
              <IfAllowed permission={configureMonitoring} account={account}>
                <Button
                  variant="default"
                  leftSection={<IconSettings size={15} aria-hidden />}
                  onClick={() => setEdits(true)}
                >
                  {t('thresholds')}
                </Button>
              </IfAllowed>
            )}
          </>
        }
      />
      <QueryView query={state} loading={null}>
        {({ on }) =>
          !on && (
            <EmptyState
              colour="grey"
              icon={<IconRadar size={22} aria-hidden />}
              title={t('off')}
              actions={
                <IfAllowed permission={configureMonitoring} account={account}>
                  <Button loading={turnOn.isPending} onClick={() => turnOn.mutate({ query: { account }, body: {} })}>
                    {t('turnOn')}
                  </Button>
                </IfAllowed>
              }
            >
              {t('offText')}
            </EmptyState>
          )
        }
      </QueryView>
      <QueryView query={log} rows={8}>
        {({ _embedded: { decisions }, page }) => (
          <>
            {chosenDecision && <DecisionCard account={account} decision={chosenDecision} />}
            {(data?.on || decisions.length > 0) && (
              <div className={classes.columns}>
                <DecisionsTable
                  rows={decisions}
                  all={page.totalElements}
                  chosen={chosenDecision?.id}
                  onChoose={(decision) => change({ decision })}
                />
                {config && (
                  <IfAllowed permission={configureMonitoring} account={account}>
                    <ReplayCard key={config.version} account={account} config={config} segments={data?.segments ?? 0} />
                  </IfAllowed>
                )}
              </div>
            )}
          </>
        )}
      </QueryView>
      {edits && config && (
        <Suspense>
          <SettingsDialog account={account} config={config} onClose={() => setEdits(false)} />
        </Suspense>
      )}
    </Page>
  )
}

const HOUR = 3_600_000
const WEEK = 168
/** Segments × hours that one replay judges at most. */
const MOST = 6_000
const figures = ['outages', 'alerts', 'minutes'] as const

/** Other settings on the samples of the last days, beside the ones in force. */
function ReplayCard({ account, config, segments }: { account: string; config: ScannerConfig; segments: number }) {
  const t = useText()
  const hours = Math.max(1, Math.min(WEEK, Math.floor(MOST / Math.max(segments, 1))))
  const [rules, setRules] = useState(rulesOf(config))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const onProblem = ({ fields }: { fields?: readonly { path: string; message: string }[] | undefined }) =>
    setErrors(Object.fromEntries((fields ?? []).map(({ path, message }) => [path, message])))
  const replay = useMutationOf(simulateScanner, { refreshes: [], onProblem })
  const save = useMutationOf(saveScannerConfig, {
    refreshes: [listScannerConfigs],
    onProblem,
    onSuccess: () => toast({ title: t('saved') }),
  })
  const now = Date.now()
  const period = { from: new Date(now - hours * HOUR + 60_000).toISOString(), to: new Date(now).toISOString() }
  const run = () => {
    setErrors({})
    replay.mutate({ query: { account }, body: { ...rules, ...period } })
  }
  return (
    <Card title={t('replay')} note={t('replayNote', { hours })}>
      <div className={classes.rule}>
        <p className={classes.quiet}>{t('replayText')}</p>
        <RuleFields rules={rules} onChange={setRules} errors={errors} />
        {errors.to && <p role="alert">{errors.to}</p>}
        {replay.data && (
          <dl className={classes.figures} aria-live="polite">
            {figures.map((name) => (
              <div key={name}>
                <dt>{t(`figure.${name}`)}</dt>
                <dd>
                  {t('fromTo', {
                    did: formatCount(replay.data.did[name]),
                    would: formatCount(replay.data.would[name]),
                  })}
                </dd>
              </div>
            ))}
          </dl>
        )}
        <div className={classes.actions}>
          <Button loading={replay.isPending} onClick={run}>
            {t('replayRun')}
          </Button>
          <Button
            variant="default"
            loading={save.isPending}
            onClick={() => save.mutate({ query: { account }, body: rules })}
          >
            {t('useThese')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
