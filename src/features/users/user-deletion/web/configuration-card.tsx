import { Switch, TextInput } from '@mantine/core'
import { useMutationOf } from '#kit/web/data/query.ts'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { useStored } from '#kit/web/form/use-stored.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import {
  configureUserDeletion,
  type DeletionConfiguration,
  previewDeletion,
  readDeletionConfiguration,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './deletion-page.module.css'
import { DeletionRulePreview } from './preview-of-rule.tsx'

const spans = ['daysSinceLastLogin', 'daysSinceCreation', 'daysAfterCandidate'] as const
const LONGEST_DAYS = 3650

/** The deletion rule, with a live preview of the affected users. */
export function ConfigurationCard({ configuration }: { configuration: DeletionConfiguration }) {
  const t = useText()
  const form = useContractForm(configureUserDeletion.body, ruleOf(configuration))
  const { version, adopt } = useStored(form, configuration, ruleOf)
  const rule = form.values
  const save = useMutationOf(configureUserDeletion, {
    refreshes: [readDeletionConfiguration, previewDeletion],
    onProblem: applyServerErrors(form),
    onSuccess: (kept) => {
      adopt(kept)
      toast({ title: t('settings.saved') })
    },
  })
  const valid = spans.every((name) => isSpan(rule[name]))
  const days = (name: (typeof spans)[number]) => (
    <TextInput
      label={t(`settings.${name}`)}
      inputMode="numeric"
      rightSection={<span className={classes.unit}>{t('settings.days')}</span>}
      rightSectionWidth={48}
      value={Number.isNaN(rule[name]) ? '' : String(rule[name])}
      disabled={name === 'daysAfterCandidate' && !rule.autoApprove && isSpan(rule[name])}
      error={isSpan(rule[name]) ? form.errors[name] : t('settings.wrong', { most: LONGEST_DAYS })}
      onChange={({ currentTarget: { value } }) =>
        form.setFieldValue(name, /^\d+$/.test(value) ? Number(value) : Number.NaN)
      }
    />
  )
  return (
    <Card title={t('settings.title')} note={t('settings.note')}>
      <form className={classes.settings} noValidate onSubmit={form.onSubmit((body) => save.mutate({ body, version }))}>
        <div className={classes.fields}>
          {days('daysSinceLastLogin')}
          {days('daysSinceCreation')}
          <Switch label={t('settings.autoApprove')} {...form.getInputProps('autoApprove', { type: 'checkbox' })} />
          {days('daysAfterCandidate')}
          <p className={classes.both}>{t('settings.both')}</p>
          <Button
            type="submit"
            className={classes.save}
            blocked={valid ? (form.isDirty() ? undefined : t('notYet.unchanged')) : t('notYet.wrong')}
            loading={save.isPending}
          >
            {t('settings.save')}
          </Button>
        </div>
        {valid && <DeletionRulePreview rule={rule} />}
      </form>
    </Card>
  )
}

function ruleOf({ daysSinceLastLogin, daysSinceCreation, autoApprove, daysAfterCandidate }: DeletionConfiguration) {
  return { daysSinceLastLogin, daysSinceCreation, autoApprove, daysAfterCandidate }
}

function isSpan(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= LONGEST_DAYS
}
