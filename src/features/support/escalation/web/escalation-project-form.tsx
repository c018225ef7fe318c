import { TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  configureRnd,
  configureTracker,
  listRndConfigs,
  type RndConfig,
} from '#features/support/rnd-projects/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { PageForm } from '#kit/web/form/page-form.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { matchesWords } from '#kit/web/text/matches-words.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'

/** The R&D project that cases are escalated to, with the settings of the portal. */
export function EscalationProjectForm({ search }: { search: string }) {
  const t = useText()
  const may = useAllows(configureTracker)
  const { data } = useQueryOf(listRndConfigs, {})
  const config = data?._embedded.configs[0]
  const texts = [t('project.title'), t('project.text'), t('project.key'), t('project.label'), config?.projectKey]
  if (!data || !may || !matchesWords(search, texts)) return null
  return (
    <Card id="escalation-project" title={t('project.title')} note={t('project.text')}>
      <Form key={config?.version ?? 0} config={config} />
    </Card>
  )
}

function Form({ config }: { config: RndConfig | undefined }) {
  const t = useText()
  const storedValues = { projectKey: config?.projectKey ?? '', projectLabel: config?.projectLabel ?? '' }
  const [values, setValues] = useState(storedValues)
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const isChanged = values.projectKey !== storedValues.projectKey || values.projectLabel !== storedValues.projectLabel
  const save = useMutationOf(configureRnd, {
    refreshes: [listRndConfigs],
    onSuccess: () => toast({ title: t('project.saved') }),
    onProblem: ({ fields }) =>
      setWrong(
        Object.fromEntries((fields ?? []).map(({ path }) => [path, t(`project.wrong.${path as 'projectKey'}`)])),
      ),
  })
  return (
    <PageForm
      submitLabel={t('project.save')}
      pending={save.isPending}
      blocked={isChanged ? undefined : t('notYet.unchanged')}
      variant="default"
      onSubmit={() => {
        setWrong({})
        save.mutate({ body: values })
      }}
    >
      <div className="form-fields">
        <TextInput
          label={t('project.key')}
          description={t('project.keyText')}
          maxLength={10}
          value={values.projectKey}
          error={wrong.projectKey}
          onChange={(event) => setValues({ ...values, projectKey: event.currentTarget.value.toUpperCase() })}
        />
        <TextInput
          label={t('project.label')}
          description={t('project.labelText')}
          maxLength={100}
          value={values.projectLabel}
          error={wrong.projectLabel}
          onChange={(event) => setValues({ ...values, projectLabel: event.currentTarget.value })}
        />
      </div>
    </PageForm>
  )
}
