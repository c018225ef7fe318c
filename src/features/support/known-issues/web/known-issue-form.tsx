import { Switch, Textarea, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { listFieldOptions } from '#features/support/cases/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { knownIssueFields, knownIssueNoteFields } from '../contract/known-issue.ts'
import {
  declareKnownIssue,
  editKnownIssue,
  type InternalKnownIssueNote,
  type KnownIssue,
  type KnownIssueDetail,
  knownIssueSeverities,
  listKnownIssues,
  readKnownIssue,
  readKnownIssueNote,
} from '../contract.ts'
import { useText } from '../texts.ts'

type Props = { issue?: KnownIssueDetail; onClose: () => void; onSaved?: (savedIssue: KnownIssueDetail) => void }

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
  const mutationOptions = {
    refreshes: [listKnownIssues, readKnownIssue, readKnownIssueNote],
    onSuccess: (savedIssue: KnownIssueDetail) => {
      toast({ title: t(issue ? 'saved' : 'declared', { key: savedIssue.key }) })
      onClose()
      onSaved?.(savedIssue)
    },
  }
  const declare = useMutationOf(declareKnownIssue, { ...mutationOptions, onProblem: applyServerErrors(form) })
  const edit = useMutationOf(editKnownIssue, {
    ...mutationOptions,
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

const lines = z.string().check(z.maxLength(5_000))

/** The values of the form; lists are texts with a line for each entry, empty texts stand for absent values. */
const FormValues = z.object({
  ...knownIssueFields,
  ...knownIssueNoteFields,
  component: z.string().check(z.maxLength(100)),
  fixedIn: z.string().check(z.regex(/^(?:\d{1,9}(?:\.\d{1,9}){0,3})?$/)),
  conditions: lines,
  signature: lines,
})
type FormValues = z.output<typeof FormValues>

const emptyKnownIssue: FormValues = {
  title: '',
  product: '',
  component: '',
  affected: '',
  fixedIn: '',
  severity: 'MEDIUM',
  symptom: '',
  conditions: '',
  signature: '',
  workaround: '',
  releaseNote: '',
  published: false,
  note: '',
  detect: '',
}

/** The form of a known issue that exists. */
function valuesOf(issue: KnownIssue, { note, detect }: InternalKnownIssueNote): FormValues {
  return {
    title: issue.title,
    product: issue.product,
    component: issue.component ?? '',
    affected: issue.affected,
    fixedIn: issue.fixedIn ?? '',
    severity: issue.severity,
    symptom: issue.symptom,
    conditions: issue.conditions.join('\n'),
    signature: issue.signature.join('\n'),
    workaround: issue.workaround,
    releaseNote: issue.releaseNote,
    published: issue.published,
    note,
    detect,
  }
}

/** The body of `declareKnownIssue` and `editKnownIssue`. */
function bodyOf({ component, fixedIn, conditions, signature, ...values }: FormValues) {
  return {
    ...values,
    component: component.trim() || null,
    fixedIn: fixedIn.trim() || null,
    conditions: linesOf(conditions),
    signature: linesOf(signature),
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
