import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { caseStatuses } from '#features/support/cases/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import {
  configureJira,
  configureServiceDesk,
  listTrackerPlugins,
  mappedFields,
  type TrackerConfig,
  type TrackerPlugin,
  type TrackerSystemName,
} from '../contract.ts'
import { useText } from './text.ts'
import classes from './tracker.module.css'

/** The project of an account in the tracker, the names of its statuses, and the fields for what a case has besides. */
export function MappingForm(props: {
  system: TrackerSystemName
  plugin: TrackerPlugin
  config: TrackerConfig | undefined
  readOnly: boolean
}) {
  const t = useText()
  const { system, plugin, config, readOnly } = props
  const form = useForm({
    initialValues: {
      projectKey: config?.projectKey ?? '',
      projectLabel: config?.projectLabel ?? plugin.accountDisplayName,
      interval: String(config?.interval ?? 300),
      statusMap: valuesOf(caseStatuses, config?.statusMap),
      fieldMap: valuesOf(mappedFields, config?.fieldMap),
    },
  })
  const save = useMutationOf(system === 'jira' ? configureJira : configureServiceDesk, {
    refreshes: [listTrackerPlugins],
    onSuccess: () => toast({ title: t('saved') }),
    onProblem: (problem) => {
      for (const { path, message } of problem.fields) form.setFieldError(path, message)
      if (problem.fields.length === 0) showError(problem)
    },
  })
  const submit = form.onSubmit(({ interval, ...values }) =>
    save.mutate({
      query: { account: plugin.account },
      version: plugin.version,
      body: { ...values, interval: Number(interval) },
    }),
  )
  return (
    <Card title={t('mapping')} note={t('mappingNote')}>
      <form className="form-stack" onSubmit={submit}>
        <div className={classes.fields}>
          <TextInput
            required
            readOnly={readOnly}
            maxLength={20}
            label={t('projectKey')}
            description={t('projectKeyHelp')}
            {...form.getInputProps('projectKey')}
          />
          <TextInput
            required
            readOnly={readOnly}
            maxLength={100}
            label={t('projectLabel')}
            description={t('projectLabelHelp')}
            {...form.getInputProps('projectLabel')}
          />
          <TextInput
            required
            readOnly={readOnly}
            inputMode="numeric"
            label={t('interval')}
            description={t('intervalHelp')}
            {...form.getInputProps('interval')}
          />
        </div>
        <fieldset className={classes.group}>
          <legend>{t('statuses')}</legend>
          <p className={classes.note}>{t('statusesHelp')}</p>
          <div className={classes.fields}>
            {caseStatuses.map((status) => (
              <TextInput
                key={status}
                readOnly={readOnly}
                maxLength={100}
                label={t(`status.${status}`)}
                {...form.getInputProps(`statusMap.${status}`)}
              />
            ))}
          </div>
        </fieldset>
        <fieldset className={classes.group}>
          <legend>{t('fields')}</legend>
          <p className={classes.note}>{t('fieldsHelp')}</p>
          <div className={classes.fields}>
            {mappedFields.map((field) => (
              <TextInput
                key={field}
                readOnly={readOnly}
                maxLength={40}
                placeholder="customfield_10010"
                label={t(`mapped.${field}`)}
                {...form.getInputProps(`fieldMap.${field}`)}
              />
            ))}
          </div>
        </fieldset>
        {!readOnly && (
          <div className="form-actions">
            <Button type="submit" loading={save.isPending}>
              {t('save')}
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}

function valuesOf<Name extends string>(
  names: readonly Name[],
  stored: Readonly<Record<string, string>> = {},
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, stored[name] ?? ''])) as Record<Name, string>
}
