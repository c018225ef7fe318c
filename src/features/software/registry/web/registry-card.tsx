import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { readRegistryDetails } from '../contract.ts'
import { useText } from '../texts.ts'
import { type Client, ClientChoice, PullCommands } from './pull-commands.tsx'
import classes from './registry-page.module.css'

/** How the images of one release are pulled; `path` leads to the registry page of its account. */
export function RegistryCard({ releaseId, path }: { releaseId: string; path: string }) {
  const t = useText()
  const [client, setClient] = useState<Client>('DOCKER')
  const query = useQueryOf(
    readRegistryDetails,
    { params: { id: releaseId }, query: { detailsType: client } },
    { keep: true },
  )
  return (
    <Card title={t('title')} right={<Link to={path}>{t('credential.title')}</Link>}>
      <div className={classes.main}>
        <ClientChoice value={client} onChange={setClient} />
        <QueryView query={query} rows={3}>
          {(data) => <PullCommands details={data} />}
        </QueryView>
      </div>
    </Card>
  )
}
