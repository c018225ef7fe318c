import { useNavigate } from '@tanstack/react-router'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { useText } from '#kit/web/text/kit-text.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { evaluateGuard } from '#kit/web/who/route-guard.ts'
import { features } from '../features.ts'

const withKeys = features.flatMap(({ actions }) => actions ?? []).filter(({ keys }) => keys !== undefined)

/** Gives the palette's actions their keys on every page, as far as the user may run them. */
export function useActionKeys(): void {
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
