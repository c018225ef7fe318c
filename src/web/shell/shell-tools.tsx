import { useNavigate } from '@tanstack/react-router'
import { createContext, type ReactNode, Suspense, use, useMemo, useRef, useState } from 'react'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useText } from '#kit/web/text/kit-text.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { evaluateGuard } from '#kit/web/who/route-guard.ts'
import { features } from '../features.ts'

type Tools = { openPalette: () => void; openKeys: () => void }
const ToolsContext = createContext<Tools>({ openPalette: () => {}, openKeys: () => {} })
const Palette = lazyNamed(() => import('../palette/palette.tsx'), 'Palette')
// Requested with the shell, so that it listens before the first page has its data.
const keyListener = import('#kit/web/keys/key-listener.tsx')
const KeyListener = lazyNamed(() => keyListener, 'KeyListener')
const ShortcutHelp = lazyNamed(() => import('#kit/web/keys/key-sheet.tsx'), 'ShortcutHelp')

/** The palette and the key sheet over every page, and the keys that open them. Both load when first opened. */
export function ShellTools({ children }: { children: ReactNode }) {
  const t = useText()
  const [openTool, setOpenTool] = useState<'palette' | 'keys' | null>(null)
  const [usedTools, setUsedTools] = useState({ palette: false, keys: false })
  const opener = useRef<Element | null>(null)
  const tools = useMemo(() => {
    const open = (tool: 'palette' | 'keys') => {
      if (!document.querySelector('[role="dialog"]')) opener.current = document.activeElement
      setUsedTools((before) => ({ ...before, [tool]: true }))
      setOpenTool((before) => (before === tool ? null : tool))
    }
    return { openPalette: () => open('palette'), openKeys: () => open('keys') }
  }, [])
  // The tools load when they are first opened, too late for them to know the previous focus.
  const closeKeys = () => {
    setOpenTool(null)
    const place = opener.current
    if (place instanceof HTMLElement && place !== document.body) requestAnimationFrame(() => place.focus())
  }
  useActionKeys()
  useKeys([
    { combo: 'mod+k', label: t('keys.palette'), group: t('keys.general'), run: tools.openPalette, always: true },
    { combo: '?', label: t('keys.sheet'), group: t('keys.general'), run: tools.openKeys },
  ])
  return (
    <ToolsContext value={tools}>
      {children}
      <Suspense>
        <KeyListener />
      </Suspense>
      <Suspense>
        {usedTools.palette && <Palette opened={openTool === 'palette'} onClose={() => setOpenTool(null)} />}
        {usedTools.keys && <ShortcutHelp opened={openTool === 'keys'} onClose={closeKeys} />}
      </Suspense>
    </ToolsContext>
  )
}

/** Opens the shell's tools from anywhere below it. */
export function useShellTools(): Tools {
  return use(ToolsContext)
}

const withKeys = features.flatMap(({ actions }) => actions ?? []).filter(({ keys }) => keys !== undefined)

/** Gives the palette's actions their keys on every page, as far as the user may run them. */
function useActionKeys(): void {
  const t = useText()
  const account = useAccount()
  const actor = usePrincipal()
  const navigate = useNavigate()
  const go = (path: string) => void navigate({ href: path })
  useKeys(
    withKeys
      .filter(({ guard }) => evaluateGuard(guard, actor, account?.name).allowed)
      .map(({ keys = '', label, run }) => ({
        combo: keys,
        label: label(),
        group: t('shell.actions'),
        run: () => run({ account, actor, go }),
      })),
  )
}
