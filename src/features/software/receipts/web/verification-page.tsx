import { Suspense, useRef, useState } from 'react'
import { readSigningRoot } from '#features/platform/signing/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { CopyableText } from '#kit/web/look/to-copy.tsx'
import { TwoColumnLayout } from '#kit/web/look/with-side.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDate, formatDateTime } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { IfAllowed, useAllows } from '#kit/web/who/allowed.tsx'
import {
  listReceiptKeys,
  listReceipts,
  manageReceiptKeys,
  type Receipt,
  type ReceiptKey,
  revokeReceiptKey,
  sendReceipt,
  sendReceipts,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './verification.module.css'

/** What the account verifies with, and what it has verified. */
export function VerificationPage() {
  const t = useText()
  const phone = useIsMobile()
  const account = useAccount()
  if (!account) return <LoadingRows rows={8} />
  const { name, displayName } = account
  const actions = (
    <IfAllowed permission={sendReceipts}>
      <SendReceipt />
    </IfAllowed>
  )
  return (
    <Page kind="fill">
      <PageHeader title={t('title')} note={t('note', { account: displayName })} actions={actions} />
      <TwoColumnLayout
        wide
        label={t('title')}
        sideLabel={t('keys.title')}
        tabs={null}
        side={
          <div className={classes.side}>
            <RootCard />
            <KeysCard account={name} />
          </div>
        }
      >
        <ReceiptsCard account={name} />
      </TwoColumnLayout>
      {phone && <BottomBar>{actions}</BottomBar>}
    </Page>
  )
}

/** Sends the file of a receipt that a verifier wrote. */
function SendReceipt() {
  const t = useText()
  const chooser = useRef<HTMLInputElement>(null)
  const send = useMutationOf(sendReceipt, {
    refreshes: [listReceipts],
    onSuccess: ({ releaseName }) => toast({ title: t('sent', { name: releaseName }) }),
  })
  const take = async (file: File | undefined) => {
    if (file) send.mutate({ body: { receipt: await file.text() } })
  }
  return (
    <>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={t('sendHint')}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <Button loading={send.isPending} title={t('sendHint')} onClick={() => chooser.current?.click()}>
        {t('send')}
      </Button>
    </>
  )
}

/** The fingerprint of the vendor's offline root. */
function RootCard() {
  const t = useText()
  const query = useQueryOf(readSigningRoot, {})
  return (
    <Card title={t('root.title')}>
      <QueryView query={query} rows={2}>
        {({ root }) => (
          <>
            {!root && <p className={classes.quiet}>{t('root.none')}</p>}
            {root && (
              <div className={classes.stack}>
                <p className={classes.quiet}>{t('root.text')}</p>
                {root.fingerprints.map((fingerprint) => (
                  <CopyableText key={fingerprint} label={t('root.fingerprint')} text={fingerprint} copy={t('copy')} />
                ))}
                <p className={classes.quiet}>
                  {t('root.until', { version: root.version, date: formatDate(root.expires) })}{' '}
                  <a href="/.well-known/headend-keys.list" download>
                    {t('root.list')}
                  </a>
                </p>
              </div>
            )}
          </>
        )}
      </QueryView>
      <nav className={classes.papers} aria-label={t('root.keys')}>
        <a href="/.well-known/headend-keys.pem" download>
          {t('root.pem')}
        </a>
        <a href="/.well-known/headend-keys.minisign.pub" download>
          {t('root.minisign')}
        </a>
        <a href="/.well-known/headend-verify.sh" download>
          headend-verify.sh
        </a>
        <a href="/.well-known/headend-verify.mjs" download>
          headend-verify.mjs
        </a>
      </nav>
    </Card>
  )
}

/** The latest receipts of the account. */
function ReceiptsCard({ account }: { account: string }) {
  const t = useText()
  const query = useQueryOf(listReceipts, { query: { account, size: 50 } })
  const columns: readonly PlainColumn<Receipt>[] = [
    { id: 'release', label: t('receipts.release'), cell: ({ releaseName }) => releaseName },
    {
      id: 'where',
      label: t('receipts.where'),
      width: 11,
      cell: ({ deployment }) => deployment ?? <span className={classes.quiet}>{t('receipts.verifiedOnly')}</span>,
    },
    { id: 'at', label: t('receipts.verified'), width: 10, cell: ({ verified }) => formatDateTime(verified) },
    { id: 'by', label: t('receipts.by'), width: 10, wide: true, cell: ({ receivedBy }) => receivedBy },
    {
      id: 'signature',
      label: t('receipts.signature'),
      width: 9,
      cell: ({ key }) =>
        key ? <Badge colour="green">{key.name}</Badge> : <Badge colour="orange">{t('receipts.unsigned')}</Badge>,
    },
  ]
  return (
    <Card title={t('receipts.title')} flush>
      <QueryView query={query} rows={4} empty={<p className={classes.empty}>{t('receipts.empty')}</p>}>
        {({ _embedded: { receipts } }) => (
          <PlainTable label={t('receipts.title')} columns={columns} rows={receipts} id={({ id }) => id} />
        )}
      </QueryView>
    </Card>
  )
}

const NewKey = lazyNamed(() => import('./new-key.tsx'), 'NewKey')

/** The keys with which the account signs its receipts. */
function KeysCard({ account }: { account: string }) {
  const t = useText()
  const mayManage = useAllows(manageReceiptKeys)
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<ReceiptKey>()
  const query = useQueryOf(listReceiptKeys, { query: { account } })
  const revoke = useMutationOf(revokeReceiptKey, {
    refreshes: [listReceiptKeys],
    onSuccess: () => {
      toast({ title: t('keys.revokeDone', { name: ending?.name ?? '' }) })
      setEnding(undefined)
    },
  })
  return (
    <Card title={t('keys.title')}>
      <div className={classes.stack}>
        <p className={classes.quiet}>{t(query.data?.keys.length === 0 ? 'keys.empty' : 'keys.text')}</p>
        <QueryView query={query} rows={2}>
          {(data) => (
            <ul className={classes.keys}>
              {data.keys.map((key) => (
                <li key={key.id}>
                  <div className={classes.line}>
                    <strong>{key.name}</strong>
                    {key.revoked && <Badge colour="light-grey">{t('keys.revoked')}</Badge>}
                    {!key.revoked && mayManage && (
                      <Button variant="default" size="xs" onClick={() => setEnding(key)}>
                        {t('keys.revoke')}
                      </Button>
                    )}
                  </div>
                  <code title={key.id}>{key.id.slice(0, 16)}</code>
                  <div className={classes.quiet}>
                    {t('keys.by', { by: key.createdBy, at: formatDate(key.created) })}
                  </div>
                </li>
              ))}
            </ul>
          )}
        </QueryView>
        {mayManage && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('keys.add')}
          </Button>
        )}
      </div>
      <Suspense>{adding && <NewKey account={account} onClose={() => setAdding(false)} />}</Suspense>
      <Confirm
        opened={ending !== undefined}
        title={t('keys.revokeTitle', { name: ending?.name ?? '' })}
        action={t('keys.revoke')}
        busy={revoke.isPending}
        onConfirm={() => ending && revoke.mutate({ params: { id: ending.id } })}
        onClose={() => setEnding(undefined)}
      >
        {t('keys.revokeText')}
      </Confirm>
    </Card>
  )
}
