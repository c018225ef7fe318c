import { Checkbox, Textarea } from '@mantine/core'
import { roleNames } from '#features/access/roles/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { MultiSelect } from '#kit/web/form/multi-select.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { useStateLabel } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { useAccounts } from '#kit/web/who/account.tsx'
import { type RecipientOptions, recipientsTypes } from '../contract/announcement.ts'
import { listRecipientOptions } from '../contract.ts'
import { useText } from '../texts.ts'
import type { AnnouncementForm } from './announcement-form.ts'
import classes from './editor.module.css'
import { deploymentTypes, deploymentVersions, regions, stages } from './recipient-options.ts'

const list = {
  searchable: true,
  clearable: true,
  withScrollArea: false,
  comboboxProps: { withinPortal: false },
} as const

/** The recipients of the announcement: a type, and for the filter its criteria. */
export function RecipientsFields({ form }: { form: AnnouncementForm }) {
  const t = useText()
  const stage = useStateLabel()
  const { values, errors } = form
  const options = useQueryOf(listRecipientOptions, {}).data
  const accounts = useAccounts().map(({ name, displayName }) => ({ value: name, label: displayName }))
  const roles = Object.entries(roleNames).map(([value, label]) => ({ value, label }))
  const wrong = errors.recipients ?? errors['recipients.accounts']
  return (
    <Card title={t('edit.recipients')}>
      <div className="form-stack">
        <Select
          aria-label={t('edit.recipients')}
          allowDeselect={false}
          withScrollArea={false}
          comboboxProps={{ withinPortal: false }}
          error={wrong}
          data={recipientsTypes.map((value) => ({ value, label: t(`who.${value}`) }))}
          {...form.getInputProps('recipientsType')}
        />
        {values.recipientsType === 'USERS' && (
          <Textarea
            autosize
            minRows={3}
            label={t('edit.usernames')}
            description={t('edit.usernamesHint')}
            {...form.getInputProps('usernames')}
            error={errors['recipients.usernames']}
          />
        )}
        {values.recipientsType === 'FILTER' && (
          <div className="form-fields">
            <div className="wide">
              <MultiSelect label={t('edit.accounts')} data={accounts} {...list} {...form.getInputProps('accounts')} />
              {values.accounts.length > 0 && (
                <Checkbox
                  className={classes.below ?? ''}
                  label={t('edit.children')}
                  {...form.getInputProps('withChildren', { type: 'checkbox' })}
                />
              )}
            </div>
            <MultiSelect label={t('edit.roles')} data={roles} {...list} {...form.getInputProps('roles')} />
            <MultiSelect
              label={t('edit.regions')}
              data={regions.map((value) => ({ value, label: t(`region.${value}`) }))}
              {...list}
              {...form.getInputProps('regions')}
            />
            <MultiSelect
              label={t('edit.types')}
              data={[...deploymentTypes]}
              {...list}
              {...form.getInputProps('deploymentTypes')}
            />
            <MultiSelect
              label={t('edit.versions')}
              data={[...deploymentVersions]}
              {...list}
              {...form.getInputProps('versions')}
            />
            <MultiSelect
              label={t('edit.stages')}
              data={stages.map((value) => ({ value, label: stage('stage', value) }))}
              {...list}
              {...form.getInputProps('stages')}
            />
            <MultiSelect
              label={t('edit.plans')}
              data={choices(options?.plans)}
              {...list}
              {...form.getInputProps('plans')}
              error={errors['recipients.plans']}
            />
            <MultiSelect
              label={t('edit.bundles')}
              data={choices(options?.bundles)}
              limit={100}
              {...list}
              {...form.getInputProps('bundles')}
              error={errors['recipients.bundles']}
            />
            <MultiSelect
              label={t('edit.teams')}
              data={choices(options?.teams)}
              limit={100}
              {...list}
              {...form.getInputProps('teams')}
              error={errors['recipients.teams']}
            />
          </div>
        )}
        <MultiSelect label={t('edit.exclude')} data={accounts} {...list} {...form.getInputProps('excluded')} />
      </div>
    </Card>
  )
}

function choices(options: RecipientOptions['plans'] = []) {
  return options.map(({ id, name }) => ({ value: id, label: name }))
}
