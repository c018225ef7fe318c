import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { accountDashboardPath } from '#features/home/dashboard/paths.ts'
import { openStatuses, workStatuses } from '#features/support/case-access/contract.ts'
import type { Case } from '#features/support/cases/contract.ts'
import { IconChevronDown } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { ActionMenu } from '#kit/web/look/action-menu.tsx'
import { Badge, StateBadge } from '#kit/web/look/badge.tsx'
import { Avatar, Monogram } from '#kit/web/look/face.tsx'
import { useText } from '../texts.ts'
import { CaseBadge } from './case-badge.tsx'
import classes from './case-detail.module.css'
import { useEditCase } from './use-edit-case.ts'
import { useMoveCase } from './use-transition-case.tsx'

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

/** The order of the transitions in the menu: the usual one first. */
const order = ['resolve', 'close', 'activate', 'decline'] as const

/** The status of a case; users who may change it choose the next one here. */
function StatusMenu({ found }: { found: Case }) {
  const t = useText()
  const edit = useEditCase(found)
  const { run, dialog } = useMoveCase(found)
  const button = useRef<HTMLButtonElement>(null)
  const moves = order.filter((action) => found.actions.includes(action))
  const statuses = found.actions.includes('status') ? workStatuses.filter((status) => status !== found.status) : []
  const may = moves.length + statuses.length > 0
  useKeys(
    may ? [{ combo: 's', label: t('keys.status'), group: t('keys.case'), run: () => button.current?.click() }] : [],
  )
  if (!may) return <CaseBadge row={found} />
  return (
    <>
      {dialog}
      <ActionMenu
        position="bottom-start"
        inPage
        face={(press) => (
          <button
            ref={button}
            type="button"
            className={classes.status}
            aria-label={t('action.changeStatus', { status: t(`status.${found.status}`) })}
            aria-haspopup="menu"
            onClick={press}
          >
            <CaseBadge row={found} />
            <IconChevronDown size={14} aria-hidden />
          </button>
        )}
        groups={[
          moves.map((action) => ({ label: t(`action.${action}`), run: () => run(action) })),
          statuses.map((status) => ({
            label: t(`status.${status}`),
            run: () => edit.save({ status }, t('done.saved', { field: t('field.status') })),
          })),
        ]}
      />
    </>
  )
}
