import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { CaseStatus, resolutionReasons } from '#features/support/case-access/contract.ts'
import { type BulkOperation, changeCases, readBulkJob } from '#features/support/case-bulk/contract.ts'
import { countCases, readCase, readCaseHistory, searchCases } from '#features/support/cases/contract.ts'
import type { ApiError } from '#kit/web/data/api-error.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { TagsInput } from '#kit/web/form/tags-input.tsx'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { useBulkText, useText } from '../texts.ts'
import classes from './case-bulk.module.css'

type Props = { keys: readonly string[]; onClose: () => void }

/** Critical is for outages alone. */
const priorities = ['LOW', 'MEDIUM', 'HIGH'] as const
const select = { withScrollArea: false, clearable: true, comboboxProps: { withinPortal: false } } as const
const tags = { splitChars: [',', ' '], maxTags: 20, comboboxProps: { withinPortal: false } }

/** Changes priority, status and labels of the checked cases, or resolves them; then shows the result of each. */
export function CaseBulkDialog({ keys, onClose }: Props) {
  const t = useText()
  const b = useBulkText()
  const [priority, setPriority] = useState<string | null>(null)
  const [status, setStatus] = useState<string | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const [comment, setComment] = useState('')
  const [addLabels, setAddLabels] = useState<string[]>([])
  const [removeLabels, setRemoveLabels] = useState<string[]>([])
  const [flaws, setFlaws] = useState<Readonly<Record<string, string>>>({})
  const start = useMutationOf(changeCases, {
    onProblem: (problem) => (problem.fields.length > 0 ? setFlaws(flawsOf(problem)) : showError(problem)),
  })
  if (start.data) return <CaseBulkResults id={start.data.id} onClose={onClose} />
  const chosenReason = resolutionReasons.find((one) => one === reason)
  const chosenPriority = priorities.find((one) => one === priority)
  const chosenStatus = CaseStatus.options.find((one) => one === status)
  const onChanged =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      setFlaws({})
      set(value)
    }
  const submit = () => {
    if (comment.trim() && !chosenReason) return setFlaws({ reason: b('reasonMissing') })
    const operation: BulkOperation = {
      ...(chosenPriority && { priority: chosenPriority }),
      ...(chosenStatus && { status: chosenStatus }),
      ...(addLabels.length > 0 && { addLabels }),
      ...(removeLabels.length > 0 && { removeLabels }),
      ...(chosenReason && { resolve: { reason: chosenReason, ...(comment.trim() && { comment }) } }),
    }
    if (Object.keys(operation).length === 0) return setFlaws({ priority: b('nothing') })
    setFlaws({})
    start.mutate({ body: { keys: [...keys], operation } })
  }
  return (
    <FormDialog
      size={560}
      title={b('title', { count: keys.length })}
      submitLabel={b('change')}
      pending={start.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        data-autofocus
        label={b('priority')}
        placeholder={b('keep')}
        data={priorities.map((value) => ({ value, label: t(`priority.${value}`) }))}
        value={priority}
        error={flaws.priority}
        onChange={onChanged(setPriority)}
        {...select}
      />
      <Select
        label={b('status')}
        placeholder={b('keep')}
        data={CaseStatus.options.map((value) => ({ value, label: t(`status.${value}`) }))}
        value={status}
        error={flaws.status}
        onChange={onChanged(setStatus)}
        {...select}
      />
      <TagsInput
        label={b('addLabels')}
        value={addLabels}
        error={flaws.addLabels}
        onChange={onChanged(setAddLabels)}
        {...tags}
      />
      <TagsInput
        label={b('removeLabels')}
        value={removeLabels}
        error={flaws.removeLabels}
        onChange={onChanged(setRemoveLabels)}
        {...tags}
      />
      <Select
        label={b('resolve')}
        description={b('resolveHint')}
        placeholder={b('noResolve')}
        data={resolutionReasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
        value={reason}
        error={flaws.reason}
        onChange={onChanged(setReason)}
        {...select}
      />
      <Textarea
        autosize
        minRows={2}
        maxLength={32_767}
        label={b('comment')}
        description={b('commentHint')}
        value={comment}
        error={flaws.comment}
        onChange={(event) => onChanged(setComment)(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

/** The server's errors by the name of the field in this dialog. */
function flawsOf({ fields }: ApiError): Record<string, string> {
  const namedFields = fields.map(({ path, message }) => {
    const parts = path.split('.').filter((part) => part !== 'operation' && part !== 'resolve' && !/^\d+$/.test(part))
    return [parts[0] || 'priority', message] as const
  })
  return Object.fromEntries(namedFields)
}

const POLL_MS = 500
const colours = { WAITING: 'grey', DONE: 'green', FAILED: 'red' } as const

/** The result of each case of a bulk job while it runs. The job goes on when this is closed. */
function CaseBulkResults({ id, onClose }: { id: string; onClose: () => void }) {
  const b = useBulkText()
  const query = useQueryOf(readBulkJob, { params: { id } }, { refetchInterval: POLL_MS })
  const close = () => {
    void refresh(searchCases, countCases, readCase, readCaseHistory)
    onClose()
  }
  const title = query.data
    ? b('progress', { done: query.data.done + query.data.failed, all: query.data.total, failed: query.data.failed })
    : b('starts')
  return (
    <Modal opened centered size={560} title={title} onClose={close} closeButtonProps={{ 'aria-label': b('close') }}>
      <QueryView query={query}>
        {(data) => (
          <section className={classes.results} aria-label={b('results')} {...{ tabIndex: 0 }}>
            <PlainTable
              label={b('results')}
              columns={[
                { id: 'case', label: b('case'), width: 8, cell: ({ key }) => <code>{key}</code> },
                {
                  id: 'state',
                  label: b('result'),
                  width: 7,
                  cell: ({ state }) => <Badge colour={colours[state]}>{b(`state.${state}`)}</Badge>,
                },
                { id: 'error', label: b('why'), cell: (row) => row.error },
              ]}
              rows={data.results}
              id={({ key }) => key}
            />
          </section>
        )}
      </QueryView>
      <p className={classes.note}>{query.data?.finished ? b('finished') : b('goesOn')}</p>
      <DialogActions>
        <Button onClick={close}>{b('close')}</Button>
      </DialogActions>
    </Modal>
  )
}
