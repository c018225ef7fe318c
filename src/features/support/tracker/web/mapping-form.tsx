import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { caseStatuses } from '#features/support/case-access/contract.ts'
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
  mappedPriorities,
  mappedTypes,
  type TrackerConfig,
  type TrackerPlugin,
  type TrackerSystemName,
  testTrackerMapping,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { type MappingValues, NamedInputs, OfferedInput } from './named-inputs.tsx'
import { SampleCase } from './sample-case.tsx'
import classes from './tracker.module.css'
import { useTrackerOptions } from './use-tracker-options.ts'

/** The project of an account in the tracker, and the names of what a case has; each is offered as the tracker has it. */
export function MappingForm(props: {
  system: TrackerSystemName
  plugin: TrackerPlugin
  config: TrackerConfig | undefined
  readOnly: boolean
}) {
  const t = useText()
  const { system, plugin, config, readOnly } = props
  const { account } = plugin
  const isConnected = Boolean(config?.connection)
  const form = useForm<MappingValues>({
    initialValues: {
      projectKey: config?.projectKey ?? '',
      projectLabel: config?.projectLabel ?? plugin.accountDisplayName,
      interval: String(config?.interval ?? 300),
      statusMap: valuesOf(caseStatuses, config?.statusMap),
      priorityMap: valuesOf(mappedPriorities, config?.priorityMap),
      typeMap: valuesOf(mappedTypes, config?.typeMap),
      fieldMap: valuesOf(mappedFields, config?.fieldMap),
    },
  })
  const { offered, failure, readAgain } = useTrackerOptions(
    { account, system, projectKey: form.values.projectKey },
    { enabled: !readOnly },
  )
  const save = useMutationOf(system === 'jira' ? configureJira : configureServiceDesk, {
    refreshes: [listTrackerPlugins],
    onSuccess: () => toast({ title: t('saved') }),
    onProblem: (problem) => {
      for (const { path, message } of problem.fields) form.setFieldError(path, message)
      if (problem.fields.length === 0) showError(problem)
    },
  })
  const test = useMutationOf(testTrackerMapping, { onProblem: () => undefined })
  const submit = form.onSubmit(({ interval, ...values }) =>
    save.mutate({ query: { account }, version: plugin.version, body: { ...values, interval: Number(interval) } }),
  )
  const { interval: _, projectLabel: __, ...mapping } = form.values
  const shared = { form, readOnly }
  return (
    <Card title={t('mapping')} note={t('mappingNote')}>
      <form className="form-stack" onSubmit={submit} onFocus={readAgain}>
        <div className={classes.fields}>
          <OfferedInput
            {...shared}
            required
            path="projectKey"
            maxLength={20}
            label={t('projectKey')}
            description={t('projectKeyHelp')}
            offered={offered.projects.map(({ key, name }) => ({ value: key, name }))}
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
        {failure && <p className={classes.note}>{t('optionsFailed', { reason: failure })}</p>}
        <NamedInputs
          {...shared}
          title={t('statuses')}
          note={t('statusesHelp')}
          names={caseStatuses}
          labelOf={(status) => t(`status.${status}`)}
          path="statusMap"
          offered={offered.statuses.map((value) => ({ value }))}
        />
        <NamedInputs
          {...shared}
          title={t('priorities')}
          note={t('prioritiesHelp')}
          names={mappedPriorities}
          labelOf={(priority) => t(`priority.${priority}`)}
          path="priorityMap"
          offered={offered.priorities.map((value) => ({ value }))}
        />
        {system === 'jira' && (
          <NamedInputs
            {...shared}
            title={t('types')}
            note={t('typesHelp')}
            names={mappedTypes}
            labelOf={(type) => t(`type.${type}`)}
            path="typeMap"
            offered={offered.issueTypes.map((value) => ({ value }))}
          />
        )}
        <NamedInputs
          {...shared}
          title={t('fields')}
          note={t('fieldsHelp')}
          names={mappedFields}
          labelOf={(field) => t(`mapped.${field}`)}
          path="fieldMap"
          maxLength={40}
          placeholder="customfield_10010"
          offered={offered.fields.map(({ id, name }) => ({ value: id, name }))}
        />
        <SampleCase result={test.data} at={test.submittedAt} failure={test.error?.message} />
        {!readOnly && (
          <div className="form-actions">
            <Button
              variant="default"
              loading={test.isPending}
              disabled={!isConnected && !offered.isRead}
              onClick={() => test.mutate({ query: { account }, body: { system, ...mapping } })}
            >
              {t('test')}
            </Button>
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
