import { Suspense, useState } from 'react'
import { type Account, readAccount } from '#features/accounts/accounts/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { Age } from '#kit/web/time/age.tsx'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { readIngestState, readMonitoring } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './metrics-card.module.css'

type Deployment = Account['deployments'][number]

const MetricsDialog = lazyNamed(() => import('./metrics-dialog.tsx'), 'MetricsDialog')

/** What the deployments of the page's account send; staff only. */
export function MetricsCard() {
  const account = useAccount()
  const may = useAllows(readMonitoring, account?.name)
  return account && may ? <Deployments id={account.id} /> : null
}

function Deployments({ id }: { id: string }) {
  const t = useText()
  const [open, setOpen] = useState<Deployment>()
  const { data } = useQueryOf(readAccount, { params: { id } })
  if (!data || data.deployments.length === 0) return null
  return (
    <Card title={t('title')} flush>
      <ul>
        {data.deployments.map((deployment) => (
          <Line key={deployment.id} deployment={deployment} onOpen={() => setOpen(deployment)} />
        ))}
      </ul>
      {open && (
        <Suspense fallback={null}>
          <MetricsDialog account={data.name} deployment={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}

function Line({ deployment, onOpen }: { deployment: Deployment; onOpen: () => void }) {
  const t = useText()
  const { data } = useQueryOf(readIngestState, { params: { id: deployment.id } }, { refetchInterval: 60_000 })
  const rejectedSamples = data?.rejections.reduce((sum, { samples }) => sum + samples, 0) ?? 0
  return (
    <li className={classes.line}>
      <span className={classes.name}>
        {deployment.name}
        <span className={classes.facts}>
          {data && t('series', { series: formatCount(data.series) })}
          {rejectedSamples > 0 &&
            ` · ${t('rejected', { count: rejectedSamples, samples: formatCount(rejectedSamples) })}`}
          {data && data.failures.length > 0 && ` · ${t('failed', { count: data.failures.length })}`}
        </span>
      </span>
      <span className={classes.facts}>{data?.newest ? <Age at={data.newest} /> : data && t('noSamples')}</span>
      <Button variant="default" size="xs" aria-label={t('openOf', { deployment: deployment.name })} onClick={onOpen}>
        {t('open')}
      </Button>
    </li>
  )
}
