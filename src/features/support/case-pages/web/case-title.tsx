import { Link } from '@tanstack/react-router'
import { accountDashboardPath } from '#features/home/dashboard/paths.ts'
import { openStatuses } from '#features/support/case-access/contract.ts'
import type { Case } from '#features/support/cases/contract.ts'
import { Badge, StateBadge } from '#kit/web/look/badge.tsx'
import { Avatar, Monogram } from '#kit/web/look/face.tsx'
import { useText } from '../texts.ts'
import classes from './case-detail.module.css'
import { StatusMenu } from './status-menu.tsx'

/**
 * The subject of a case and one line of its state: status, priority, account, assignee. On a page of its own it is the
 * page's heading.
 */
export function CaseTitle({ found, heading: Heading }: { found: Case; heading: 'h1' | 'h2' }) {
  const t = useText()
  return (
    <div>
      <Heading className={classes.title}>{found.subject}</Heading>
      <div className={classes.badges}>
        <StatusMenu found={found} />
        <StateBadge kind="priority" state={found.priority}>
          {t(`priority.${found.priority}`)}
        </StateBadge>
        {found.outdated && (
          <span title={t('outdated.hint')}>
            <Badge colour="light-grey">{t('outdated.badge')}</Badge>
          </span>
        )}
        {found.blocked && <Badge colour="red">{t('outdated.blocked')}</Badge>}
        <Link
          className={classes.account}
          to={accountDashboardPath({ account: found.account, accountId: found.accountId })}
        >
          <Monogram name={found.accountDisplayName} size={18} />
          {found.accountDisplayName}
        </Link>
        {found.assignee ? (
          <span className={classes.user} title={t('title.assignee', { name: found.assignee.fullName })}>
            <Avatar name={found.assignee.fullName} size={20} />
            {found.assignee.fullName}
          </span>
        ) : (
          openStatuses.includes(found.status) && <span className={classes.user}>{t('title.nobody')}</span>
        )}
      </div>
    </div>
  )
}
