import { NumberInput } from '@mantine/core'
import type { ScannerConfig } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './detector.module.css'

/** The settings of the rules. */
export const ruleNames = ['collectionWindow', 'cascadeWindow', 'minModems', 'minShare', 'alertThreshold'] as const
export type Rules = Pick<ScannerConfig, (typeof ruleNames)[number]>

/** The rules of a configuration. */
export function rulesOf(config: Rules): Rules {
  const { collectionWindow, cascadeWindow, minModems, minShare, alertThreshold } = config
  return { collectionWindow, cascadeWindow, minModems, minShare, alertThreshold }
}

/** Fields of the rules; errors of the server are shown at their field. */
export function RuleFields({
  rules,
  onChange,
  errors = {},
}: {
  rules: Rules
  onChange: (rules: Rules) => void
  errors?: Readonly<Record<string, string>>
}) {
  const t = useText()
  return (
    <div className={classes.fields}>
      {ruleNames.map((name) => (
        <NumberInput
          key={name}
          label={t(name)}
          min={name === 'cascadeWindow' ? 0 : 1}
          allowDecimal={false}
          value={rules[name]}
          onChange={(value) => onChange({ ...rules, [name]: Number(value) })}
          error={errors[name]}
        />
      ))}
    </div>
  )
}
