import { Textarea } from '@mantine/core'
import type { ContractForm } from '#kit/web/form/use-contract-form.ts'
import { Card } from '#kit/web/look/card.tsx'
import { useText } from '../texts.ts'
import classes from './check-step.module.css'
import type { RequestValues } from './request-values.ts'

/** A summary of the request before it is sent, and a note to the approvers. */
export function CheckStep({ form }: { form: ContractForm<RequestValues> }) {
  const t = useText()
  const values = form.values
  const ofNew = values.requestType === 'ACCOUNT'
  const deployment = !ofNew || values.withDeployment
  const facts: readonly (readonly [string, string])[] = [
    ...(ofNew
      ? ([
          [t('form.name'), values.name],
          [t('form.displayName'), values.displayName],
          [t('form.region'), values.region && t(`region.${values.region as 'EMEA'}`)],
          [t('form.stage'), t(`stage.${values.stage as 'LIFT'}`)],
          [t('form.domains'), values.domains.split(/[\s,;]+/).join(' ')],
          [t('form.manager'), [values.managerName, values.managerEmail].filter(Boolean).join(', ')],
        ] as const)
      : ([[t('form.of'), values.account]] as const)),
    ...(deployment
      ? ([
          [t('form.deploymentName'), values.deploymentName],
          [t('form.version'), values.version],
        ] as const)
      : []),
  ]
  return (
    <>
      <Card title={t('form.step.check')}>
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value || '–'}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <div className="form-fields">
        <Textarea className="wide" label={t('form.why')} rows={3} maxLength={2000} {...form.getInputProps('note')} />
      </div>
    </>
  )
}
