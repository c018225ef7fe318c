import { TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { connectionsChanged } from '#features/platform/connections/contract.ts'
import { connectionPath } from '#features/platform/connections/paths.ts'
import { ConnectButton } from '#features/platform/connections/web/index.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { CardForm } from '#kit/web/form/page-form.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { IconPlugConnected } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import { editJenkinsConfig, type JenkinsConfig, readJenkinsConfig } from '../contract.ts'
import { useText } from '../texts.ts'

/** The Jenkins of the account: connected here, changed here, tested on the page of its connection. */
export function BuildPage() {
  const account = useAccount()
  return account ? <BuildOf account={account} /> : <LoadingRows rows={8} />
}

function BuildOf({ account }: { account: AccountChoice }) {
  const t = useText()
  const { name, displayName } = account
  const query = useQueryOf(readJenkinsConfig, { params: { account: name } })
  useTopic(connectionsChanged, {}, (message) => {
    if (!message || message.id === `jenkins:${name}`) void refresh(readJenkinsConfig)
  })
  const config = query.data
  return (
    <Page kind="form">
      <PageHeader
        title={t('title')}
        note={t('note', { account: displayName })}
        actions={
          config && (
            <Button variant="default" to={connectionPath({ connectionId: config.id })}>
              {t('diagnostics')}
            </Button>
          )
        }
      />
      <QueryView
        query={query}
        rows={6}
        notFound={
          <Card>
            <EmptyState
              colour="grey"
              icon={<IconPlugConnected size={22} aria-hidden />}
              title={t('none')}
              actions={
                <Suspense>
                  <ConnectButton port="jenkins" account={name} />
                </Suspense>
              }
            >
              {t('noneText')}
            </EmptyState>
          </Card>
        }
      >
        {(found) => <JenkinsForm key={found.version} config={found} account={displayName} />}
      </QueryView>
      <ParametersCard />
    </Page>
  )
}

const parameters = ['ACCOUNT', 'DEPLOYMENT', 'CLUSTER', 'ENROLMENT_TOKEN', 'HEADEND_BUILD'] as const

/** The parameters with which a link job starts a build. */
function ParametersCard() {
  const t = useText()
  const columns: readonly PlainColumn<(typeof parameters)[number]>[] = [
    { id: 'name', label: t('name'), width: 12, cell: (name) => <code translate="no">{name}</code> },
    {
      id: 'value',
      label: t('value'),
      cell: (name) => (name === 'ENROLMENT_TOKEN' ? `${t(name)}; ${t('secret')}` : t(name)),
    },
  ]
  return (
    <>
      <Card title={t('parameters')} note={t('parametersNote')} flush>
        <PlainTable label={t('parameters')} columns={columns} rows={parameters} id={(name) => name} />
      </Card>
      <p className="form-words">{t('description')}</p>
    </>
  )
}

/** Address, job and login; the stored token stays unless another one is given. */
function JenkinsForm({ config, account }: { config: JenkinsConfig; account: string }) {
  const t = useText()
  const { id, version, url, job, username } = config
  const form = useContractForm(editJenkinsConfig.body, { url, job, username, token: undefined as string | undefined })
  const save = useMutationOf(editJenkinsConfig, {
    refreshes: [readJenkinsConfig],
    onProblem: applyServerErrors(form),
    onSuccess: () => toast({ title: t('saved') }),
  })
  return (
    <CardForm
      title={t('settings', { account })}
      submitLabel={t('save')}
      pending={save.isPending}
      onSubmit={form.onSubmit((body) => save.mutate({ params: { account: id }, version, body }))}
    >
      <TextInput required type="url" label={t('url')} description={t('urlHint')} {...form.getInputProps('url')} />
      <TextInput required label={t('job')} description={t('jobHint')} {...form.getInputProps('job')} />
      <TextInput required autoComplete="off" label={t('username')} {...form.getInputProps('username')} />
      <TextInput
        type="password"
        autoComplete="new-password"
        label={t('token')}
        description={t('tokenKept')}
        {...form.getInputProps('token')}
        value={form.values.token ?? ''}
        onChange={({ currentTarget: { value } }) => form.setFieldValue('token', value === '' ? undefined : value)}
      />
    </CardForm>
  )
}
