import { Link } from '@tanstack/react-router'
import { accountReleasesChanged, listReleases, readReleases } from '#features/software/releases/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconPackages } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { releasePath, releasesPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { useLabel } from './label.ts'
import classes from './latest-releases-card.module.css'
import { ReleaseBadge } from './release-badge.tsx'

/** The newest releases of the page's account. */
export function LatestReleasesCard() {
  const account = useAccount()
  const may = useAllows(readReleases, account?.name)
  return account && may ? <Latest account={account} /> : null
}

function Latest({ account }: { account: AccountChoice }) {
  const t = useText()
  const label = useLabel()
  const query = useQueryOf(listReleases, {
    query: { account: [account.name], size: 6, sort: ['created,DESC'] },
  })
  useTopic(accountReleasesChanged, { account: account.name }, () => void refresh(listReleases))
  return (
    <Card title={t('latest.title')} right={<Link to={releasesPath({ account })}>{label('releases')}</Link>} flush>
      <QueryView
        query={query}
        rows={6}
        empty={
          <EmptyState colour="grey" icon={<IconPackages size={22} aria-hidden />} title={t('list.empty')}>
            {t('list.emptyText')}
          </EmptyState>
        }
      >
        {({ _embedded: { releases } }) => (
          <ul>
            {releases.map((release) => (
              <li key={release.id}>
                <Link to={releasePath({ ...release, releaseId: release.id })} className={`line-link ${classes.line}`}>
                  <span className={classes.name}>{release.name}</span>
                  <ReleaseBadge release={release} />
                  <span className={classes.age}>
                    <Age at={release.delivered ?? release.created} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}
