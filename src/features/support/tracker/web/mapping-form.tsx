import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { caseStatuses } from '#features/support/case-access/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import {
  configureJira,
  configureServiceDesk,
  listTrackerOptions,
  listTrackerPlugins,
  mappedFields,
  mappedPriorities,
  mappedTypes,
  type TrackerConfig,
  type TrackerOptions,
  type TrackerPlugin,
  type TrackerSample,
  type TrackerSystemName,
  testTrackerMapping,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { type MappingValues, NamedInputs, OfferedInput } from './named-inputs.tsx'
import classes from './tracker.module.css'

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
  const {
    offered: offeredOptions,
    failure,
    readAgain,
  } = useTrackerOptions({ account, system, projectKey: form.values.projectKey }, { enabled: !readOnly })
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
  const formProps = { form, readOnly }
  return (
    <Card title={t('mapping')} note={t('mappingNote')}>
      <form className="form-stack" onSubmit={submit} onFocus={readAgain}>
        <div className={classes.fields}>
          <OfferedInput
            {...formProps}
            required
            path="projectKey"
            maxLength={20}
            label={t('projectKey')}
            description={t('projectKeyHelp')}
            offered={offeredOptions.projects.map(({ key, name }) => ({ value: key, name }))}
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
          {...formProps}
          title={t('statuses')}
          note={t('statusesHelp')}
          names={caseStatuses}
          labelOf={(status) => t(`status.${status}`)}
          path="statusMap"
          offered={offeredOptions.statuses.map((value) => ({ value }))}
        />
        <NamedInputs
          {...formProps}
          title={t('priorities')}
          note={t('prioritiesHelp')}
          names={mappedPriorities}
          labelOf={(priority) => t(`priority.${priority}`)}
          path="priorityMap"
          offered={offeredOptions.priorities.map((value) => ({ value }))}
        />
        {system === 'jira' && (
          <NamedInputs
            {...formProps}
            title={t('types')}
            note={t('typesHelp')}
            names={mappedTypes}
            labelOf={(type) => t(`type.${type}`)}
            path="typeMap"
            offered={offeredOptions.issueTypes.map((value) => ({ value }))}
          />
        )}
        <NamedInputs
          {...formProps}
          title={t('fields')}
          note={t('fieldsHelp')}
          names={mappedFields}
          labelOf={(field) => t(`mapped.${field}`)}
          path="fieldMap"
          maxLength={40}
          placeholder="customfield_10010"
          offered={offeredOptions.fields.map(({ id, name }) => ({ value: id, name }))}
        />
        <SampleCase result={test.data} at={test.submittedAt} failure={test.error?.message} />
        {!readOnly && (
          <div className="form-actions">
            <Button
              variant="default"
              loading={test.isPending}
              disabled={!isConnected && !offeredOptions.isRead}
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
  storedValues: Readonly<Record<string, string>> = {},
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, storedValues[name] ?? ''])) as Record<Name, string>
}

const TYPED_MS = 400
const none: TrackerOptions = { projects: [], statuses: [], issueTypes: [], priorities: [], fields: [] }

/**
 * What the tracker has for the mapping: of the project, once its key is one of those that the tracker named. `failure` says
 * why nothing can be offered; `readAgain` tries once more after one.
 */
function useTrackerOptions(
  { account, system, projectKey }: { account: string; system: TrackerSystemName; projectKey: string },
  { enabled }: { enabled: boolean },
) {
  const [typed] = useDebouncedValue(projectKey, TYPED_MS)
  const site = useQueryOf(listTrackerOptions, { query: { account, system } }, { enabled })
  const isKnown = site.data?.projects.some(({ key }) => key === typed) ?? false
  const project = useQueryOf(
    listTrackerOptions,
    { query: { account, system, projectKey: typed } },
    { enabled: enabled && isKnown },
  )
  const offered = { ...(project.data ?? site.data ?? none), isRead: site.data !== undefined }
  const failed = site.error ? site : project
  return { offered, failure: failed.error?.message, readAgain: () => void (failed.error && failed.refetch()) }
}

/** One issue of the project as the case that the mapping makes of it, or why there is none. */
function SampleCase({
  result,
  at,
  failure,
}: {
  result: TrackerSample | undefined
  at: number
  failure: string | undefined
}) {
  const t = useText()
  if (failure)
    return (
      <p role="alert" className={classes.error}>
        {t('sampleFailed', { reason: failure })}
      </p>
    )
  if (!result) return null
  const { sample, unknownStatuses } = result
  return (
    <section className={classes.sample} aria-label={t('sample')}>
      <h3>{t('sample')}</h3>
      <p className={classes.note}>{sample ? t('sampleNote', { at: formatDateTime(new Date(at)) }) : t('sampleNone')}</p>
      {unknownStatuses.length > 0 && (
        <p role="alert" className={classes.error}>
          {t('unknownStatuses', { count: unknownStatuses.length, names: unknownStatuses.join(', ') })}
        </p>
      )}
      {sample && (
        <DescriptionList
          lines={[
            [t('sampleKey'), sample.caseKey ? t('sampleBoth', { issue: sample.key, key: sample.caseKey }) : sample.key],
            [t('sampleSubject'), sample.subject],
            [t('sampleStatus'), t('becomes', { there: sample.there.status, here: t(`status.${sample.status}`) })],
            [
              t('samplePriority'),
              t('becomes', { there: sample.there.priority || '–', here: t(`priority.${sample.priority}`) }),
            ],
            [t('sampleType'), t('becomes', { there: sample.there.type, here: t(`type.${sample.type}`) })],
            [t('sampleAccount'), sample.account],
          ]}
        />
      )}
    </section>
  )
}
