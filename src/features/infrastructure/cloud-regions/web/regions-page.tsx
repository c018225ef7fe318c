import { jointQuery } from '#kit/web/data/joint-query.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
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
  const query = jointQuery({
    regions: useQueryOf(listCloudRegions, {}),
    own: useQueryOf(readCustomerRegion, { query: { account } }),
  })
  return (
    <Page>
      <PageHeader title={t('title')} note={t('note', { account: name })} />
      <Card title={t('own')}>
        <QueryView query={query} rows={4}>
          {({
            regions,
            own: {
              _embedded: {
                regions: [config],
              },
            },
          }) => (
            <RegionForm
              key={config?.version ?? 0}
              account={account}
              config={config}
              regions={regions._embedded.regions}
            />
          )}
        </QueryView>
      </Card>
      <AllRegionsCard />
    </Page>
  )
}
