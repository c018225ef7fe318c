import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { listScannerConfigs, readDetectorState, type ScannerConfig, saveScannerConfig } from '../contract.ts'
import { useText } from '../texts.ts'
import { RuleFields, rulesOf } from './rule-fields.tsx'

/** The scanner configuration of an account. */
export function SettingsDialog({
  account,
  config,
  onClose,
}: {
  account: string
  config: ScannerConfig
  onClose: () => void
}) {
  const t = useText()
  const [rules, setRules] = useState(rulesOf(config))
  const [project, setProject] = useState({ projectKey: config.projectKey, projectLabel: config.projectLabel })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const save = useMutationOf(saveScannerConfig, {
    refreshes: [listScannerConfigs, readDetectorState],
    onProblem: ({ fields }) =>
      setErrors(Object.fromEntries((fields ?? []).map(({ path, message }) => [path, message]))),
    onSuccess: () => {
      toast({ title: t('saved') })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('thresholds')}
      submitLabel={t('save')}
      pending={save.isPending}
      onSubmit={() => save.mutate({ query: { account }, body: { ...rules, ...project } })}
      onClose={onClose}
    >
      <RuleFields rules={rules} onChange={setRules} errors={errors} />
      {(['projectKey', 'projectLabel'] as const).map((name) => (
        <TextInput
          key={name}
          label={t(name)}
          maxLength={100}
          value={project[name]}
          onChange={(event) => setProject({ ...project, [name]: event.currentTarget.value })}
          error={errors[name]}
        />
      ))}
    </FormDialog>
  )
}
