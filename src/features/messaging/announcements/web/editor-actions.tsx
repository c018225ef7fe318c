import { useState } from 'react'
import type { ApiError } from '#kit/web/data/api-error.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import type { Announcement } from '../contract/announcement.ts'
import {
  activateAnnouncement,
  createAnnouncement,
  deactivateAnnouncement,
  deleteAnnouncement,
  listAnnouncementDeliveries,
  listAnnouncements,
  listInbox,
  readAnnouncement,
  readInboxState,
  testAnnouncement,
  updateAnnouncement,
} from '../contract.ts'
import { useText } from '../texts.ts'
import type { AnnouncementForm } from './announcement-form.ts'
import { announcementOf } from './announcement-values.ts'

const refreshes = [listAnnouncements, readAnnouncement, listAnnouncementDeliveries, readInboxState, listInbox]

/** Saves, delivers, withdraws and deletes an announcement. */
export function EditorActions(props: { form: AnnouncementForm; stored: Announcement | undefined; onGone: () => void }) {
  const t = useText()
  const { form, stored: storedAnnouncement, onGone } = props
  const [asking, setAsking] = useState<'deactivate' | 'delete' | (() => void)>()
  const close = () => setAsking(undefined)
  const finish = (key: 'saved' | 'created' | 'activated' | 'deactivated' | 'deleted', then?: () => void) => () => {
    close()
    toast({ title: t(`edit.${key}`) })
    then?.()
  }
  const problem = (again: () => void) => (failure: ApiError) => {
    if (failure.code === 'announcement-without-recipients') return setAsking(() => again)
    close()
    for (const { path, message } of failure.fields) form.setFieldError(path, message)
    if (failure.status === 412) showError(failure, { text: t('edit.stale'), asWarning: true })
    else showError(failure)
  }
  const leave = () => {
    form.dropDraft()
    onGone()
  }
  const create = useMutationOf(createAnnouncement, {
    refreshes,
    onSuccess: finish('created', leave),
    onProblem: (failure, input) =>
      problem(() => create.mutate({ body: { ...input.body, confirmEmpty: true } }))(failure),
  })
  const update = useMutationOf(updateAnnouncement, {
    refreshes,
    onSuccess: finish('saved'),
    onProblem: (failure, input) =>
      problem(() => update.mutate({ ...input, ...version, body: { ...input.body, confirmEmpty: true } }))(failure),
  })
  const activate = useMutationOf(activateAnnouncement, { refreshes, onSuccess: finish('activated') })
  const deactivate = useMutationOf(deactivateAnnouncement, { refreshes, onSuccess: finish('deactivated') })
  const remove = useMutationOf(deleteAnnouncement, {
    refreshes: [listAnnouncements],
    onSuccess: finish('deleted', onGone),
  })
  const sendTest = useMutationOf(testAnnouncement, {
    refreshes: [readInboxState, listInbox],
    onSuccess: ({ mailedTo }) => toast({ title: t('edit.tested', { address: mailedTo }) }),
  })
  const version = storedAnnouncement ? { version: storedAnnouncement.version } : {}
  const at = { params: { id: storedAnnouncement?.id ?? '' }, ...version }
  const submit = (then: () => void) => () => {
    if (!form.validate().hasErrors) then()
  }
  const body = () => announcementOf(form.values, storedAnnouncement)
  const isOn = storedAnnouncement?.status === 'ACTIVE' || storedAnnouncement?.status === 'SCHEDULED'
  return (
    <>
      {!storedAnnouncement && form.isDirty() && (
        <Button variant="subtle" onClick={leave}>
          {t('edit.discard')}
        </Button>
      )}
      {!storedAnnouncement && (
        <Button variant="default" onClick={submit(() => create.mutate({ body: { ...body(), draft: true } }))}>
          {t('edit.draft')}
        </Button>
      )}
      {!storedAnnouncement && (
        <Button loading={create.isPending} onClick={submit(() => create.mutate({ body: body() }))}>
          {form.values.when === 'NOW' ? t('edit.deliver') : t('edit.schedule')}
        </Button>
      )}
      {storedAnnouncement && (
        <Button
          variant="default"
          loading={sendTest.isPending}
          disabled={form.isDirty()}
          onClick={() => sendTest.mutate({ params: { id: storedAnnouncement.id } })}
        >
          {t('edit.test')}
        </Button>
      )}
      {storedAnnouncement && !isOn && (
        <Button variant="default" color="red" onClick={() => setAsking('delete')}>
          {t('edit.delete')}
        </Button>
      )}
      {isOn && (
        <Button variant="default" color="orange" onClick={() => setAsking('deactivate')}>
          {t('edit.deactivate')}
        </Button>
      )}
      {(storedAnnouncement?.status === 'DRAFT' || storedAnnouncement?.status === 'INACTIVE') && (
        <Button variant="default" loading={activate.isPending} onClick={() => activate.mutate({ ...at, body: {} })}>
          {t('edit.activate')}
        </Button>
      )}
      {storedAnnouncement && (
        <Button
          loading={update.isPending}
          disabled={!form.isDirty()}
          onClick={submit(() => update.mutate({ ...at, body: body() }))}
        >
          {t('edit.save')}
        </Button>
      )}
      <Confirm
        opened={asking === 'deactivate'}
        title={t('edit.deactivate')}
        action={t('edit.deactivate')}
        colour="orange"
        busy={deactivate.isPending}
        onConfirm={() => deactivate.mutate(at)}
        onClose={close}
      >
        {t('edit.deactivateText')}
      </Confirm>
      <Confirm
        opened={asking === 'delete'}
        title={t('edit.delete')}
        action={t('edit.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(at)}
        onClose={close}
      >
        {t('edit.deleteText')}
      </Confirm>
      <Confirm
        opened={typeof asking === 'function'}
        title={t('edit.emptyTitle')}
        action={t('edit.emptyConfirm')}
        colour="blue"
        busy={create.isPending || update.isPending}
        onConfirm={() => typeof asking === 'function' && asking()}
        onClose={close}
      >
        {t('edit.emptyText')}
      </Confirm>
    </>
  )
}
