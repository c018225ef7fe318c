import { Suspense } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { IconCircleCheck, IconCircleDashed, IconPlugConnectedX } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Stats } from '#kit/web/look/figure.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { Age } from '#kit/web/time/age.tsx'
import { formatAge, formatDateTime, formatTime } from '#kit/web/time/time.ts'
import { type ConnectionStep, type StepResult, stepsOf } from '../contract/connection-steps.ts'
import { type Connection, retryConnectionMessages } from '../contract.ts'
import { useText } from '../texts.ts'
import { CallCounts } from './call-counts.tsx'
import classes from './connection.module.css'
import { ConnectionCalls } from './connection-calls.tsx'
import { ConnectionMessages, useMessages } from './connection-messages.tsx'
import connectionStepsClasses from './connection-steps.module.css'
import { ContractCheck } from './contract-check.tsx'
import { messagesChanged } from './messages-changed.ts'
import { useLiveConnections } from './use-live-connections.ts'
import { useTestConnection } from './use-test-connection.ts'

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

const icons = { OK: IconCircleCheck, FAILED: IconPlugConnectedX, UNKNOWN: IconCircleDashed }

/** What has to work for the connection: address, sign-in, permission and first read, each with its result. */
function ConnectionSteps({ connection }: { connection: Connection }) {
  const t = useText()
  const { failing, lastFailure, lastSuccess } = connection
  const at = failing ? lastFailure?.at : lastSuccess
  return (
    <Card title={t('step.title')} note={at ? t('step.note', { at: formatAge(at) }) : t('step.never')}>
      <ol className={connectionStepsClasses.steps}>
        {stepsOf(connection).map(({ step, result }) => (
          <Step key={step} step={step} result={result} fault={failing ? lastFailure?.fault : undefined} />
        ))}
      </ol>
    </Card>
  )
}

type Fault = NonNullable<Connection['lastFailure']>['fault']

function Step({ step, result, fault }: { step: ConnectionStep; result: StepResult; fault: Fault | undefined }) {
  const t = useText()
  const Icon = icons[result]
  return (
    <li className={connectionStepsClasses.step} data-result={result}>
      <Icon size={16} aria-hidden />
      <span className={connectionStepsClasses.label}>{t(`step.label.${step}`)}</span>
      <span className={connectionStepsClasses.result}>
        {result === 'FAILED' && fault ? t(`fault.${fault}`) : t(`step.result.${result}`)}
      </span>
      {result === 'FAILED' && <span className={connectionStepsClasses.advice}>{t(`step.advice.${step}`)}</span>}
    </li>
  )
}

/** Faults that end when the settings are right. */
const inSettings: readonly string[] = ['credentials', 'missing', 'blocked', 'unreachable', 'garbled']

/** What failed last, in words, with the next steps: correct the settings, test, send dead letters again. */
function FailureCallout({ connection }: { connection: Connection }) {
  const t = useText()
  const { id, failing, lastFailure, fields } = connection
  const test = useTestConnection()
  const dead = useMessages(id, 'FAILED').data?._embedded.messages.map((message) => message.id) ?? []
  const retry = useMutationOf(retryConnectionMessages, {
    refreshes: messagesChanged,
    onSuccess: ({ count }) => toast({ title: t('retried', { count }) }),
  })
  if (!failing || !lastFailure) return null
  const secret = lastFailure.fault === 'credentials' && fields?.find(({ type }) => type === 'secret')
  const field = secret || fields?.[0]
  return (
    <Callout
      colour="red"
      icon={<IconPlugConnectedX size={18} aria-hidden />}
      title={lastFailure.text}
      action={
        <>
          {field && inSettings.includes(lastFailure.fault) && (
            <Button size="compact-sm" onClick={() => focusSetting(field.name)}>
              {t(secret ? 'enterCredential' : 'correctSettings')}
            </Button>
          )}
          <Button
            variant="default"
            size="compact-sm"
            loading={test.isPending}
            onClick={() => test.mutate({ params: { id } })}
          >
            {t('testAgain')}
          </Button>
          {dead.length > 0 && (
            <Button
              variant="default"
              size="compact-sm"
              loading={retry.isPending}
              onClick={() => retry.mutate({ params: { id }, body: { itemIds: dead } })}
            >
              {t('retryDead', { count: dead.length })}
            </Button>
          )}
        </>
      }
    >
      {t(`advice.${lastFailure.fault}`)}
    </Callout>
  )
}

/** Goes to the input of a setting on the same page. */
function focusSetting(name: string): void {
  const input = document.querySelector<HTMLInputElement>(`[data-setting="${name}"]`)
  input?.scrollIntoView({ block: 'center' })
  input?.focus({ preventScroll: true })
}
