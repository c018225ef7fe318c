import { VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '#kit/web/icons/icons.generated.ts'
import type { PasswordRule } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './password-rule-list.module.css'

/** The lines of the password rule, each ticked as soon as the password satisfies it. */
export function PasswordRuleList({ rules }: { rules: readonly PasswordRule[] }) {
  const t = useText()
  return (
    <ul className={classes.rules} aria-label={t('list.rules')}>
      {rules.map(({ rule, kept }) => (
        <li key={rule} data-kept={kept || undefined}>
          {kept ? <IconCircleCheckFilled size={15} aria-hidden /> : <IconCircle size={15} aria-hidden />}
          <span>
            {t(`passwordRules.${rule}`)}
            <VisuallyHidden> {t(kept ? 'list.kept' : 'list.open')}</VisuallyHidden>
          </span>
        </li>
      ))}
    </ul>
  )
}
