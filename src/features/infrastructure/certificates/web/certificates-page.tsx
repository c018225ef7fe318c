import { useQueryOf } from '#kit/web/data/query.ts'
import { IconDownload } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import { listCertificates } from '../contract.ts'
import { useText } from '../texts.ts'
import { CertificatesCard } from './certificates-card.tsx'
import { ExpiryCard } from './expiry-card.tsx'
import { SignForm } from './sign-form.tsx'

const SHOWN = 200

/** Signs certificates for an account, and lists them with their expiry. */
export function CertificatesPage() {
  const account = useAccount()
  return account ? <CertificatesOf account={account} /> : <LoadingRows rows={8} />
}

function CertificatesOf({ account }: { account: AccountChoice }) {
  const t = useText()
  const phone = useIsMobile()
  const query = useQueryOf(listCertificates, { query: { account: account.name, size: SHOWN } })
  const certificates = query.data?._embedded.certificates
  const count = query.data?.page.totalElements ?? 0
  const actions = (
    <>
      {(['chain', 'crl'] as const).map((what) => (
        <Button
          key={what}
          variant="default"
          href={what === 'chain' ? '/api/certificates/ca' : '/api/certificates/crl'}
          download
          leftSection={<IconDownload size={15} aria-hidden />}
        >
          {t(what)}
        </Button>
      ))}
    </>
  )
  return (
    <Page kind="fill">
      <PageHeader title={t('title')} note={t('note', { account: account.displayName, count })} actions={actions} />
      <SignForm account={account} />
      {certificates && certificates.length > 0 && <ExpiryCard certificates={certificates} />}
      <QueryView query={query} rows={6}>
        {({ _embedded: { certificates } }) => <CertificatesCard certificates={certificates} isMore={count > SHOWN} />}
      </QueryView>
      {phone && <BottomBar>{actions}</BottomBar>}
    </Page>
  )
}
