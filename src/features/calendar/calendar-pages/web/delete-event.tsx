import { useState } from 'react'
import { refresh, useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import {
  type CalendarEvent,
  deleteEvent,
  type EventInstance,
  listInstances,
  listInstancesOfAccounts,
  listInstancesOfEvent,
  readEvent,
  type Scope,
} from '../../events/contract.ts'
import { useText } from '../texts.ts'
import { ScopeChoice } from './scope-choice.tsx'

/** Deletes an event: of a series one instance, the following ones, or all. */
export function DeleteEvent(props: { event: CalendarEvent; instance: EventInstance | undefined; onClose: () => void }) {
  const t = useText()
  const { event, instance, onClose } = props
  const recurrenceId = instance?.recurrenceId ?? event.recurrenceId
  const [scope, setScope] = useState<Scope>(recurrenceId ? 'THIS' : 'ALL')
  const remove = useMutationOf(deleteEvent, {
    refreshes: [listInstances, listInstancesOfAccounts],
    onSuccess: () => {
      toast({ title: t('remove.done') })
      onClose()
      // What was deleted as a whole is not read again.
      if (scope !== 'ALL') void refresh(readEvent, listInstancesOfEvent)
    },
  })
  return (
    <FormDialog
      title={t('remove.title', { subject: event.subject })}
      submitLabel={t('remove.send')}
      colour="red"
      pending={remove.isPending}
      onClose={onClose}
      onSubmit={() =>
        remove.mutate({
          params: { id: event.id },
          query: recurrenceId ? { scope, recurrenceId } : {},
          version: event.version,
        })
      }
    >
      {recurrenceId && <ScopeChoice value={scope} onChange={setScope} />}
      <p>{t('remove.text')}</p>
    </FormDialog>
  )
}
