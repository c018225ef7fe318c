import { Link } from '@tanstack/react-router'
import { bundlePath } from '#features/software/bundle-pages/paths.ts'
import type { BundleStatus } from '#features/software/bundles/contract.ts'
import { releasePath } from '#features/software/release-pages/paths.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import type { BundleAccount, SbomMatch } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './sbom.module.css'

/** The bundles that have a component, and the accounts with a release of each. */
export function MatchTable({ matches }: { matches: readonly SbomMatch[] }) {
  const t = useText()
  const columns: readonly PlainColumn<SbomMatch>[] = [
    {
      id: 'bundle',
      label: t('matches.bundle'),
      cell: ({ bundle }) => (
        <div className={classes.twoLines}>
          <Link to={bundlePath({ bundleId: bundle.id }, { tab: 'sbom' })} className="el">
            <strong>{bundle.name}</strong>
          </Link>
          <span className={classes.below}>
            {bundle.status === 'ACTIVE' ? null : (
              <StateBadge kind="bundle" state={bundle.status as BundleStatus} plain />
            )}{' '}
            {formatDate(bundle.created)}
          </span>
        </div>
      ),
    },
    {
      id: 'found',
      label: t('matches.found'),
      cell: ({ component, sbom }) => (
        <div className={classes.twoLines}>
          <span className={classes.code} translate="no" title={component.purl ?? undefined}>
            {component.name} {component.version}
          </span>
          <span className={classes.below} translate="no">
            {sbom}
          </span>
        </div>
      ),
    },
    {
      id: 'license',
      label: t('matches.license'),
      width: 6.5,
      wide: true,
      cell: ({ component }) => component.license ?? <span className={classes.quiet}>{t('noLicense')}</span>,
    },
    {
      id: 'accounts',
      label: t('matches.accounts'),
      width: 9.5,
      wide: true,
      cell: ({ accounts }) => <Accounts accounts={accounts} />,
    },
    {
      id: 'deployed',
      label: t('matches.deployed'),
      width: 5.5,
      align: 'right',
      cell: ({ accounts }) =>
        t('matches.deployedOf', {
          some: accounts.filter(({ state }) => state === 'DEPLOYED').length,
          all: accounts.length,
        }),
    },
    {
      id: 'gone',
      label: t('matches.gone'),
      width: 6.5,
      wide: true,
      cell: ({ goneSince }) =>
        goneSince ? (
          <Link to={bundlePath({ bundleId: goneSince.id }, { tab: 'sbom' })} title={goneSince.name}>
            {goneSince.version ?? goneSince.name}
          </Link>
        ) : (
          <span className={classes.quiet}>{t('matches.still')}</span>
        ),
    },
  ]
  return <PlainTable label={t('matches.label')} columns={columns} rows={matches} id={({ id }) => id} />
}

const SHOWN = 6
const order = ['DEPLOYED', 'DOWNLOADED', 'ASSIGNED'] as const

function Accounts({ accounts }: { accounts: readonly BundleAccount[] }) {
  const t = useText()
  if (accounts.length === 0) return <span className={classes.quiet}>{t('matches.noAccounts')}</span>
  const sortedAccounts = [...accounts].sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  return (
    <span className={classes.accounts}>
      {sortedAccounts.slice(0, SHOWN).map((account) => {
        const words = t('matches.account', { name: account.displayName, state: t(`state.${account.state}`) })
        return (
          <Link
            key={account.name}
            to={releasePath({ account: account.name, accountId: account.accountId, releaseId: account.releaseId })}
            aria-label={words}
            title={words}
            data-state={account.state}
          >
            <Monogram name={account.displayName} size={24} />
          </Link>
        )
      })}
      {sortedAccounts.length > SHOWN && (
        <span className={classes.quiet}>{t('matches.more', { count: sortedAccounts.length - SHOWN })}</span>
      )}
    </span>
  )
}
