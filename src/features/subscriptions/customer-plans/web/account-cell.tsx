import { IconChevronDown, IconChevronRight } from '#kit/web/icons/icons.generated.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import type { CustomerPlan } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './account-cell.module.css'

/** The account of a subscription, with the button that shows its details under the row. */
export function AccountCell(props: { row: CustomerPlan; shown: boolean; onShow: (id: string | null) => void }) {
  const t = useText()
  const { row, shown, onShow } = props
  const account = row.accountDisplayName
  return (
    <span className={classes.cell}>
      <IconButton
        size={24}
        aria-label={t(shown ? 'list.hideDetails' : 'list.showDetails', { account })}
        aria-expanded={shown}
        onClick={(event) => {
          event.stopPropagation()
          onShow(shown ? null : row.id)
        }}
      >
        {shown ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
      </IconButton>
      <span className={classes.name}>{account}</span>
    </span>
  )
}
