import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { seeInternal } from '#features/support/case-access/contract.ts'
import type { ApiError } from '#kit/web/data/api-error.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { changedFields } from '#kit/web/form/changed-fields.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { MultiSelect } from '#kit/web/form/multi-select.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { TagsInput } from '#kit/web/form/tags-input.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { timeZones } from '#kit/web/time/time-zones.ts'
import { useAccount, useAccounts } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  type CalendarEvent,
  changeEvent,
  createEvent,
  type EventInstance,
  listInstances,
  listInstancesOfAccounts,
  listInstancesOfEvent,
  readEvent,
  type Scope,
} from '../../events/contract.ts'
import { listTags } from '../../tags/contract.ts'
import { useText } from '../texts.ts'
import { ClashList } from './clash-list.tsx'
import { bodyOf, type Draft, draftOf, NO_ACCOUNT, problemsOf } from './event-draft.ts'
import { MaintenanceFields } from './maintenance-fields.tsx'
import { RepeatFields } from './repeat-fields.tsx'
import { ScopeChoice } from './scope-choice.tsx'

const list = { searchable: true, withScrollArea: false, comboboxProps: { withinPortal: false } } as const
type Range = { readonly start: Date; readonly end: Date; readonly allDay: boolean }

/** The form of a new event, or of a change; of a series of one instance, the following ones, or all. */
export function EventForm(props: {
  event?: CalendarEvent
  instance?: EventInstance | undefined
  range?: Range
  /** Texts that a new event begins with. */
  proposed?: { readonly subject?: string; readonly description?: string }
  onClose: () => void
}) {
  const t = useText()
  const { event, instance, range, onClose } = props
  const account = useAccount()
  const accounts = useAccounts()
  const isStaff = useAllows(seeInternal)
  const recurrenceId = instance?.recurrenceId ?? event?.recurrenceId ?? null
  const [scope, setScope] = useState<Scope>(recurrenceId ? 'THIS' : 'ALL')
  const { subject = '', description = '' } = props.proposed ?? {}
  const [first] = useState(() => draftOf({ event, instance, range, account, accounts }))
  const [draft, setDraft] = useState(() => ({ ...first, ...(subject ? { subject, description } : {}) }))
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const allTags = useQueryOf(listTags, {}).data?._embedded.tags ?? []
  const own = event?.tags ?? []
  const tags = [...own, ...allTags.filter((tag) => tag.scope !== 'SYSTEM' && !own.some(({ id }) => id === tag.id))]
  const isWork =
    (event?.maintenance ?? null) !== null || tags.some((tag) => tag.holdsOutages && draft.tags.includes(tag.id))
  const options = {
    refreshes: [listInstances, listInstancesOfAccounts, listInstancesOfEvent, readEvent],
    onSuccess: () => {
      toast({ title: t(event ? 'form.saved' : 'form.created') })
      onClose()
    },
    onProblem: (problem: ApiError) => {
      setWrong(Object.fromEntries(problem.fields.map(({ path, message }) => [path.split('.')[0]!, message])))
      showError(problem)
    },
  }
  const create = useMutationOf(createEvent, options)
  const change = useMutationOf(changeEvent, options)
  const send = () => {
    const problems = problemsOf(draft)
    setWrong(Object.fromEntries(Object.entries(problems).map(([field, key]) => [field, t(`form.${key}`)])))
    if (Object.keys(problems).length > 0) return
    const quiet = {
      ...(draft.quietCustomer ? { suppressCustomerMailNotification: true } : {}),
      ...(draft.quietVendor ? { suppressHarmonicMailNotification: true } : {}),
    }
    const body = bodyOf(draft, { isWork, hasRule: !recurrenceId || scope !== 'THIS', before: event })
    if (!event) {
      const accountId = draft.account === NO_ACCOUNT ? {} : { accountId: draft.account }
      return create.mutate({ query: { ...accountId, ...quiet }, body })
    }
    const before = bodyOf(first, { isWork: event.maintenance !== null, hasRule: true, before: event })
    const { start, end } = body
    const fieldChanges = changedFields(before, body)
    // A new start alone would move the end along.
    const changes = fieldChanges.start || fieldChanges.end ? { ...fieldChanges, start, end } : fieldChanges
    if (Object.keys(changes).length === 0) return onClose()
    const part = recurrenceId ? { scope, recurrenceId } : {}
    change.mutate({ params: { id: event.id }, query: { ...part, ...quiet }, body: changes, version: event.version })
  }
  const type = draft.isAllDay ? 'date' : 'datetime-local'
  return (
    <FormDialog
      title={t(event ? 'form.edit' : 'form.new')}
      submitLabel={t(event ? 'form.save' : 'form.create')}
      pending={create.isPending || change.isPending}
      size={640}
      onClose={onClose}
      onSubmit={send}
    >
      {recurrenceId && <ScopeChoice value={scope} onChange={setScope} />}
      <TextInput
        data-autofocus
        required
        maxLength={250}
        label={t('form.subject')}
        value={draft.subject}
        error={wrong.subject}
        onChange={(change) => set({ subject: change.currentTarget.value })}
      />
      {!event && !account && (
        <Select
          required
          label={t('form.account')}
          {...list}
          data={[
            ...(isStaff ? [{ value: NO_ACCOUNT, label: t('vendorAlone') }] : []),
            ...accounts.map(({ id, displayName }) => ({ value: id, label: displayName })),
          ]}
          value={draft.account || null}
          placeholder={t('form.chooseAccount')}
          error={wrong.account}
          onChange={(value) => value && set({ account: value })}
        />
      )}
      <div className="form-fields">
        <TextInput
          required
          type={type}
          label={t(draft.isAllDay ? 'form.firstDay' : 'form.start')}
          value={draft.isAllDay ? draft.start.slice(0, 10) : draft.start}
          error={wrong.start}
          onChange={(change) => set(movedTo(draft, change.currentTarget.value))}
        />
        <TextInput
          required
          type={type}
          label={t(draft.isAllDay ? 'form.lastDay' : 'form.end')}
          value={draft.isAllDay ? draft.end.slice(0, 10) : draft.end}
          error={wrong.end}
          onChange={(change) => set({ end: withTime(change.currentTarget.value, draft.end) })}
        />
      </div>
      <Checkbox
        label={t('form.allDay')}
        checked={draft.isAllDay}
        onChange={(change) => set({ isAllDay: change.currentTarget.checked })}
      />
      {!draft.isAllDay && (
        <Select
          label={t('form.zone')}
          {...list}
          limit={100}
          data={[...new Set([draft.timeZone, ...timeZones()])]}
          value={draft.timeZone}
          error={wrong.timeZone}
          onChange={(value) => value && set({ timeZone: value })}
        />
      )}
      {(!recurrenceId || scope !== 'THIS') && <RepeatFields draft={draft} set={set} error={wrong.recurrence} />}
      <MultiSelect
        label={t('form.tags')}
        {...list}
        data={tags.map(({ id, name }) => ({ value: id, label: name }))}
        value={[...draft.tags]}
        onChange={(value) => set({ tags: value })}
      />
      {isWork && <MaintenanceFields draft={draft} set={set} error={wrong.maintenance} />}
      <ClashList draft={draft} eventId={event?.id} />
      <TextInput
        maxLength={250}
        label={t('form.location')}
        value={draft.location}
        onChange={(change) => set({ location: change.currentTarget.value })}
      />
      <Textarea
        autosize
        minRows={3}
        maxRows={10}
        maxLength={10_000}
        label={t('form.description')}
        value={draft.description}
        onChange={(change) => set({ description: change.currentTarget.value })}
      />
      <InviteFields draft={draft} set={set} error={wrong.attendees} isStaff={isStaff} />
    </FormDialog>
  )
}

/** A day or a time as typed; a day keeps the clock time that was there. */
function withTime(typedText: string, before: string): string {
  return typedText.length === 10 ? `${typedText}T${before.slice(11) || '00:00'}` : typedText
}

/** A new start moves the end along. */
function movedTo(draft: Draft, typedText: string): Partial<Draft> {
  const start = withTime(typedText, draft.start)
  const length = Date.parse(`${draft.end}Z`) - Date.parse(`${draft.start}Z`)
  const at = Date.parse(`${start}Z`)
  return Number.isNaN(length) || Number.isNaN(at)
    ? { start }
    : { start, end: new Date(at + length).toISOString().slice(0, 16) }
}

/** Who is invited, and who gets no mail this time. */
function InviteFields(props: {
  draft: Draft
  set: (part: Partial<Draft>) => void
  error: string | undefined
  isStaff: boolean
}) {
  const t = useText()
  const { draft, set, error, isStaff } = props
  const box = (field: 'invitesCustomer' | 'invitesVendor' | 'quietCustomer' | 'quietVendor', label: string) => (
    <Checkbox
      label={label}
      checked={draft[field]}
      onChange={(change) => set({ [field]: change.currentTarget.checked })}
    />
  )
  const hasInvited = draft.invitesCustomer || draft.invitesVendor || draft.people.length > 0
  return (
    <>
      {draft.account !== NO_ACCOUNT && box('invitesCustomer', t('form.inviteCustomer'))}
      {draft.account !== NO_ACCOUNT && box('invitesVendor', t('form.inviteVendor'))}
      <TagsInput
        label={t('form.people')}
        description={t('form.peopleHint')}
        value={[...draft.people]}
        error={error}
        onChange={(people) => set({ people })}
      />
      {isStaff && hasInvited && box('quietCustomer', t('form.quietCustomer'))}
      {isStaff && hasInvited && box('quietVendor', t('form.quietVendor'))}
    </>
  )
}
