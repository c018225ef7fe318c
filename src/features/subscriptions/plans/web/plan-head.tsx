import { useState } from 'react'
import { IconArrowLeft, IconArrowRight } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import type { Plan } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './plan-sheet.module.css'

const DRAGGED = 'application/x-plan'

/** The head of a plan's column: its order is changed by dragging it, and by its buttons. */
export function PlanHead(props: {
  plan: Plan
  /** Its place in the order, from 0. */
  at: number
  last: boolean
  editable: boolean
  onPlan: (plan: Plan) => void
  onMove: (id: string, to: number) => void
}) {
  const t = useText()
  const { plan, at, last, editable, onPlan, onMove } = props
  const [isOver, setOver] = useState(false)
  const move = (by: -1 | 1) => onMove(plan.id, at + by)
  return (
    <th
      scope="col"
      className={classes.plan}
      style={{ borderTopColor: plan.headerColour }}
      data-over={isOver || undefined}
      draggable={editable}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(DRAGGED, plan.id)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const id = event.dataTransfer.getData(DRAGGED)
        if (id && id !== plan.id) onMove(id, at)
      }}
    >
      <div className={classes.head}>
        {editable ? (
          <button type="button" className={classes.name} onClick={() => onPlan(plan)}>
            {plan.name}
          </button>
        ) : (
          <span className={classes.name}>{plan.name}</span>
        )}
        {editable && (
          <span className={classes.moves}>
            <IconButton
              size={24}
              aria-label={t('sheet.left', { plan: plan.name })}
              disabled={at === 0}
              onClick={() => move(-1)}
            >
              <IconArrowLeft size={14} aria-hidden />
            </IconButton>
            <IconButton
              size={24}
              aria-label={t('sheet.right', { plan: plan.name })}
              disabled={last}
              onClick={() => move(1)}
            >
              <IconArrowRight size={14} aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
      <Badge plain colour={plan.pricing === 'PAID' ? 'blue' : 'grey'}>
        {t(`pricing.${plan.pricing}`)}
      </Badge>
      {plan.accounts !== null && (
        <span className={classes.accounts}>
          {t('sheet.accounts', { count: plan.accounts }).replace(String(plan.accounts), formatCount(plan.accounts))}
        </span>
      )}
    </th>
  )
}
