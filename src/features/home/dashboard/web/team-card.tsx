import { isVendor } from '#features/access/roles/contract.ts'
import type { Account } from '#features/accounts/accounts/contract.ts'
import type { ListedCase } from '#features/support/cases/contract.ts'
import { Card } from '#kit/web/look/card.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import classes from './team-card.module.css'

/** The vendor's team for the account: its customer-success manager and the engineers on its open cases. */
export function TeamCard({ account, cases }: { account: Account; cases: readonly ListedCase[] }) {
  const t = useText()
  const vendor = isVendor(usePrincipal())
  const engineers = [...new Set(cases.flatMap(({ assignee }) => assignee?.fullName ?? []))]
  return (
    <Card title={t(vendor ? 'team.titleVendor' : 'team.title')}>
      <div className={classes.csm}>
        {account.csm ? (
          <>
            <Avatar name={account.csm.fullName} size={40} />
            <span className={classes.words}>
              <span className={classes.name}>{account.csm.fullName}</span>
              <span className={classes.role}>{t('team.csm')}</span>
            </span>
          </>
        ) : (
          <span className={classes.role}>{t('team.none')}</span>
        )}
      </div>
      {engineers.length > 0 && (
        <div className={classes.engineers} title={engineers.join(', ')}>
          <span className={classes.faces}>
            {engineers.slice(0, 5).map((name) => (
              <Avatar key={name} name={name} size={28} />
            ))}
          </span>
          {t('team.engineers', { count: engineers.length })}
        </div>
      )}
    </Card>
  )
}
