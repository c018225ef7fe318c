import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { MultiSelect } from '#kit/web/form/multi-select.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { timeZones } from '#kit/web/time/time-zones.ts'
import { listOnCallUsers, type OnCall } from '../contract.ts'
import { useText } from '../texts.ts'
import { useSaveRotation } from './use-save-rotation.ts'
import { weekdayName } from './weekday-name.ts'

const inDialog = { withScrollArea: false, comboboxProps: { withinPortal: false } } as const
const weekdays = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(day) }))

/** Users, their order, and the hand-over. */
export function EditRotation({ onCall, onClose }: { onCall: OnCall; onClose: () => void }) {
  const t = useText()
  // What was open when the dialog opened: another user's change since then is a conflict.
  const [onCallBefore] = useState(onCall)
  const { data } = useQueryOf(listOnCallUsers, {})
  const [users, setUsers] = useState(onCallBefore.users.map(({ id }) => id))
  const [timeZone, setTimeZone] = useState(onCallBefore.timeZone)
  const [weekday, setWeekday] = useState(String(onCallBefore.weekday))
  const [time, setTime] = useState(onCallBefore.time)
  const [minutes, setMinutes] = useState(String(onCallBefore.escalateMinutes))
  const save = useSaveRotation(onCallBefore, { done: t('onCall.saved'), onSuccess: onClose })
  const escalateMinutes = Number(minutes)
  const isWrong = !Number.isInteger(escalateMinutes) || escalateMinutes < 1 || escalateMinutes > 1440
  const knownUsers = data?._embedded.users ?? onCallBefore.users
  return (
    <FormDialog
      title={t('onCall.edit')}
      submitLabel={t('onCall.save')}
      pending={save.pending}
      onSubmit={() => !isWrong && save.send({ users, timeZone, weekday: Number(weekday), time, escalateMinutes })}
      onClose={onClose}
    >
      <MultiSelect
        {...inDialog}
        searchable
        label={t('onCall.users')}
        description={t('onCall.usersHint')}
        data={knownUsers.map(({ id, fullName }) => ({ value: id, label: fullName }))}
        value={users}
        onChange={setUsers}
      />
      <Select
        {...inDialog}
        searchable
        label={t('onCall.timeZone')}
        data={[...new Set(['UTC', timeZone, ...timeZones()])]}
        value={timeZone}
        onChange={(value) => value && setTimeZone(value)}
      />
      <Select
        {...inDialog}
        label={t('onCall.weekday')}
        data={weekdays}
        value={weekday}
        onChange={(value) => value && setWeekday(value)}
      />
      <TextInput
        type="time"
        required
        label={t('onCall.time')}
        value={time}
        onChange={(event) => setTime(event.currentTarget.value)}
      />
      <TextInput
        inputMode="numeric"
        required
        label={t('onCall.escalateField')}
        value={minutes}
        onChange={(event) => setMinutes(event.currentTarget.value)}
        error={isWrong && t('onCall.escalateWrong')}
      />
    </FormDialog>
  )
}
