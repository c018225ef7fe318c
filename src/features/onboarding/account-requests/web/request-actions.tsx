import { Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  type AccountRequest,
  countAccountRequests,
  decideAccountRequest,
  decideAccountRequests,
  deleteAccountRequest,
  editEveryAccountRequest,
  listAccountRequests,
  readAccountRequest,
} from '../contract.ts'
import { newAccountRequestPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './request-detail.module.css'

const refreshes = [listAccountRequests, readAccountRequest, countAccountRequests]

/** The actions that the user may take on the request. */
export function RequestActions({ request, onGone }: { request: AccountRequest; onGone: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const decides = useAllows(decideAccountRequests)
  const admin = useAllows(editEveryAccountRequest)
  const [asking, setAsking] = useState<'reject' | 'delete' | null>(null)
  const [reason, setReason] = useState('')
  const { id, version, ownedByCurrentUser: own, requestStatus, provisioningStatus } = request
  const decide = useMutationOf(decideAccountRequest, {
    refreshes,
    onSuccess: ({ requestStatus: now }) => {
      setAsking(null)
      toast({ title: t(now === 'APPROVED' ? 'detail.approved' : 'detail.rejected') })
    },
  })
  const remove = useMutationOf(deleteAccountRequest, {
    refreshes: [listAccountRequests, countAccountRequests],
    onSuccess: () => {
      toast({ title: t('detail.deleted') })
      onGone()
    },
  })
  const fresh = requestStatus === 'NEW'
  const mayEdit = (fresh && (own || admin)) || (admin && provisioningStatus === 'FAILED')
  const mayDelete = (fresh && own) || (admin && provisioningStatus !== 'QUEUED' && provisioningStatus !== 'IN_PROGRESS')
  return (
    <footer className={classes.actions}>
      {fresh && decides && own && <p>{t('detail.own')}</p>}
      {fresh && decides && !own && (
        <>
          <Button
            color="green"
            variant="filled"
            loading={decide.isPending}
            onClick={() => decide.mutate({ params: { id }, query: { requestStatus: 'APPROVED' }, body: {}, version })}
          >
            {t('detail.approve')}
          </Button>
          <Button variant="default" onClick={() => setAsking('reject')}>
            {t('detail.reject')}
          </Button>
        </>
      )}
      {mayEdit && (
        <Button variant="default" onClick={() => void navigate({ href: newAccountRequestPath({ edit: id }) })}>
          {t('detail.edit')}
        </Button>
      )}
      {mayDelete && (
        <Button variant="subtle" color="red" onClick={() => setAsking('delete')}>
          {t('detail.delete')}
        </Button>
      )}
      <Confirm
        opened={asking === 'reject'}
        title={t('detail.rejectTitle')}
        action={t('detail.reject')}
        colour="red"
        busy={decide.isPending}
        onClose={() => setAsking(null)}
        onConfirm={() =>
          decide.mutate({ params: { id }, query: { requestStatus: 'REJECTED' }, body: { reason }, version })
        }
      >
        <p>{t('detail.rejectText')}</p>
        <Textarea
          data-autofocus
          label={t('detail.reason')}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Confirm>
      <Confirm
        opened={asking === 'delete'}
        title={t('detail.deleteTitle')}
        action={t('detail.delete')}
        colour="red"
        busy={remove.isPending}
        onClose={() => setAsking(null)}
        onConfirm={() => remove.mutate({ params: { id }, version })}
      >
        {t('detail.deleteText')}
      </Confirm>
    </footer>
  )
}
