import { UnstyledButton } from '@mantine/core'
import { useText } from '../texts.ts'
import type { FormStep } from './form-steps.ts'
import classes from './step-list.module.css'

/** The current step in the list; earlier steps can be reopened. */
export function StepList(props: { steps: readonly FormStep[]; now: FormStep; onGo: (step: FormStep) => void }) {
  const t = useText()
  const { steps, now, onGo } = props
  const place = steps.indexOf(now)
  return (
    <ol className={classes.steps} aria-label={t('form.steps')}>
      {steps.map((step, index) => (
        <li key={step} data-passed={index < place || undefined} aria-current={step === now ? 'step' : undefined}>
          <UnstyledButton className={classes.step} disabled={index >= place} onClick={() => onGo(step)}>
            <span className={classes.number}>{index + 1}</span>
            <span className={classes.name}>{t(`form.step.${step}`)}</span>
          </UnstyledButton>
        </li>
      ))}
    </ol>
  )
}
