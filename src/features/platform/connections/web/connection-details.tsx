import { Suspense } from 'react'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Stats } from '#kit/web/look/figure.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { Age } from '#kit/web/time/age.tsx'
import { formatAge, formatDateTime, formatTime } from '#kit/web/time/time.ts'
import type { Connection } from '../contract.ts'
import { useText } from '../texts.ts'
import { CallCounts } from './call-counts.tsx'
import classes from './connection.module.css'
import { ConnectionCalls } from './connection-calls.tsx'
import { ConnectionMessages } from './connection-messages.tsx'
import { ConnectionSteps } from './connection-steps.tsx'
import { ContractCheck } from './contract-check.tsx'
import { FailureCallout } from './failure-callout.tsx'
import { useLiveConnections } from './use-live-connections.ts'

const ConnectionSettings = lazyNamed(() => import('./connection-settings.tsx'), 'ConnectionSettings')
const FaultSwitch = lazyNamed(() => import('./fault-switch.tsx'), 'FaultSwitch')
const ConnectionAudit = lazyNamed(() => import('./connection-audit.tsx'), 'ConnectionAudit')

/** The health of a connection, what failed in words, its last calls, its messages, and its settings. */
export function ConnectionDetails({ connection }: { connection: Connection }) {
  const { id, systemName, label } = connection
  useLiveConnections(id)
  return (
    <>
      <FailureCallout connection={connection} />
      <Health connection={connection} />
      <div className={classes.columns}>
        <div className={classes.side}>
          <CallCounts connection={connection} />
          <Suspense fallback={<LoadingRows rows={4} />}>
            <ConnectionSettings key={connection.version} connection={connection} />
          </Suspense>
          <ConnectionCalls connection={connection} />
          <Suspense fallback={<LoadingRows rows={4} />}>
            <ConnectionAudit id={id} name={label ?? systemName} />
          </Suspense>
        </div>
        <div className={classes.side}>
          <ConnectionSteps connection={connection} />
          <ConnectionMessages connection={connection} />
          <ContractCheck connection={connection} />
          <Suspense>
            <FaultSwitch connection={connection} />
          </Suspense>
        </div>
      </div>
    </>
  )
}

function Health({ connection }: { connection: Connection }) {
  const t = useText()
  const { failing, lastSuccess, lastFailure, circuitOpenSince, circuitRetryAt, limit, quota, lastPoll, nextPoll } =
    connection
  const figures = [
    {
      id: 'success',
      label: t('lastSuccess'),
      value: lastSuccess ? <Age at={lastSuccess} /> : t('never'),
      note: lastSuccess && formatDateTime(lastSuccess),
    },
    {
      id: 'failure',
      label: t('lastFailure'),
      value: lastFailure ? <Age at={lastFailure.at} /> : t('none'),
      note: lastFailure && t(`fault.${lastFailure.fault}`),
      tone: failing ? ('red' as const) : undefined,
    },
    {
      id: 'circuit',
      label: t('circuit'),
      value: t(circuitOpenSince ? 'circuitOpen' : 'circuitClosed'),
      note: circuitNote(),
      tone: circuitOpenSince ? ('red' as const) : undefined,
    },
    {
      id: 'limit',
      label: t('limit.label'),
      value: limit ? t('limit.value', { left: formatCount(limit.left), burst: formatCount(limit.burst) }) : '–',
      note: limit ? t('limit.note', { rate: formatCount(limit.perSecond) }) : t('limit.none'),
      tone: limit?.left === 0 ? ('orange' as const) : undefined,
    },
    {
      id: 'quota',
      label: t('quota.label'),
      value: quota ? formatCount(quota.left) : '–',
      note: quotaNote(),
      tone: quota?.left === 0 ? ('orange' as const) : undefined,
    },
    {
      id: 'poll',
      label: t('nextPoll'),
      value: nextPoll ? formatDateTime(nextPoll) : t('none'),
      note: lastPoll ? t('lastPollNote', { at: formatAge(lastPoll) }) : t('noPoll'),
    },
  ]
  return <Stats figures={figures} />

  function circuitNote(): string {
    if (!circuitOpenSince) return t('circuitClosedNote')
    const since = t('circuitOpenNote', { at: formatDateTime(circuitOpenSince) })
    return circuitRetryAt ? `${since}, ${t('nextTry', { at: formatTime(new Date(circuitRetryAt)) })}` : since
  }

  function quotaNote(): string {
    if (!quota) return t('quota.none')
    const at = formatTime(new Date(quota.at))
    return quota.limit === null ? t('quota.at', { at }) : t('quota.of', { limit: formatCount(quota.limit), at })
  }
}
