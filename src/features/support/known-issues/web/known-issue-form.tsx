import { Switch, Textarea, TextInput } from '@mantine/core'
import { listFieldOptions } from '#features/support/cases/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { toast } from '#kit/web/notices/toast.ts'
import {
  declareKnownIssue,
  editKnownIssue,
  type InternalKnownIssueNote,
  type KnownIssueDetail,
  knownIssueSeverities,
  listKnownIssues,
  readKnownIssue,
  readKnownIssueNote,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { bodyOf, emptyKnownIssue, FormValues, valuesOf } from './known-issue-values.ts'

type Props = { issue?: KnownIssueDetail; onClose: () => void; onSaved?: (saved: KnownIssueDetail) => void }

/** Declares a known issue, or edits one together with its internal note. */
export function KnownIssueForm(props: Props) {
  const { issue } = props
  const note = useQueryOf(readKnownIssueNote, { params: { key: issue?.key ?? '' } }, { enabled: issue !== undefined })
  if (issue && !note.data) return null
  return <Fields {...props} note={note.data} />
}

function Fields({ issue, note, onClose, onSaved }: Props & { note: InternalKnownIssueNote | undefined }) {
  const t = useText()
  const initial = issue && note ? valuesOf(issue, note) : emptyKnownIssue
  const form = useContractForm<FormValues>(FormValues, initial)
  const products = useQueryOf(listFieldOptions, { query: { field: 'product' } }).data?._embedded.options ?? []
  const shared = {
    refreshes: [listKnownIssues, readKnownIssue, readKnownIssueNote],
    onSuccess: (saved: KnownIssueDetail) => {
      toast({ title: t(issue ? 'saved' : 'declared', { key: saved.key }) })
      onClose()
      onSaved?.(saved)
    },
  }
  const declare = useMutationOf(declareKnownIssue, { ...shared, onProblem: applyServerErrors(form) })
  const edit = useMutationOf(editKnownIssue, {
    ...shared,
    onProblem: (problem) => {
      if (problem.status === 412) showError(problem, { text: t('stale'), asWarning: true })
      else applyServerErrors(form)(problem)
    },
  })
  const field = (name: keyof FormValues) => ({
    ...form.getInputProps(name),
    error: form.errors[name] && wordsOf(name),
  })
  function wordsOf(name: keyof FormValues): string {
    if (form.values[name] === '') return t('required')
    if (name === 'affected') return t('wrongRange')
    if (name === 'fixedIn') return t('wrongVersion')
    return String(form.errors[name])
  }
  const submit = form.onSubmit((values) => {
    const body = bodyOf(values)
    if (issue) edit.mutate({ params: { key: issue.key }, version: issue.version, body })
    else declare.mutate({ body })
  })
  const list = { withScrollArea: false, comboboxProps: { withinPortal: false }, allowDeselect: false } as const
  const area = (name: 'conditions' | 'signature' | 'workaround' | 'releaseNote' | 'note' | 'detect', hint?: string) => (
    <Textarea
      autosize
      minRows={2}
      maxRows={8}
      label={t(name === 'note' ? 'internalNote' : name)}
      description={hint}
      {...field(name)}
    />
  )
  return (
    <FormDialog
      title={issue ? `${t('edit')} ${issue.key}` : t('declare')}
      size={640}
      submitLabel={t(issue ? 'save' : 'declare')}
      pending={declare.isPending || edit.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput required data-autofocus maxLength={250} label={t('title')} {...field('title')} />
      <Select
        {...list}
        required
        label={t('product')}
        data={products.map(({ value, label }) => ({ value, label }))}
        {...field('product')}
      />
      <TextInput maxLength={100} label={t('component')} {...form.getInputProps('component')} />
      <TextInput
        required
        maxLength={100}
        spellCheck={false}
        label={t('affected')}
        description={t('affectedHint')}
        {...field('affected')}
      />
      <TextInput maxLength={40} label={t('fixedIn')} description={t('fixedInHint')} {...field('fixedIn')} />
      <Select
        {...list}
        label={t('severity')}
        data={knownIssueSeverities.map((value) => ({ value, label: t(`severities.${value}`) }))}
        {...field('severity')}
      />
      <TextInput required maxLength={250} label={t('symptom')} {...field('symptom')} />
      {area('conditions', t('linesHint'))}
      {area('signature', t('linesHint'))}
      {area('workaround')}
      {area('releaseNote')}
      {area('note', t('internal'))}
      {area('detect', t('internal'))}
      <Switch
        size="sm"
        label={t('published')}
        description={t('publishedHint')}
        {...form.getInputProps('published', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
