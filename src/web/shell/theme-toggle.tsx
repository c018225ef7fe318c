import { useComputedColorScheme } from '@mantine/core'
import { useSettings } from '#features/users/users/web/index.ts'
import { IconMoon, IconSun } from '#kit/web/icons/icons.generated.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { useText } from '#kit/web/text/kit-text.ts'

/** Switches between light and dark, and stores the choice. */
export function ThemeToggle() {
  const t = useText()
  const { change } = useSettings()
  const dark = useComputedColorScheme('light') === 'dark'
  return (
    <IconButton
      aria-label={dark ? t('shell.light') : t('shell.dark')}
      onClick={() => change({ theme: dark ? 'light' : 'dark' })}
    >
      {dark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
    </IconButton>
  )
}
