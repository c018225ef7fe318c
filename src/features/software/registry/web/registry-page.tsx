import { Suspense, useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconPlus } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { TwoColumnLayout } from '#kit/web/look/with-side.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { listRegistryCredentials, listRegistryPulls, type RegistryCredential, type RegistryPull } from '../contract.ts'
import { useText } from '../texts.ts'
import { CredentialsCard } from './credentials-card.tsx'
import { PullCard } from './pull-card.tsx'
import classes from './registry-page.module.css'

const NewCredential = lazyNamed(() => import('./new-credential.tsx'), 'NewCredential')
const SecretDialog = lazyNamed(() => import('./secret-dialog.tsx'), 'SecretDialog')

/** Registry access of the account: commands and images of a release, credentials, pulls. */
export function RegistryPage() {
  const account = useAccount()
  return account ? <RegistryOf account={account.name} name={account.displayName} /> : <LoadingRows rows={8} />
}

function RegistryOf({ account, name }: { account: string; name: string }) {
  const t = useText()
  const phone = useIsMobile()
  const [adding, setAdding] = useState(false)
  const [shownCredential, setShownCredential] = useState<RegistryCredential>()
  const query = useQueryOf(listRegistryCredentials, { query: { account, size: 200 } })
  const credentials = query.data?._embedded.credentials
  const actions = (
    <>
      <CsvButton endpoint={listRegistryPulls} input={{ query: { account } }} name="pulls" />
      <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setAdding(true)}>
        {t('credential.new')}
      </Button>
    </>
  )
  return (
    <Page kind="fill">
      <PageHeader title={t('title')} note={t('note', { account: name })} actions={actions} />
      <TwoColumnLayout
        wide
        label={t('title')}
        sideLabel={t('credential.title')}
        tabs={null}
        side={
          <QueryView query={query} rows={4}>
            {({ _embedded }) => <CredentialsCard credentials={_embedded.credentials} onShow={setShownCredential} />}
          </QueryView>
        }
      >
        <div className={classes.main}>
          <PullCard account={account} credentials={credentials ?? []} />
          <PullsCard account={account} />
        </div>
      </TwoColumnLayout>
      {phone && <BottomBar>{actions}</BottomBar>}
      <Suspense>
        {adding && <NewCredential account={account} onCreated={setShownCredential} onClose={() => setAdding(false)} />}
        {shownCredential && <SecretDialog credential={shownCredential} onClose={() => setShownCredential(undefined)} />}
      </Suspense>
    </Page>
  )
}

/** The latest pulls of the account; a denied one with its reason. */
function PullsCard({ account }: { account: string }) {
  const t = useText()
  const query = useQueryOf(listRegistryPulls, { query: { account, size: 50 } })
  const columns: readonly PlainColumn<RegistryPull>[] = [
    { id: 'at', label: t('pulls.at'), width: 10, cell: ({ at }) => formatDateTime(at) },
    { id: 'image', label: t('image.image'), cell: ({ repository }) => <code>{repository}</code> },
    { id: 'by', label: t('pulls.by'), width: 9, wide: true, cell: ({ by }) => by },
    {
      id: 'credential',
      label: t('pulls.credential'),
      width: 10,
      wide: true,
      cell: ({ credential, withPreviousSecret }) => (
        <>
          <code>{credential}</code> {withPreviousSecret && <Badge colour="light-blue">{t('pulls.oldSecret')}</Badge>}
        </>
      ),
    },
    {
      id: 'address',
      label: t('pulls.address'),
      width: 9,
      wide: true,
      cell: ({ address }) => <code>{address ?? '–'}</code>,
    },
    {
      id: 'state',
      label: t('image.state'),
      width: 10,
      cell: ({ denied }) => (
        <Badge colour={denied ? 'red' : 'green'}>{t(denied ? `pulls.${denied}` : 'pulls.pulled')}</Badge>
      ),
    },
  ]
  return (
    <Card title={t('pulls.title')} flush>
      <QueryView query={query} rows={4} empty={<p className={classes.empty}>{t('pulls.empty')}</p>}>
        {({ _embedded: { pulls } }) => (
          <PlainTable label={t('pulls.title')} columns={columns} rows={pulls} id={({ id }) => id} />
        )}
      </QueryView>
    </Card>
  )
}
