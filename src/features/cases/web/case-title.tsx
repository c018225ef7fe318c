import { Link } from '@tanstack/react-router'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { writeWhen } from '#kit/web/time/time.ts'
import { accountPath } from '#kit/web/who/account.tsx'
import { type Case, openStatuses } from '../contract.ts'
import { CaseBadge } from './case-badge.tsx'
import classes from './case-detail.module.css'
import { useText } from './text.ts'

/** The subject of a case and one line of its state: status, priority, account, who has it. */
export function CaseTitle({ found }: { found: Case }) {
  const t = useText()
  return (
    <div>
      <h2 className={classes.title}>{found.subject}</h2>
      <div className={classes.badges}>
        <CaseBadge row={found} />
        <StateBadge kind="priority" state={found.priority}>
          {t(`priority.${found.priority}`)}
        </StateBadge>
        <Link className={classes.account} to={`${accountPath({ name: found.account, id: found.accountId })}/dashboard`}>
          <Monogram name={found.accountDisplayName} size={18} />
          {found.accountDisplayName}
        </Link>
        <span className={classes.meta}>
          {found.assignee
            ? t('title.assignee', { name: found.assignee.fullName })
            : openStatuses.includes(found.status) && t('title.nobody')}
        </span>
        <span className={classes.meta}>{t('title.filed', { at: writeWhen(found.created) })}</span>
      </div>
    </div>
  )
}
