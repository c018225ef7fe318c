import type { Account } from '#features/accounts/accounts/contract.ts'
import { IconServer2 } from '#kit/web/icons/icons.generated.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Count } from '#kit/web/look/count.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useText } from '../texts.ts'
import classes from './deployments-card.module.css'

/** The installed systems of an account and the software they run. */
export function DeploymentsCard({ account }: { account: Account }) {
  const t = useText()
  const { deployments } = account
  return (
    <Card title={t('deploy.title')} right={deployments.length > 0 && <Count value={deployments.length} />} flush>
      {deployments.length === 0 && (
        <EmptyState colour="grey" icon={<IconServer2 size={22} aria-hidden />} title={t('deploy.none')}>
          {t('deploy.noneText')}
        </EmptyState>
      )}
      <ul>
        {deployments.map((deployment) => (
          <li key={deployment.id} className={classes.line}>
            <span className={classes.name}>
              {deployment.name}
              <span className={classes.family}>{deployment.version}</span>
            </span>
            <code>{deployment.softwareVersion ?? '–'}</code>
            <span className={classes.stage}>
              <StateBadge kind="stage" state={deployment.stage}>
                {t(`stage.${deployment.stage}`)}
              </StateBadge>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
