import { useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { ErrorState } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { useAccount } from '#kit/web/who/account.tsx'
import { listCloudRegions, readCustomerRegion } from '../contract.ts'
import { useText } from '../texts.ts'
import { AllRegionsCard } from './all-regions-card.tsx'
import { RegionForm } from './region-form.tsx'

/** The cloud region of the account, and those of all accounts. */
export function RegionsPage() {
  const account = useAccount()
  return account ? <RegionOf account={account.name} name={account.displayName} /> : <LoadingRows rows={8} />
}

function RegionOf({ account, name }: { account: string; name: string }) {
  const t = useText()
  const regions = useQueryOf(listCloudRegions, {})
  const own = useQueryOf(readCustomerRegion, { query: { account } })
  const error = regions.error ?? own.error
  const config = own.data?._embedded.regions[0]
  if (error && !(regions.data && own.data))
    return <ErrorState page error={error} retry={() => void Promise.all([regions.refetch(), own.refetch()])} />
  return (
    <Page>
      <PageHeader title={t('title')} note={t('note', { account: name })} />
      <Card title={t('own')}>
        {regions.data && own.data ? (
          <RegionForm
            key={config?.version ?? 0}
            account={account}
            config={config}
            regions={regions.data._embedded.regions}
          />
        ) : (
          <LoadingRows rows={4} />
        )}
      </Card>
      <AllRegionsCard />
    </Page>
  )
}
