import { useState } from 'react'
import type { ApiError } from '#kit/web/data/api-error.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { changeSettings, listSettings, type PortalSetting } from '../contract.ts'
import { useText } from '../texts.ts'

/** A value that is not saved yet; null = the default. */
export type UnsavedValue = PortalSetting['value'] | null
type UnsavedValues = Readonly<Record<string, UnsavedValue>>

/** Changes of settings that are not saved yet, and saving them, or those of a section, by one call. */
export function useSettingChanges(settings: readonly PortalSetting[], version: number) {
  const t = useText()
  const [unsavedValues, setUnsavedValues] = useState<UnsavedValues>({})
  const [seenVersion, setSeenVersion] = useState(version)
  if (seenVersion !== version) {
    // What was saved is dropped in the same render in which the list shows it, so no field shows its old value between.
    setSeenVersion(version)
    setUnsavedValues((before) =>
      without(
        before,
        settings.filter((setting) => isStored(setting, before[setting.key])),
      ),
    )
  }
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const refreshes = [listSettings]
  const restore = useMutationOf(changeSettings, { refreshes })
  const save = useMutationOf(changeSettings, {
    refreshes,
    onSuccess: (savedSettings, { body }) => {
      const values = Object.fromEntries(
        settings.flatMap(({ key, here }) => (key in body.values ? [[key, here] as const] : [])),
      )
      toast({
        title: t('saved', { count: Object.keys(values).length }),
        action: {
          label: t('undoSave'),
          run: () => restore.mutate({ body: { values }, version: savedSettings.version }),
        },
      })
    },
    onProblem: (problem) => {
      setErrors(fieldErrors(problem))
      showError(problem, problem.status === 412 ? { text: t('stale'), asWarning: true } : {})
    },
  })

  /** Forgets the changes of these settings. */
  function discard(which: readonly PortalSetting[] = settings): void {
    setUnsavedValues((before) => without(before, which))
    setErrors((before) => without(before, which))
  }
  /** Notes a value; one that is stored already is no change. */
  function set(setting: PortalSetting, value: UnsavedValue): void {
    const { [setting.key]: _, ...others } = unsavedValues
    setUnsavedValues(isStored(setting, value) ? others : { ...others, [setting.key]: value })
    setErrors(({ [setting.key]: __, ...rest }) => rest)
  }
  const count = Object.keys(unsavedValues).length
  return {
    count,
    errors,
    isUnsaved: ({ key }: PortalSetting) => key in unsavedValues,
    /** The value as it will be after saving. */
    shown: (setting: PortalSetting) =>
      setting.key in unsavedValues ? (unsavedValues[setting.key] ?? setting.default) : setting.value,
    set,
    revert: (setting: PortalSetting) => set(setting, setting.here),
    discard,
    saving: save.isPending,
    /** Saves the changes of these settings, all or none. */
    save: (which: readonly PortalSetting[] = settings) => {
      const values = Object.fromEntries(
        Object.entries(unsavedValues).filter(([name]) => which.some(({ key }) => key === name)),
      )
      if (Object.keys(values).length === 0 || save.isPending) return
      save.mutate({ body: { values }, version })
    },
  }
}

function isStored({ here }: PortalSetting, value: UnsavedValue | undefined): boolean {
  return JSON.stringify(value) === JSON.stringify(here)
}

function without<Value>(
  values: Readonly<Record<string, Value>>,
  which: readonly PortalSetting[],
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => which.every(({ key }) => key !== name)))
}

const FIELD = 'values.'

function fieldErrors({ fields = [] }: ApiError): Record<string, string> {
  return Object.fromEntries(
    fields.filter(({ path }) => path.startsWith(FIELD)).map(({ path, message }) => [path.slice(FIELD.length), message]),
  )
}
