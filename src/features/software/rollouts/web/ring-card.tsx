import { Link } from '@tanstack/react-router'
import { releasePath, releasesPath } from '#features/software/release-pages/paths.ts'
import { Monogram } from '#kit/web/look/face.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import type { RolloutDetail, RolloutRing } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './rollout.module.css'
import { soakText } from './soak-text.ts'
import { StateBadge } from './state-badge.tsx'

type Account = RolloutDetail['accounts'][number]

/** A ring with its accounts and how far each is. */
export function RingCard({ ring, accounts }: { ring: RolloutRing; accounts: readonly Account[] }) {
  const t = useText()
  const { position, group, state, delivered, accountCount, downloaded, deployed, soakMinutes } = ring
  return (
    <section
      className={classes.ring}
      data-current={state === 'RELEASING' || state === 'SOAKING' || undefined}
      aria-labelledby={`ring-${position}`}
    >
      <header>
        <div className="row">
          <span className={classes.position}>{position}</span>
          <h2 id={`ring-${position}`} translate="no">
            {group}
          </h2>
          <span className={classes.end}>
            <StateBadge state={state} />
          </span>
        </div>
        <div className={classes.progress}>
          <progress
            value={delivered}
            max={Math.max(1, accountCount)}
            aria-label={t('ring.delivered', { count: delivered, of: accountCount })}
          />
          <span>{t('ring.delivered', { count: delivered, of: accountCount })}</span>
        </div>
      </header>
      <ul aria-label={t('ring.accounts', { ring: group })} {...{ tabIndex: 0 }}>
        {accounts.map((account) => (
          <AccountRow key={account.accountId} account={account} />
        ))}
      </ul>
      <dl>
        <Line name={t('ring.soak')} value={soakText(t, soakMinutes)} />
        <Line name={t('ring.downloaded')} value={t('ring.of', { count: downloaded, of: accountCount })} />
        <Line name={t('ring.deployments')} value={t('ring.of', deployed)} />
      </dl>
    </section>
  )
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function AccountRow({ account }: { account: Account }) {
  const t = useText()
  const { displayName, releaseId, state, delivered, deployed } = account
  const of = { account: account.account, accountId: account.accountId }
  return (
    <li>
      <Monogram name={displayName} size={28} />
      <div className={classes.words}>
        <Link to={releaseId ? releasePath({ ...of, releaseId }) : releasesPath(of)} translate="no">
          {displayName}
        </Link>
        <span data-state={state}>{t(`ring.account.${state}`, { date: delivered ? formatDate(delivered) : '' })}</span>
      </div>
      <span className={classes.end} title={t('ring.deployed', deployed)}>
        {t('ring.of', deployed)}
      </span>
    </li>
  )
}
