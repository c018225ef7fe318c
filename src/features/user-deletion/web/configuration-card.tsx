import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import {
  configureUserDeletion,
  type DeletionConfiguration,
  previewDeletion,
  readDeletionConfiguration,
} from '../contract.ts'
import classes from './deletion-page.module.css'
import { PreviewOfRule } from './preview-of-rule.tsx'
import { useText } from './text.ts'

const spans = ['daysSinceLastLogin', 'daysSinceCreation', 'daysAfterCandidate'] as const
const LONGEST_DAYS = 3650

/** The rule of deletion, with whom it would hit beside it while it is typed. */
export function ConfigurationCard({ configuration }: { configuration: DeletionConfiguration }) {
  const t = useText()
  const { version, updated: _, ...saved } = configuration
  const [rule, setRule] = useState(saved)
  const save = useMutationOf(configureUserDeletion, {
    refreshes: [readDeletionConfiguration, previewDeletion],
    onSuccess: () => toast({ title: t('settings.saved') }),
  })
  const valid = spans.every((name) => Number.isInteger(rule[name]) && rule[name] >= 1 && rule[name] <= LONGEST_DAYS)
  const changed = JSON.stringify(rule) !== JSON.stringify(saved)
  const days = (name: (typeof spans)[number]) => (
    <TextInput
      label={t(`settings.${name}`)}
      inputMode="numeric"
      rightSection={<span className={classes.unit}>{t('settings.days')}</span>}
      rightSectionWidth={48}
      value={Number.isNaN(rule[name]) ? '' : String(rule[name])}
      disabled={name === 'daysAfterCandidate' && !rule.autoApprove}
      error={
        Number.isInteger(rule[name]) && rule[name] >= 1 && rule[name] <= LONGEST_DAYS
          ? undefined
          : `1 – ${LONGEST_DAYS}`
      }
      onChange={(event) =>
        setRule({
          ...rule,
          [name]: /^\d+$/.test(event.currentTarget.value) ? Number(event.currentTarget.value) : Number.NaN,
        })
      }
    />
  )
  return (
    <Card title={t('settings.title')} note={t('settings.note')}>
      <form
        className={classes.settings}
        onSubmit={(event) => {
          event.preventDefault()
          if (valid) save.mutate({ body: rule, version })
        }}
      >
        <div className={classes.fields}>
          {days('daysSinceLastLogin')}
          {days('daysSinceCreation')}
          <Switch
            label={t('settings.autoApprove')}
            checked={rule.autoApprove}
            onChange={(event) => setRule({ ...rule, autoApprove: event.currentTarget.checked })}
          />
          {days('daysAfterCandidate')}
          <p className={classes.both}>{t('settings.both')}</p>
          <Button type="submit" className={classes.save} disabled={!valid || !changed} loading={save.isPending}>
            {t('settings.save')}
          </Button>
        </div>
        {valid && <PreviewOfRule rule={rule} />}
      </form>
    </Card>
  )
}
