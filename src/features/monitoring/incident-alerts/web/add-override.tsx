import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { listOnCallUsers, type OnCall } from '../contract.ts'
import { useText } from '../texts.ts'
import { overridesOf, useSaveRotation } from './use-save-rotation.ts'

const DAY_MS = 86_400_000

/** Puts a user on call for a stretch of time, before the one whose week it is. */
export function AddOverride({ onCall, onClose }: { onCall: OnCall; onClose: () => void }) {
  const t = useText()
  const [onCallBefore] = useState(onCall)
  const { data } = useQueryOf(listOnCallUsers, {})
  const [userId, setUserId] = useState<string | null>(null)
  const [from, setFrom] = useState(localTime(Date.now()))
  const [to, setTo] = useState(localTime(Date.now() + DAY_MS))
  const [hasTried, setTried] = useState(false)
  const save = useSaveRotation(onCallBefore, { done: t('onCall.added'), onSuccess: onClose })
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  const isSpan = begin < end && end > Date.now()
  const submit = () => {
    setTried(true)
    if (!userId || !isSpan) return
    const newOverride = { userId, from: new Date(begin).toISOString(), to: new Date(end).toISOString() }
    save.send({ overrides: [...overridesOf(onCallBefore), newOverride] })
  }
  return (
    <FormDialog
      title={t('onCall.add')}
      submitLabel={t('onCall.add')}
      pending={save.pending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        required
        searchable
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        label={t('onCall.user')}
        data={(data?._embedded.users ?? []).map(({ id, fullName }) => ({ value: id, label: fullName }))}
        value={userId}
        onChange={setUserId}
        error={hasTried && !userId && t('onCall.userWrong')}
      />
      <TextInput
        required
        type="datetime-local"
        label={t('onCall.begin')}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        required
        type="datetime-local"
        label={t('onCall.end')}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        error={hasTried && !isSpan && t('onCall.spanWrong')}
      />
    </FormDialog>
  )
}

/** A time as the field of the browser has it: in its zone, without seconds. */
function localTime(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
