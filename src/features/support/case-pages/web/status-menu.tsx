import { useRef } from 'react'
import { workStatuses } from '#features/support/case-access/contract.ts'
import type { Case } from '#features/support/cases/contract.ts'
import { IconChevronDown } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { ActionMenu } from '#kit/web/look/action-menu.tsx'
import { useText } from '../texts.ts'
import { CaseBadge } from './case-badge.tsx'
import classes from './case-detail.module.css'
import { useEditCase } from './use-edit-case.ts'
import { useMoveCase } from './use-transition-case.tsx'

/** The order of the transitions in the menu: the usual one first. */
const order = ['resolve', 'close', 'activate', 'decline'] as const

/** The status of a case; users who may change it choose the next one here. */
export function StatusMenu({ found }: { found: Case }) {
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
