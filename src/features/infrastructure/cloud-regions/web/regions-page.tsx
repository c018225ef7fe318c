import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { jointQuery } from '#kit/web/data/joint-query.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { PageForm } from '#kit/web/form/page-form.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { IconCloud } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import {
  type CloudRegion,
  type GcloudConfig,
  listCloudRegions,
  listGcloudConfigs,
  projectKeyForm,
  readCustomerRegion,
  regionGroups,
  saveCustomerRegion,
} from '../contract.ts'
import { useText } from '../texts.ts'

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

const SHOWN = 100

/** The cloud regions of all accounts. */
function AllRegionsCard() {
  const t = useText()
  const query = useQueryOf(listGcloudConfigs, { query: { size: SHOWN } })
  const total = query.data?.page.totalElements ?? 0
  const columns: readonly PlainColumn<GcloudConfig>[] = [
    { id: 'account', label: t('account'), cell: (row) => <span translate="no">{row.account}</span> },
    {
      id: 'region',
      label: t('region'),
      cell: (row) => (
        <span translate="no">
          {row.regionLabel} <code>{row.region}</code>
        </span>
      ),
    },
    {
      id: 'projectKey',
      label: t('projectKey'),
      wide: true,
      cell: (row) => <code translate="no">{row.projectKey}</code>,
    },
    { id: 'updated', label: t('updated'), wide: true, width: 8, cell: (row) => formatDate(row.updated) },
  ]
  return (
    <Card title={t('all')} note={total > SHOWN ? t('more', { count: SHOWN }) : t('allNote', { count: total })} flush>
      <QueryView
        query={query}
        rows={6}
        empty={
          <EmptyState colour="grey" icon={<IconCloud size={22} aria-hidden />} title={t('empty')}>
            {t('emptyText')}
          </EmptyState>
        }
      >
        {({ _embedded: { gcloud_configs: rows } }) => (
          <PlainTable label={t('all')} columns={columns} rows={rows} id={({ account }) => account} />
        )}
      </QueryView>
    </Card>
  )
}

/** Region and project of an account. */
function RegionForm(props: { account: string; config: GcloudConfig | undefined; regions: readonly CloudRegion[] }) {
  const t = useText()
  const { account, config, regions } = props
  const [region, setRegion] = useState(config?.region ?? null)
  const [projectKey, setProjectKey] = useState(config?.projectKey ?? '')
  const [tried, setTried] = useState(false)
  const wrongKey = !projectKeyForm.test(projectKey)
  const save = useMutationOf(saveCustomerRegion, {
    refreshes: [readCustomerRegion, listGcloudConfigs],
    onSuccess: () => toast({ title: t('saved') }),
  })
  const isSame = region === (config?.region ?? null) && projectKey === (config?.projectKey ?? '')
  return (
    <PageForm
      submitLabel={t('save')}
      pending={save.isPending}
      blocked={isSame ? t('notYet.unchanged') : undefined}
      onSubmit={() => {
        setTried(true)
        if (region === null || wrongKey) return
        save.mutate({ body: { account, region, projectKey }, ...(config ? { version: config.version } : {}) })
      }}
    >
      <Select
        label={t('region')}
        description={t('regionHint')}
        placeholder={t('choose')}
        searchable
        value={region}
        onChange={setRegion}
        error={tried && region === null && t('regionWrong')}
        data={regionGroups.map((group) => ({
          group: t(`group.${group}`),
          items: regions
            .filter((one) => one.group === group)
            .map((one) => ({
              value: one.region,
              label: `${one.regionLabel} · ${one.region} · ${t(`provider.${one.provider}`)}`,
            })),
        }))}
      />
      <TextInput
        label={t('projectKey')}
        description={t('projectKeyHint', { example: `cos-${account}-prod` })}
        maxLength={30}
        spellCheck={false}
        autoComplete="off"
        value={projectKey}
        onChange={(event) => setProjectKey(event.currentTarget.value)}
        error={tried && wrongKey && t('projectKeyWrong')}
      />
    </PageForm>
  )
}
