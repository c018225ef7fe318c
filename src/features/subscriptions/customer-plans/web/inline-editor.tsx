import { type ComponentProps, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { listPlans } from '#features/subscriptions/plans/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { toast } from '#kit/web/notices/toast.ts'
import {
  type CustomerPlan,
  editCustomerPlan,
  listCustomerPlans,
  listSubscriptionHistory,
  readCustomerPlan,
  readSubscriptionTotals,
} from '../contract.ts'
import { useTermsText, useText } from '../texts.ts'
import classes from './inline-cell.module.css'
import {
  type InlineCellAt,
  type InlineField,
  inlineFields,
  readField,
  storedField,
  typedField,
} from './inline-field.ts'

/** The field of a cell. Enter saves, Tab saves and goes on to the next field, Esc does not save. */
export function InlineEditor(props: {
  row: CustomerPlan
  field: InlineField
  label: string
  onEdit: (cell: InlineCellAt | null) => void
}) {
  const { row, field, label, onEdit } = props
  const save = useInlineSave(row, field)
  const t = useText()
  const [text, setText] = useState(typedField(row, field))
  const [wrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null)
  // A removed field loses the focus too: only the first way out counts.
  const hasLeft = useRef(false)
  useEffect(() => {
    input.current?.focus()
    if (field !== 'plan') input.current?.select()
  }, [field])
  function leave(next: InlineCellAt | null, saves: boolean) {
    if (hasLeft.current) return
    const grid = input.current?.closest<HTMLElement>('[role="grid"]')
    const value = readField(row, field, text)
    if (saves && value === undefined) return setWrong(true)
    hasLeft.current = true
    if (saves && value !== undefined && value !== storedField(row, field)) save(value)
    onEdit(next)
    if (next === null) grid?.focus({ preventScroll: true })
  }
  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.key === 'Escape') return leave(null, false)
    if (event.key === 'Enter') return leave(null, true)
    if (event.key !== 'Tab') return
    const next = inlineFields[inlineFields.indexOf(field) + (event.shiftKey ? -1 : 1)]
    event.preventDefault()
    leave(next ? { id: row.id, field: next } : null, true)
  }
  const inputProps = {
    ref: input,
    className: classes.field,
    'aria-label': t('inline.edit', { field: label, account: row.accountDisplayName }),
    value: text,
    onClick: (event: MouseEvent) => event.stopPropagation(),
    onKeyDown,
    onBlur: () => leave(null, true),
  }
  if (field === 'plan') return <InlinePlan {...inputProps} onChange={setText} />
  return (
    <input
      {...inputProps}
      type={field.endsWith('Date') ? 'date' : 'text'}
      inputMode={field.endsWith('Date') ? undefined : 'decimal'}
      aria-invalid={wrong}
      title={wrong ? t('inline.wrong') : undefined}
      onChange={(event) => {
        setText(event.currentTarget.value)
        setWrong(false)
      }}
    />
  )
}

/** The choice of a plan in its cell: keys choose, as in any list of the browser. */
function InlinePlan({
  onChange,
  ...field
}: Omit<ComponentProps<'select'>, 'onChange'> & { onChange: (plan: string) => void }) {
  const t = useText()
  const plans = useQueryOf(listPlans, {}).data?._embedded.plans ?? []
  return (
    <select {...field} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      <option value="">{t('noPlan')}</option>
      {plans.map(({ id, name }) => (
        <option key={id} value={id} translate="no">
          {name}
        </option>
      ))}
    </select>
  )
}

type Value = string | number | null

/** Saves a field of a subscription; the toast that says so undoes it, also when the field is gone. */
function useInlineSave(row: CustomerPlan, field: InlineField): (value: Value) => void {
  const t = useTermsText()
  const { id, version } = row
  const before = storedField(row, field)
  const edit = useMutationOf(editCustomerPlan, {
    refreshes: [listCustomerPlans, readCustomerPlan, listSubscriptionHistory, readSubscriptionTotals],
    onSuccess(saved, { body }) {
      const isUndone = (body as Record<string, unknown>)[field] === before
      // Another plan begins its period, which sets the expiration date too.
      const undone =
        field === 'plan' ? { plan: row.plan?.id ?? null, expirationDate: row.expirationDate } : { [field]: before }
      const undo = () => edit.mutate({ params: { id }, body: undone, version: saved.version })
      toast({
        title: t('edit.done', { account: row.accountDisplayName }),
        autoClose: 10_000,
        ...(isUndone || (field === 'plan' && row.state === 'EXPIRED')
          ? {}
          : { action: { label: t('inline.undo'), run: undo } }),
      })
    },
    onProblem: (problem) =>
      showError(problem, problem.status === 412 ? { text: t('edit.stale'), asWarning: true } : undefined),
  })
  return (value) => edit.mutate({ params: { id }, body: { [field]: value }, version })
}
