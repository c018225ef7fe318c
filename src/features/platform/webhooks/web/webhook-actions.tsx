import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import {
  deleteWebhook,
  editWebhook,
  listWebhookDeliveries,
  listWebhooks,
  readWebhook,
  testWebhook,
  type Webhook,
} from '../contract.ts'
import { webhooksPath } from '../paths.ts'
import { useText } from '../texts.ts'

const EditWebhook = lazyNamed(() => import('./edit-webhook.tsx'), 'EditWebhook')
const ResumeWebhook = lazyNamed(() => import('./resume-webhook.tsx'), 'ResumeWebhook')
const RotateSecret = lazyNamed(() => import('./rotate-secret.tsx'), 'RotateSecret')
const SecretDialog = lazyNamed(() => import('./secret-dialog.tsx'), 'SecretDialog')

/** The actions of a webhook. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const t = useText()
  const account = useAccount()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'edit' | 'rotate' | 'resume' | 'delete'>()
  const [secret, setSecret] = useState<string>()
  const close = () => setOpen(undefined)
  const params = { id: webhook.id }
  const { version, state, waiting } = webhook
  const active = state === 'ACTIVE'
  const test = useMutationOf(testWebhook, {
    refreshes: [listWebhookDeliveries],
    onSuccess: () => toast({ title: t('tested') }),
  })
  const change = useMutationOf(editWebhook, {
    refreshes: [readWebhook, listWebhooks],
    onSuccess: (changedWebhook) => {
      close()
      toast({ title: t(changedWebhook.state === 'ACTIVE' ? 'resumed' : 'paused') })
    },
  })
  const pause = () => change.mutate({ params, version, body: { state: 'PAUSED' } })
  const resume = (choice: 'SEND' | 'SKIP') =>
    change.mutate({ params, version, body: { state: 'ACTIVE', waiting: choice } })
  const remove = useMutationOf(deleteWebhook, {
    refreshes: [listWebhooks],
    onSuccess: () => {
      toast({ title: t('deleted') })
      if (account) void navigate({ to: webhooksPath({ account }) })
    },
  })
  return (
    <>
      <Button
        blocked={active ? undefined : t('notYet.active')}
        loading={test.isPending}
        onClick={() => test.mutate({ params })}
      >
        {t('test')}
      </Button>
      <Button
        variant="default"
        loading={change.isPending}
        onClick={active ? pause : waiting > 0 ? () => setOpen('resume') : () => resume('SEND')}
      >
        {t(active ? 'pause' : 'resume')}
      </Button>
      <Button variant="default" onClick={() => setOpen('edit')}>
        {t('edit')}
      </Button>
      <Button variant="default" onClick={() => setOpen('rotate')}>
        {t('rotate')}
      </Button>
      <Button variant="default" color="red" onClick={() => setOpen('delete')}>
        {t('delete')}
      </Button>
      <Suspense>
        {open === 'edit' && <EditWebhook webhook={webhook} onClose={close} />}
        {open === 'resume' && (
          <ResumeWebhook webhook={webhook} busy={change.isPending} onResume={resume} onClose={close} />
        )}
        {open === 'rotate' && (
          <RotateSecret
            webhook={webhook}
            onClose={close}
            onRotated={(newSecret) => {
              close()
              setSecret(newSecret)
            }}
          />
        )}
        {secret && <SecretDialog secret={secret} onDone={() => setSecret(undefined)} />}
      </Suspense>
      <Confirm
        opened={open === 'delete'}
        colour="red"
        title={t('delete')}
        action={t('delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params, version })}
        onClose={close}
      >
        {t('deleteText', { url: webhook.url })}
      </Confirm>
    </>
  )
}
