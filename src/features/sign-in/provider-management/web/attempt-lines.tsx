import { referenceOf, type SignInAttempt } from '#features/sign-in/identity-providers/contract.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import type { BadgeColour } from '#kit/web/look/colours.ts'
import { Age } from '#kit/web/time/age.tsx'
import { useText } from '../texts.ts'
import classes from './attempt-lines.module.css'
import { AttemptSteps } from './attempt-steps.tsx'

const colours: Readonly<Record<SignInAttempt['outcome'], BadgeColour>> = {
  UNDER_WAY: 'light-blue',
  SIGNED_IN: 'green',
  REJECTED: 'red',
  TESTED: 'blue',
}

/** Sign-in attempts, one per row, each of which expands to its steps. */
export function AttemptLines({ attempts }: { attempts: readonly SignInAttempt[] }) {
  const t = useText()
  return (
    <ul className={classes.lines}>
      {attempts.map(({ id, email, kind, outcome, at, steps }) => (
        <li key={id}>
          <details>
            <summary>
              <span className={classes.who}>
                {email ?? t('attempts.unknown')}
                {kind === 'TEST' ? ` · ${t('attempts.test')}` : <code>{referenceOf(id)}</code>}
              </span>
              <Badge colour={colours[outcome]}>{t(`outcome.${outcome}`)}</Badge>
              <Age at={at} />
            </summary>
            <div className={classes.steps}>
              <AttemptSteps steps={steps} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}
