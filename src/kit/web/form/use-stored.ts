import { useEffect, useState } from 'react'
import { text } from './form-text.ts'
import type { ContractForm } from './use-contract-form.ts'

/**
 * Keeps a form in sync with the stored version, which other users may change too. Changes of other users appear in
 * unchanged fields; typed input stays, with a note where both changed the field. `version` is that of what the form has
 * shown, to be sent along: until then a save is rejected with 412. `adopt` shows the result of a save.
 */
export function useStored<StoredRecord extends { readonly version: number }, Values extends Record<string, unknown>>(
  form: ContractForm<Values>,
  storedRecord: StoredRecord,
  valuesOf: (storedRecord: StoredRecord) => Values,
): { readonly version: number; readonly adopt: (newRecord: StoredRecord) => void } {
  const [seenRecord, see] = useState(storedRecord)
  const show = (newRecord: StoredRecord, values: Values) => {
    see(newRecord)
    form.setInitialValues(valuesOf(newRecord))
    form.setValues(values)
  }
  useEffect(() => {
    if (storedRecord.version <= seenRecord.version) return
    const [mine, before, now] = [form.getValues(), valuesOf(seenRecord), valuesOf(storedRecord)]
    const typedNames = Object.keys(now).filter((name) => !isSame(mine[name], before[name]))
    show(storedRecord, { ...now, ...Object.fromEntries(typedNames.map((name) => [name, mine[name]])) })
    for (const name of typedNames)
      if (!isSame(now[name], before[name]) && !isSame(now[name], mine[name]))
        form.setFieldError(name, conflictMessage())
  })
  return { version: seenRecord.version, adopt: (newRecord) => show(newRecord, valuesOf(newRecord)) }
}

/** The note on a field that another user changed during editing. */
export function conflictMessage(): string {
  return text('clash')
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
