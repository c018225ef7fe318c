import { Suspense } from 'react'
import { connectionsChanged } from '#features/platform/connections/contract.ts'
import { connectionPath } from '#features/platform/connections/paths.ts'
import { ConnectButton } from '#features/platform/connections/web/index.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconPlugConnected } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import { readJenkinsConfig } from '../contract.ts'
import { useText } from '../texts.ts'
import { JenkinsForm } from './jenkins-form.tsx'
import { ParametersCard } from './parameters-card.tsx'

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
