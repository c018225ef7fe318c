import { useRef, useState } from 'react'
import { IconArrowLeft, IconArrowRight } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import type { Plan, Service } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './plan-sheet.module.css'
import { CellEditor, CellValue } from './sheet-cell.tsx'
import { cellKey, storedValue, type useSheetChanges } from './sheet-changes.ts'
import { useSheetKeys } from './use-sheet-keys.ts'

/** The services in rows and the plans in columns, edited as a sheet. */
export function PlanSheet(props: {
  plans: readonly Plan[]
  services: readonly Service[]
  editable: boolean
  sheet: ReturnType<typeof useSheetChanges>
  onPlan: (plan: Plan) => void
  onService: (service: Service) => void
  /** Moves a plan to a place in the order. */
  onMove: (id: string, to: number) => void
}) {
  const t = useText()
  const { plans, services, editable, sheet } = props
  const table = useRef<HTMLTableElement>(null)
  const valueAt = (plan: Plan, service: Service) => {
    const change = sheet.changes.get(cellKey({ plan, service }))
    return change ? change.value : storedValue({ plan, service })
  }
  const categories = [...new Set(services.map(({ category }) => category))]
  const rows = categories.flatMap((category) => services.filter((service) => service.category === category))
  const focus = (row: number, column: number) =>
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(`[data-at="${row} ${column}"]`)?.focus())
  const keys = useSheetKeys({ plans, rows, editable, valueAt, set: sheet.set, undo: sheet.undo, focus })

  return (
    <div className={classes.frame}>
      <table ref={table} className={classes.sheet} aria-label={t('title')}>
        <thead>
          <tr>
            <th scope="col">{t('sheet.service')}</th>
            <th scope="col">{t('sheet.value')}</th>
            {plans.map((plan, at) => (
              <PlanHead key={plan.id} {...props} plan={plan} at={at} last={at === plans.length - 1} />
            ))}
          </tr>
        </thead>
        {categories.map((category) => {
          const members = rows.filter((service) => service.category === category)
          return (
            <tbody key={category}>
              <tr className={classes.category}>
                <th scope="rowgroup" colSpan={plans.length + 2}>
                  {category} <span>{t('sheet.services', { count: members.length })}</span>
                </th>
              </tr>
              {members.map((service) => {
                const row = rows.indexOf(service)
                return (
                  <tr key={service.id}>
                    <th scope="row">
                      {editable ? (
                        <button
                          type="button"
                          className={classes.name}
                          title={service.description || undefined}
                          onClick={() => props.onService(service)}
                        >
                          {service.subcategory}
                        </button>
                      ) : (
                        <span title={service.description || undefined}>{service.subcategory}</span>
                      )}
                    </th>
                    <td className={classes.type}>{t(`type.${service.valueType}`)}</td>
                    {plans.map((plan, column) => {
                      const active = keys.active.row === row && keys.active.column === column
                      const change = editable && sheet.changes.has(cellKey({ plan, service }))
                      const value = valueAt(plan, service)
                      return (
                        <td
                          key={plan.id}
                          data-changed={change || undefined}
                          data-selected={keys.isSelected(row, column) || undefined}
                          className={classes.cell}
                        >
                          {active && keys.editing ? (
                            <CellEditor
                              service={service}
                              label={t('sheet.cell', { service: service.subcategory, plan: plan.name })}
                              value={value}
                              typed={keys.editing.typed}
                              onKeep={keys.keep}
                              onCancel={keys.cancel}
                            />
                          ) : (
                            <button
                              type="button"
                              tabIndex={active ? 0 : -1}
                              data-at={`${row} ${column}`}
                              className={classes.press}
                              onFocus={() => {
                                if (!active) keys.go({ row, column })
                              }}
                              onDoubleClick={keys.edit}
                              {...keys.handlers}
                            >
                              <span className={classes.spoken}>
                                {t('sheet.cell', { service: service.subcategory, plan: plan.name })}:{' '}
                              </span>
                              <CellValue
                                service={service}
                                value={value}
                                before={change ? storedValue({ plan, service }) : undefined}
                              />
                            </button>
                          )}
                        </td>
                      )
                    })}
                  </tr>
                )
              })}
            </tbody>
          )
        })}
      </table>
    </div>
  )
}

const DRAGGED = 'application/x-plan'

/** The head of a plan's column: its order is changed by dragging it, and by its buttons. */
function PlanHead(props: {
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
