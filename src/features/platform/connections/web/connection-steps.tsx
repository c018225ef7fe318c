import { IconCircleCheck, IconCircleDashed, IconPlugConnectedX } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { formatAge } from '#kit/web/time/time.ts'
import { type ConnectionStep, type StepResult, stepsOf } from '../contract/connection-steps.ts'
import type { Connection } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './connection-steps.module.css'

const icons = { OK: IconCircleCheck, FAILED: IconPlugConnectedX, UNKNOWN: IconCircleDashed }

/** What has to work for the connection: address, sign-in, permission and first read, each with its result. */
export function ConnectionSteps({ connection }: { connection: Connection }) {
  const t = useText()
  const { failing, lastFailure, lastSuccess } = connection
  const at = failing ? lastFailure?.at : lastSuccess
  return (
    <Card title={t('step.title')} note={at ? t('step.note', { at: formatAge(at) }) : t('step.never')}>
      <ol className={classes.steps}>
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
    <li className={classes.step} data-result={result}>
      <Icon size={16} aria-hidden />
      <span className={classes.label}>{t(`step.label.${step}`)}</span>
      <span className={classes.result}>
        {result === 'FAILED' && fault ? t(`fault.${fault}`) : t(`step.result.${result}`)}
      </span>
      {result === 'FAILED' && <span className={classes.advice}>{t(`step.advice.${step}`)}</span>}
    </li>
  )
}
