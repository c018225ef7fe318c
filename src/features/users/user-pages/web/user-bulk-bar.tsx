import { useState } from 'react'
import { approveManyDeletions, deleteManyUsers, MOST_AT_ONCE } from '#features/users/user-deletion/contract.ts'
import { changeUserState, listUsers, readUser, type User } from '#features/users/user-management/contract.ts'
import { canTransition } from '#features/users/users/contract.ts'
import { call } from '#kit/web/data/call.ts'
import { refresh, useMutationOf } from '#kit/web/data/query.ts'
import { errorText } from '#kit/web/data/show-error.ts'
import { IconRotate, IconTrash, IconUserCheck } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { BulkBar } from '#kit/web/table/bulk-bar.tsx'
import type { Selection } from '#kit/web/table/use-selection.ts'
import { useText } from '../texts.ts'

/**
 * Keeps, approves or deletes the ticked users; approving needs all of them to be candidates, and names those who are
 * not.
 */
export function UserBulkBar({ selection, users }: { selection: Selection; users: readonly User[] }) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const ids = users.map(({ id }) => id)
  const others = users.filter(({ userState }) => !canTransition(userState, 'approve'))
  const finish = (words: string) => {
    setAsking(false)
    selection.clear()
    toast({ title: words })
  }
  const stale = { refreshes: [listUsers, readUser] }
  const approve = useMutationOf(approveManyDeletions, { ...stale, onSuccess: () => finish(t('bulk.approved')) })
  const remove = useMutationOf(deleteManyUsers, { ...stale, onSuccess: () => finish(t('bulk.deleted')) })
  const tooMany = ids.length > MOST_AT_ONCE ? t('bulk.tooMany', { most: MOST_AT_ONCE }) : undefined
  const names = others.slice(0, 3).map(({ fullName }) => fullName)
  const why = tooMany ?? (others.length > 0 ? t('bulk.why', { names: names.join(', ') }) : undefined)
  return (
    <BulkBar
      selection={selection}
      note={others.length === 0 ? t('bulk.all') : t('bulk.some', { count: others.length })}
    >
      <KeepUsers users={users} onDone={finish} />
      <Button
        color="orange"
        leftSection={<IconUserCheck size={15} aria-hidden />}
        loading={approve.isPending}
        blocked={why}
        onClick={() => approve.mutate({ body: { ids } })}
      >
        {t('bulk.approve')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={15} aria-hidden />}
        blocked={tooMany}
        onClick={() => setAsking(true)}
      >
        {t('bulk.delete')}
      </Button>
      <Confirm
        opened={asking}
        title={t('bulk.deleteTitle', { count: ids.length })}
        action={t('bulk.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ body: { ids } })}
        onClose={() => setAsking(false)}
      >
        {t('bulk.deleteText')}
      </Confirm>
    </BulkBar>
  )
}

function KeepUsers({ users, onDone }: { users: readonly User[]; onDone: (words: string) => void }) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const keptUsers = users.filter(({ userState }) => canTransition(userState, 'keep'))
  const keep = async () => {
    setBusy(true)
    const body = { action: 'keep' } as const
    const calls = await Promise.allSettled(keptUsers.map(({ id }) => call(changeUserState, { params: { id }, body })))
    const rejections = calls.filter((one) => one.status === 'rejected')
    const [first] = rejections
    if (first) {
      const doneCount = keptUsers.length - rejections.length
      toast({
        tone: 'error',
        title: t('bulk.notKept', { done: doneCount, all: keptUsers.length }),
        detail: errorText(first.reason),
      })
    } else onDone(t('bulk.kept'))
    await refresh(listUsers, readUser)
    setBusy(false)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconRotate size={15} aria-hidden />}
      loading={busy}
      blocked={keptUsers.length === 0 ? t('notYet.keep') : undefined}
      onClick={() => void keep()}
    >
      {t('bulk.keep')}
    </Button>
  )
}
