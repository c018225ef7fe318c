import { IconAlertTriangle, IconCheck, IconX } from '#kit/web/icons/icons.generated.ts'
import type { Check } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './attempt-steps.module.css'

type ShownStep = Pick<Check, 'step' | 'ok' | 'finding' | 'values'>

/** Steps in words: what succeeded, what did not, and then what to change. */
export function AttemptSteps({ steps }: { steps: readonly ShownStep[] }) {
  const t = useText()
  const numberedSteps = steps.map((step, index) => ({ ...step, key: `${index} ${step.step}` }))
  return (
    <ol className={classes.steps}>
      {numberedSteps.map(({ key, step, ok, finding, values }) => (
        <li key={key} data-state={ok ? (finding ? 'remark' : 'well') : 'wrong'}>
          {!ok ? (
            <IconX size={16} aria-hidden />
          ) : finding ? (
            <IconAlertTriangle size={16} aria-hidden />
          ) : (
            <IconCheck size={16} aria-hidden />
          )}
          <div>
            <strong>{t(`step.${step}`)}</strong>
            {finding && (
              <>
                <p>{t(`finding.${finding}.what`, values)}</p>
                <p className={classes.change}>{t(`finding.${finding}.change`, values)}</p>
              </>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
