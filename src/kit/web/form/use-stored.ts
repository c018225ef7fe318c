import { useEffect, useState } from 'react'
import { text } from './form-text.ts'
import type { ContractForm } from './use-contract-form.ts'

/**
 * Keeps a form in sync with the stored version, which other users may change too. Changes of other users appear in
 * unchanged fields; typed input stays, with a note where both changed the field. `version` is that of what the form has
 * shown, to be sent along: until then a save is rejected with 412. `adopt` shows the result of a save.
 */
export function useStored<Stored extends { readonly version: number }, Values extends Record<string, unknown>>(
  form: ContractForm<Values>,
  stored: Stored,
  valuesOf: (stored: Stored) => Values,
): { readonly version: number; readonly adopt: (kept: Stored) => void } {
  const [seen, see] = useState(stored)
  const show = (kept: Stored, values: Values) => {
    see(kept)
    form.setInitialValues(valuesOf(kept))
    form.setValues(values)
  }
  useEffect(() => {
    if (stored.version <= seen.version) return
    const [mine, before, now] = [form.getValues(), valuesOf(seen), valuesOf(stored)]
    const typed = Object.keys(now).filter((name) => !isSame(mine[name], before[name]))
    show(stored, { ...now, ...Object.fromEntries(typed.map((name) => [name, mine[name]])) })
    for (const name of typed)
      if (!isSame(now[name], before[name]) && !isSame(now[name], mine[name]))
        form.setFieldError(name, conflictMessage())
  })
  return { version: seen.version, adopt: (kept) => show(kept, valuesOf(kept)) }
}

/** The note on a field that another user changed during editing. */
export function conflictMessage(): string {
  return text('clash')
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
