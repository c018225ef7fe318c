import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { formatCount } from '#kit/web/text/format-count.ts'
import { listScannerConfigs, type ScannerConfig, saveScannerConfig, simulateScanner } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './detector.module.css'
import { RuleFields, rulesOf } from './rule-fields.tsx'

const HOUR = 3_600_000
const WEEK = 168
/** Segments × hours that one replay judges at most. */
const MOST = 6_000
const figures = ['outages', 'alerts', 'minutes'] as const

/** Other settings on the samples of the last days, beside the ones in force. */
export function ReplayCard({
  account,
  config,
  segments,
}: {
  account: string
  config: ScannerConfig
  segments: number
}) {
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
