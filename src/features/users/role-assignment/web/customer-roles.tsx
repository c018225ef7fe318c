import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { type CustomerRole, customerRoles } from '#features/access/roles/contract.ts'
import type { User } from '#features/users/user-management/contract.ts'
import { Select } from '#kit/web/form/select.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccounts } from '#kit/web/who/account.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { mayGrant } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './role-matrix.module.css'
import type { RoleDraft } from './use-role-draft.ts'

const roles = Object.keys(customerRoles) as CustomerRole[]
type Row = { readonly name: string; readonly displayName: string }

/** Scrollable areas must be reachable by keyboard. */
const focusable = { tabIndex: 0 }

/** Customer roles: a row for each account, a column for each role. */
export function CustomerRoles(props: {
  user: User
  account: string | null
  draft: RoleDraft
  locked: boolean
  foot: ReactNode
}) {
  const t = useText()
  const phone = useIsMobile()
  const actor = usePrincipal()
  const accounts = useAccounts()
  const [addedRows, setAddedRows] = useState<readonly Row[]>([])
  const { user, account } = props
  const heldAccounts = user.roles.flatMap(({ account: name, displayName }) =>
    name ? [{ name, displayName: displayName ?? name }] : [],
  )
  const here = accounts.filter(({ name }) => name === account || name === props.draft.asked)
  const rows = [...new Map([...heldAccounts, ...here, ...addedRows].map((row) => [row.name, row])).values()]
  const more = accounts.filter(({ name }) => mayGrant(actor, 'USER', name) && rows.every((row) => row.name !== name))
  const pick = (name: string | null) => {
    const chosenAccount = more.find((one) => one.name === name)
    if (chosenAccount) setAddedRows((before) => [...before, chosenAccount])
  }
  return (
    <Card
      title={t('matrix.title')}
      {...(rows.length > 0 && !phone && { note: t('matrix.note') })}
      flush
      right={
        account === null && more.length > 0 && !props.locked ? (
          <Select
            size="xs"
            w={160}
            aria-label={t('matrix.addLabel')}
            placeholder={`+ ${t('matrix.add')}`}
            searchable
            limit={50}
            comboboxProps={{ withinPortal: false }}
            withScrollArea={false}
            data={more.map(({ name, displayName }) => ({ value: name, label: displayName }))}
            value={null}
            onChange={pick}
          />
        ) : null
      }
    >
      {rows.length === 0 ? (
        <p className={classes.nowhere}>{t('matrix.nowhere')}</p>
      ) : (
        <section className={classes.scroller} aria-label={t('matrix.title')} {...focusable}>
          <table className={classes.table} onKeyDown={useArrowKeyNavigation}>
            <thead>
              <tr>
                <th>{t('matrix.account')}</th>
                {roles.map((role) => (
                  <th key={role} className={classes.role} title={customerRoles[role]}>
                    {t(`short.${role}`)}
                  </th>
                ))}
                <th className={classes.allows}>{t('matrix.allows')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <AccountRow key={row.name} row={row} draft={props.draft} locked={props.locked} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {props.foot}
    </Card>
  )
}

function AccountRow({ row, draft, locked }: { row: Row; draft: RoleDraft; locked: boolean }) {
  const t = useText()
  const actor = usePrincipal()
  const cells = roles.map((role) => ({ role, account: row.name }))
  const tickedCells = cells.filter(draft.ticked)
  const allows = tickedCells.map(({ role }) => t(`allows.${role}`)).join('; ')
  const isChanged = cells.some(draft.changed)
  return (
    <tr>
      <th scope="row">
        <span className="row">
          <Monogram name={row.displayName} />
          <span className="el">{row.displayName}</span>
        </span>
      </th>
      {cells.map((cell) => (
        <td key={cell.role} className={classes.cell} data-changed={draft.changed(cell) || undefined}>
          <input
            type="checkbox"
            className={classes.box}
            aria-label={t('matrix.cell', { role: customerRoles[cell.role], account: row.displayName })}
            checked={draft.ticked(cell)}
            disabled={locked || !mayGrant(actor, cell.role, row.name)}
            onChange={() => draft.toggle(cell)}
          />
        </td>
      ))}
      <td className={classes.allows} data-changed={isChanged || undefined}>
        {allows || t(isChanged ? 'matrix.gone' : 'matrix.none')}
      </td>
    </tr>
  )
}

const steps: Readonly<Record<string, readonly [row: number, cell: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Moves between the boxes of a table with the arrow keys; Space ticks, as everywhere. */
function useArrowKeyNavigation(event: KeyboardEvent<HTMLTableElement>): void {
  const step = steps[event.key]
  const cell = (event.target as HTMLElement).closest('td')
  if (!step || !cell) return
  event.preventDefault()
  const row =
    event.currentTarget.tBodies[0]?.rows[(cell.parentElement as HTMLTableRowElement).sectionRowIndex + step[0]]
  row?.cells[cell.cellIndex + step[1]]?.querySelector('input')?.focus()
}
