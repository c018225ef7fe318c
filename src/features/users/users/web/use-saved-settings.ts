import { toast } from '#kit/web/notices/toast.ts'
import type { UserSettings } from '../contract.ts'
import { useText } from '../texts.ts'
import { useSettings } from './settings.tsx'

/** The user's settings; a change is saved at once, and its toast offers to undo it. */
export function useSavedSettings() {
  const t = useText()
  const { settings, change } = useSettings()
  const save = (part: Partial<UserSettings>, setting: string, value: string) => {
    const before = Object.fromEntries(
      Object.keys(part).map((name) => [name, settings[name as keyof UserSettings]]),
    ) as Partial<UserSettings>
    change(part)
    toast({
      title: t('settings.saved', { setting, value }),
      action: { label: t('settings.undo'), run: () => change(before) },
    })
  }
  return { settings, save }
}
