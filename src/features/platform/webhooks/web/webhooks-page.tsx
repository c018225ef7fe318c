import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { IconPlus, IconWebhook } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { useAccount } from '#kit/web/who/account.tsx'
import { createWebhook, listWebhooks, type Webhook, type WebhookWithSecret, webhookEventNames } from '../contract.ts'
import { webhookPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { useLabel } from './label.ts'
import { WebhookBadge } from './webhook-badge.tsx'
import { WebhookFields, type WebhookValues } from './webhook-fields.tsx'
import classes from './webhook-page.module.css'

const SecretDialog = lazyNamed(() => import('./secret-dialog.tsx'), 'SecretDialog')

/** The webhooks of an account. */
export function WebhooksPage() {
  const t = useText()
  const label = useLabel()
  const account = useAccount()
  const [making, setMaking] = useState(false)
  const [secret, setSecret] = useState<string>()
  const name = account?.name ?? ''
  const query = useQueryOf(listWebhooks, { query: { account: name } }, { enabled: account !== null })
  const webhooks = query.data?._embedded.webhooks
  const columns: readonly PlainColumn<Webhook>[] = [
    {
      id: 'url',
      label: t('url'),
      cell: ({ id, url, description, protocol }) => (
        <span className={classes.address}>
          <Link to={webhookPath({ account: account!, webhookId: id })} title={description || url} translate="no">
            {url}
          </Link>
          {protocol && <Badge colour="blue">{t(`protocol.${protocol}`)}</Badge>}
        </span>
      ),
    },
    {
      id: 'events',
      label: t('events'),
      width: 8,
      wide: true,
      cell: ({ events }) => t('eventCount', { count: events.length }),
    },
    { id: 'state', label: t('state'), width: 7, cell: (webhook) => <WebhookBadge webhook={webhook} /> },
    { id: 'waiting', label: t('waiting'), width: 6, align: 'right', wide: true, cell: ({ waiting }) => waiting || '–' },
    {
      id: 'success',
      label: t('lastSuccess'),
      width: 8,
      align: 'right',
      wide: true,
      cell: ({ lastSuccess }) => (lastSuccess ? <Age at={lastSuccess} /> : t('never')),
    },
  ]
  const create = (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setMaking(true)}>
      {t('create')}
    </Button>
  )
  return (
    <Page>
      <PageHeader
        stacked
        title={label('webhooks')}
        note={account ? t('note', { account: account.displayName }) : ''}
        actions={webhooks && webhooks.length > 0 && create}
      />
      <QueryView
        query={query}
        rows={3}
        empty={
          <EmptyState colour="blue" icon={<IconWebhook size={22} aria-hidden />} title={t('empty')} actions={create}>
            {t('emptyText')}
          </EmptyState>
        }
      >
        {({ _embedded: { webhooks } }) => (
          <PlainTable label={label('webhooks')} columns={columns} rows={webhooks} id={({ id }) => id} />
        )}
      </QueryView>
      {making && (
        <NewWebhook
          account={name}
          onClose={() => setMaking(false)}
          onCreated={(newWebhook) => {
            setMaking(false)
            setSecret(newWebhook.secret)
          }}
        />
      )}
      <Suspense>{secret && <SecretDialog secret={secret} onDone={() => setSecret(undefined)} />}</Suspense>
    </Page>
  )
}

/** Creates a webhook of an account; `onCreated` gets its secret. */
function NewWebhook(props: { account: string; onCreated: (made: WebhookWithSecret) => void; onClose: () => void }) {
  const t = useText()
  const { account, onCreated, onClose } = props
  const initial: WebhookValues = { url: '', description: '', events: [...webhookEventNames] }
  const form = useContractForm<WebhookValues>(createWebhook.body, initial)
  const create = useMutationOf(createWebhook, {
    refreshes: [listWebhooks],
    onProblem: applyServerErrors(form),
    onSuccess: (made) => {
      toast({ title: t('created') })
      onCreated(made)
    },
  })
  return (
    <FormDialog
      size={520}
      title={t('create')}
      submitLabel={t('create')}
      pending={create.isPending}
      onSubmit={form.onSubmit(({ events, ...body }) => {
        const chosen = webhookEventNames.filter((name) => events.includes(name))
        create.mutate({ query: { account }, body: { ...body, events: chosen } })
      })}
      onClose={onClose}
    >
      <WebhookFields form={form} />
    </FormDialog>
  )
}
